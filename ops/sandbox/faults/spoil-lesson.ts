import type { LessonAnswer } from '../answers/lesson-text.ts';
import { phrasesOf } from '../answers/phrases.ts';
import { readSecondCourse, type Language, type LibraryCourse } from '../answers/read-library.ts';
import { proseOf } from '../answers/prose.ts';
import type { Question } from '../answers/quiz.ts';
import { hasDefect, type Work } from './defects.ts';
import unsafePassages from './unsafe.json' with { type: 'json' };
import { escapePattern } from '#domain/platform/prose/escape-pattern.ts';

/** A mild passage about beer and gambling, by language. */
export const UNSAFE: Readonly<Record<Language, string>> = unsafePassages;

/** Returns a lesson in another language, on learning by oneself. `place` is the lesson's place in its course. */
export function drifted(language: Language, topic: string, place: number): LessonAnswer {
  const { head, lessons } = readSecondCourse(language);
  const inTopic = (text: string) => text.replaceAll('{topic}', () => topic);
  if (head.language === language) {
    const lesson = lessons[place % lessons.length]!;
    return {
      content: inTopic(lesson.sections.join('\n\n')),
      objectives: lesson.objectives.map(inTopic),
      key_takeaways: lesson.takeaways.map(inTopic),
    };
  }
  const said = Object.values(phrasesOf(language)).filter((phrase) => typeof phrase === 'string');
  const turned = [...said.slice(place % said.length), ...said.slice(0, place % said.length)];
  return { content: [...turned, ...turned].join('\n\n'), objectives: turned.slice(0, 2), key_takeaways: turned.slice(2, 5) };
}

/** Joins the sentences of a lesson into a single one. */
export const hardToRead = (lesson: LessonAnswer): LessonAnswer => ({
  ...lesson,
  content: `${proseOf(lesson.content)
    .join(' ')
    .replace(/[.;:!?。！？।؟]+\s*(?=\S)/gu, ', ')}`,
});

/** Inserts the unsafe passage before the last heading. */
export function unsafe(lesson: LessonAnswer, language: Language): LessonAnswer {
  const blocks = lesson.content.split(/\n{2,}/);
  const last = blocks.findLastIndex((block) => block.startsWith('#'));
  blocks.splice(last < 0 ? blocks.length : last, 0, UNSAFE[language]);
  return { ...lesson, content: blocks.join('\n\n') };
}

/** Appends the texts of the whole course, up to a length in characters. */
export function farTooLong(lesson: LessonAnswer, { lessons }: LibraryCourse, times: number): LessonAnswer {
  const most = lesson.content.length * times;
  let { content } = lesson;
  for (const section of lessons.flatMap(({ sections }) => sections))
    if (content.length < most && !content.includes(section)) content += `\n\n${section}`;
  return { ...lesson, content };
}

/** Moves the key to a wrong option for a share of the questions. Half of these also get an explanation for the wrong option. */
export const withWrongKeys = (questions: readonly Question[], share: number, work: Work): { questions: Question[] } => ({
  questions: questions.map((question, i) =>
    hasDefect(share, `wrong key ${i}`, work) ? withWrongKey(question, hasDefect(0.5, `wrong reason ${i}`, work)) : question,
  ),
});

/** Returns the question with another key, and feedback that fits it: an author who makes this mistake would explain it. */
function withKeys(question: Question, keys: number[]): Question {
  const told = question.feedback.filter(Boolean);
  const feedback = question.options.map((_, at) => (keys.includes(at) ? '' : (told[at % told.length] ?? '')));
  return { ...question, correct_options: keys, feedback: told.length > 0 ? feedback : [] };
}

function withWrongKey(question: Question, explains: boolean): Question {
  const { kind, options, correct_options: keys } = question;
  // a rubric that the lesson cannot satisfy
  if (kind === 'short') return { ...question, rubric: [question.question] };
  if (kind === 'order') return { ...question, correct_options: keys.toReversed() };
  if (kind === 'multiple') return withKeys(question, keys.map((one) => (one + 1) % options.length).toSorted());
  const right = keys[0]!;
  const key = (right + 1) % options.length;
  if (kind === 'true_false') return withKeys(question, [key]);
  return {
    ...withKeys(question, [key]),
    explanation: explains ? swap(question.explanation, options[right]!, options[key]!) : question.explanation,
  };
}

/** Swaps two texts, ignoring case. */
function swap(text: string, one: string, other: string): string {
  return text.replace(new RegExp(`${escapePattern(one)}|${escapePattern(other)}`, 'giu'), (found) => {
    const replacement = found.toLowerCase() === one.toLowerCase() ? other : one;
    return /^\p{Ll}/u.test(found) ? replacement.charAt(0).toLowerCase() + replacement.slice(1) : replacement;
  });
}
