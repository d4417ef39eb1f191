import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import type { CourseStep } from '#domain/generation/answers/ask-for-step.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { checkWords } from '#domain/generation/checks/check-words.ts';
import type { LessonOutput } from '#domain/generation/lessons/assemble-lesson.ts';
import type { Replacement } from '#domain/generation/prompts/replacement-documents.ts';
import { carryCitations, losesAll } from '#domain/generation/sources/resolve-citations.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { applyReplacements, type Passages, type Replaced } from './replacements.ts';

/** A lesson in which passages are replaced. */
export type Mendable = Passages & Pick<LessonContent, 'objectives' | 'citations' | 'notes'>;

/**
 * Replaces passages of a lesson if what results passes the checks of any lesson: none of them may find what it did not find before. All or
 * nothing, because a problem does not say which passage has caused it.
 * @param lessons number of lessons in the course
 */
export async function mendLesson<Lesson extends Mendable>(
  step: CourseStep,
  lesson: Lesson,
  { given, lessons }: { readonly given: readonly Replacement[]; readonly lessons: number },
): Promise<Replaced<Lesson>> {
  const made = applyReplacements(lesson, given);
  if (made.applied.length === 0) return made;
  const before = new Set(await problemsOf(step, lesson, lessons));
  const worse = (await problemsOf(step, made.lesson, lessons)).filter((one) => !before.has(one));
  if (worse.length === 0 && !losesAll(lesson.citations ?? [], made.lesson.content)) return made;
  return {
    lesson,
    applied: [],
    refused: [...made.refused, ...made.applied.map((replacement) => ({ replacement, why: 'unsound' as const }))],
  };
}

async function problemsOf(step: CourseStep, lesson: Mendable, lessons: number): Promise<string[]> {
  const { quiz, exercises, workshop } = lesson;
  const problems = [
    // a passage changes no length that matters, and a problem of length would name the words
    ...checkLesson(lesson, step.request, { words: 0, lessons }),
    ...(await checkMarkdown(lesson, turnOfStep(step))),
    ...checkWords({ quiz, exercises, workshop }, step.request),
  ];
  return problems.map(({ text }) => text);
}

/** Returns what a step that corrects stores of a mended text. */
export async function mendedOutput(step: CourseStep, before: Mendable, mended: Mendable): Promise<LessonOutput> {
  const { content, objectives, key_takeaways, notes } = mended;
  const carried = before.citations && carryCitations({ content: before.content, citations: before.citations }, content);
  const read = { content, objectives, key_takeaways, ...carried };
  const text = await readMarkdown(read.content, turnOfStep(step));
  return {
    ...read,
    ...(text !== null && { text }),
    notes: notes as LessonOutput['notes'] & {},
    sketch: minHashSketch(read.content),
  };
}
