import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import type { LessonDocument } from '#domain/generation/prompts/documents.ts';

/** Checks that a lesson's Markdown can be stored: the same limits as for text that learners type or import. */
export async function checkMarkdown(
  { content, objectives, key_takeaways: takeaways }: LessonDocument,
  turn: TurnOf,
): Promise<AnswerProblem[]> {
  if (Math.max(content.length, [...objectives, ...takeaways].join('').length) > LESSON_CHARACTERS)
    return [problem(`the text is longer than ${LESSON_CHARACTERS} characters: write less`)];
  if ((await readMarkdown(content, turn)) === null) return [problem('the Markdown is too complex: use fewer marks, or nest them less')];
  return [];
}
