import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import type { Noted } from '../stand-in/stand-in.ts';
import { listIn } from '../ways/way.ts';
import { difference, differenceFromAll } from './same-text.ts';

/** The differences between a course and the stand-in's intended text for which the course has no note. */
export interface Judged {
  readonly wrong: string[];
  /** Notes of its lessons, each once. */
  readonly notes: string[];
}

/** Notes about practice; all others are about a text that is not as it should be. */
const OF_PRACTICE = new Set(['quiz_unchecked', 'quiz_dropped', 'no_practice', 'practice_failed']);

/** Judges a course by the text that a good model would have written. @param lessons number of lessons ordered */
export function judgeCourse(course: Course, calls: readonly Noted[], lessons: number): Judged {
  const written = course.modules.flatMap((module) => module.lessons);
  const wrong = written.flatMap((lesson) => judgeLesson(lesson, calls));
  const missing = course.missing_lessons;
  if (written.length + missing !== lessons) wrong.push(`${written.length} lessons instead of ${lessons}`);
  const texts = written.map(({ content }) => content);
  const twice = written.filter(
    ({ content, notes }, at) => notes.length === 0 && texts.slice(0, at).some((text) => difference(content, text) === null),
  );
  if (twice.length > 0) wrong.push(`${twice.length} lessons say what another says`);
  const notes = [...new Set(written.flatMap((lesson) => lesson.notes))];
  if (notes.length > 0 && course.quality_level === 'high') wrong.push('it is called high in spite of a note');
  return { wrong, notes };
}

const meantFor = (calls: readonly Noted[], title: string, purposes: readonly string[]): JsonObject[] =>
  calls.flatMap((call) => {
    const inModule = purposes.includes('lesson') ? listIn(call.meant, 'lessons').filter((_, at) => call.titles[at] === title) : [];
    return purposes.includes(call.purpose) && call.title === title ? [call.meant] : inModule;
  });

function judgeLesson({ title, content, notes, quiz, exercises }: Lesson, calls: readonly Noted[]): string[] {
  const own = meantFor(calls, title, ['lesson', 'rewrite', 'correction']).flatMap(({ content: text }) =>
    typeof text === 'string' ? [text] : [],
  );
  const isNoted = notes.some((note) => !OF_PRACTICE.has(note));
  const text = isNoted ? null : differenceFromAll(content, own);
  const practice = notes.some((note) => OF_PRACTICE.has(note)) || exercises.length > 0;
  return [
    ...(text ? [`lesson “${title.slice(0, 30)}” ${text}`] : []),
    ...(quiz.length === 0 && !practice ? [`lesson “${title.slice(0, 30)}” has no quiz and no word of it`] : []),
    ...judgeQuiz(quiz, meantFor(calls, title, ['practice'])),
  ];
}

/** A question must have been in an answer, with the same right options. */
function judgeQuiz(quiz: readonly QuizItem[], meant: readonly JsonObject[]): string[] {
  const asked = meant.flatMap((answer) => listIn(answer, 'questions'));
  return quiz.flatMap((item) => {
    const found = asked.find(({ question }) => difference(item.question, String(question)) === null);
    if (!found) return [`a question was never asked: ${item.question.slice(0, 50)}`];
    if (item.kind === 'short') return [];
    const options = Array.isArray(found['options']) ? found['options'].map(String) : [];
    const right = (Array.isArray(found['correct_options']) ? found['correct_options'] : []).map((at) => options[Number(at)] ?? '');
    const stored = rightIdsOf(item).map((id) => optionsOf(item).find((option) => option.id === id)?.text ?? '');
    const isSame = right.length === stored.length && right.every((text) => stored.some((own) => difference(own, text) === null));
    return isSame ? [] : [`a question has a wrong key: ${item.question.slice(0, 50)}`];
  });
}

/** Returns the intended texts of a purpose, without duplicates. */
export function meantTexts(calls: readonly Noted[], list: string, field: string): string[] {
  const texts = calls.flatMap(({ meant }) =>
    (list === '' ? [meant] : listIn(meant, list)).flatMap((one) => (isObject(one) && typeof one[field] === 'string' ? [one[field]] : [])),
  );
  return [...new Set(texts)];
}
