import type { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { hash32 } from './seeded-random.ts';

type Language = (typeof FORM_OPTIONS)['language_preference'][number];

/** What the sandbox's authors get wrong, as shares from 0 to 1 of all lessons (or quiz questions). Set by the control API. */
export interface Defects {
  /** Lessons and corrections in `language` (in Spanish when that is the one asked for and it is English, else in English). */
  drift: { share: number; language: Language };
  /** Quiz questions whose key is not the right option. */
  quiz: { wrong_key_share: number };
  /** Lessons for young readers in the register of executives. */
  reading: { hard_share: number };
  /** Lessons with a passage that is unsuitable for minors. */
  unsafe: { share: number };
  /** Lessons far longer than asked. */
  length: { long_share: number };
  /** Citations whose quote is not as it stands, or says nothing of its sentence. */
  citations: { wrong_quote_share: number; unsupported_share: number };
}

export const noDefects = (): Defects => ({
  drift: { share: 0, language: 'english' },
  quiz: { wrong_key_share: 0 },
  reading: { hard_share: 0 },
  unsafe: { share: 0 },
  length: { long_share: 0 },
  citations: { wrong_quote_share: 0, unsupported_share: 0 },
});

/** Which try at which piece of work: the same always meets the same defects. `attempt` counts from 0. */
export interface Work {
  key: string;
  attempt: number;
}

/** Whether this piece of work belongs to the share that has a defect. */
export function hasDefect(share: number, what: string, { key, attempt }: Work): boolean {
  return share > 0 && hash32(`${what} ${key} ${attempt}`) / 4294967296 < share;
}

/** The language a drifted lesson comes in: never the one that was asked for. */
export function driftLanguage(asked: Language, drift: Defects['drift']): Language {
  if (drift.language !== asked) return drift.language;
  return asked === 'english' ? 'spanish' : 'english';
}
