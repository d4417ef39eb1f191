import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Brief } from './brief.ts';
import type { CoursePlan } from './course-plan.ts';
import { escapeMarkup } from './markdown-escapes.ts';
import phrases from './phrases.json' with { type: 'json' };
import { readersOf, type Language } from './read-library.ts';

/**
 * Returns the few sentences that the sandbox itself writes, in one language. `duration` and `difficulty` are in the order of the form's
 * options.
 */
export const phrasesOf = (language: Language): (typeof phrases)['english'] => phrases[language];

/** Fills the slots of a phrase. */
export const fill = (phrase: string, words: Readonly<Record<string, string>>): string =>
  phrase.replace(/\{(\w+)\}/g, (slot, name: string) => words[name] ?? slot);

/** Returns the learner's part of an exercise: goal, time and level, if known. */
export function learnersFrame({ language, goals, duration, difficulty }: Brief): string[] {
  const said = phrasesOf(language);
  return [
    ...(goals ? [fill(said.goal, { goal: goals })] : []),
    ...(duration ? [fill(said.time, { duration: said.duration[FORM_OPTIONS.duration.indexOf(duration)]! })] : []),
    ...(difficulty ? [fill(said.level, { difficulty: said.difficulty[FORM_OPTIONS.difficulty.indexOf(difficulty)]! })] : []),
  ];
}

/**
 * Returns where a course comes from, which part of the topic it treats if not all, for whom it was written, and when it was last reviewed.
 */
export function saidOf({ brief, course, origin, lessons, missing }: CoursePlan): string[] {
  const said = phrasesOf(brief.language);
  const readers = readersOf(course.head);
  return [
    said[origin],
    ...(lessons.length > 0
      ? [fill(said.part, { lessons: lessons.map(({ numbers, title }) => `${numbers[0]}. ${title}`).join('; ') })]
      : []),
    ...(missing.length > 0 ? [fill(said.missing, { words: missing.map(escapeMarkup).join(', ') })] : []),
    ...(origin === 'from_library' && readers ? [readers.to ? said.for_teens : said.for_adults] : []),
    ...(origin === 'from_library' && course.head.reviewed ? [fill(said.reviewed, { date: course.head.reviewed })] : []),
  ];
}
