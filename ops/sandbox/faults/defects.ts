import type { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { hash32 } from '../seeded-random.ts';

type Language = (typeof FORM_OPTIONS)['language_preference'][number];

/** Defects of the sandbox's authors, as shares from 0 to 1 of all lessons (or quiz questions). Set by the control API. */
export interface Defects {
  /** Lessons and corrections in the wrong `language` (Spanish where English was requested and `language` is English). */
  drift: { share: number; language: Language };
  /** Quiz questions with a wrong answer key. */
  quiz: { wrong_key_share: number };
  /** Lessons for young readers that are too hard to read. */
  reading: { hard_share: number };
  /** Lessons with a passage that is unsuitable for minors. */
  unsafe: { share: number };
  /** Lessons far longer than requested. */
  length: { long_share: number };
  /** Citations whose quote is altered, or does not support its sentence. */
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

/** Work and the attempt at it: the same pair always has the same defects. `attempt` counts from 0. */
export interface Work {
  key: string;
  attempt: number;
}

/** Tells whether this work is in the share that has a defect. */
export function hasDefect(share: number, what: string, { key, attempt }: Work): boolean {
  return share > 0 && hash32(`${what} ${key} ${attempt}`) / 4294967296 < share;
}

/** Returns the language of a drifted lesson, which is never the requested one. */
export function driftLanguage(asked: Language, drift: Defects['drift']): Language {
  if (drift.language !== asked) return drift.language;
  return asked === 'english' ? 'spanish' : 'english';
}
