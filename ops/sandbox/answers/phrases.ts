import { readFileSync } from 'node:fs';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Brief } from './brief.ts';
import type { Language } from './read-library.ts';

type Phrase =
  | 'from_library'
  | 'no_course'
  | 'other_language'
  | 'exercise'
  | 'words'
  | 'check'
  | 'criteria'
  | 'goal'
  | 'time'
  | 'level'
  | 'several'
  | 'says'
  | 'means'
  | 'briefly'
  | 'found'
  | 'not_found'
  | 'guide'
  | 'no_lesson'
  | 'finding'
  | 'in_short';

/** The few sentences that the sandbox says itself, in one language. `duration` and `difficulty`: in the order of the form's options. */
export type Phrases = Readonly<Record<Phrase, string>> & {
  readonly duration: readonly string[];
  readonly difficulty: readonly string[];
  readonly flaws: Readonly<Record<'language' | 'age' | 'unsafe' | 'key', string>>;
};

const PHRASES = JSON.parse(readFileSync(new URL('./phrases.json', import.meta.url), 'utf8')) as Record<Language, Phrases>;

export const phrasesOf = (language: Language): Phrases => PHRASES[language];

/** Fills the slots of a phrase. */
export const fill = (phrase: string, words: Readonly<Record<string, string>>): string =>
  phrase.replace(/\{(\w+)\}/g, (slot, name: string) => words[name] ?? slot);

/** What the learner brings to an exercise: goal, time and level, as far as they are known. */
export function learnersFrame({ language, goals, duration, difficulty }: Brief): string[] {
  const said = phrasesOf(language);
  return [
    ...(goals ? [fill(said.goal, { goal: goals })] : []),
    ...(duration ? [fill(said.time, { duration: said.duration[FORM_OPTIONS.duration.indexOf(duration)]! })] : []),
    ...(difficulty ? [fill(said.level, { difficulty: said.difficulty[FORM_OPTIONS.difficulty.indexOf(difficulty)]! })] : []),
  ];
}
