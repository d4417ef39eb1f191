import type { LessonDocument } from './documents.ts';

/** Shortest text that may be called a lesson, in characters. */
export const LESSON_MIN_CHARACTERS = 600;

/** What makes a lesson unusable although it fits the schema. Empty when it is good. */
export function checkLesson(lesson: LessonDocument): string[] {
  const problems: string[] = [];
  const length = lesson.content.trim().length;
  if (length < LESSON_MIN_CHARACTERS) problems.push(`the text has ${length} characters; at least ${LESSON_MIN_CHARACTERS} are needed`);
  if (!lesson.objectives.some((objective) => objective.trim())) problems.push('there are no objectives');
  if (!lesson.key_takeaways.some((takeaway) => takeaway.trim())) problems.push('there are no key takeaways');
  if (/\{\{\w+\}\}|lorem ipsum/i.test(lesson.content)) problems.push('the text contains a placeholder');
  return problems;
}
