import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Brief } from './brief.ts';
import phrases from './phrases.json' with { type: 'json' };
import type { Language } from './read-library.ts';

/** The few sentences that the sandbox says itself, in one language. `duration` and `difficulty`: in the order of the form's options. */
export const phrasesOf = (language: Language): (typeof phrases)['english'] => phrases[language];

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
