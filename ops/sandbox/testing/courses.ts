import * as z from 'zod';
import { courseFormSchema, type CourseFormInput } from '#contract/generation/course-form.contract.ts';
import type { QuestionKind, QuizItem } from '#contract/courses/quiz.contract.ts';
import { courseDocument } from '#domain/generation/outline/course-document.ts';
import { planFromOutline } from '#domain/generation/outline/course-plan.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import * as documents from '#domain/generation/prompts/documents.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { practiceFor } from '#contract/generation/course-size.ts';
import { orderQuiz, quizVariables } from '#domain/generation/practice/quiz-rules.ts';
import { renderPrompt, type PromptName } from '#domain/generation/prompts/render-prompt.ts';
import { answerPrompt, describePromptRequest, readPromptRequest, type AnswerOptions } from '../answers/answer.ts';

export type Outline = documents.OutlineDocument;
export interface WrittenLesson extends documents.LessonDocument {
  module: number;
  lesson: number;
  title: string;
  /** The tagged data that the product sends about this lesson. */
  brief: Record<string, unknown>;
}
export interface WrittenCourse {
  form: ReturnType<typeof courseFormSchema.parse>;
  outline: Outline;
  research: documents.ResearchDocument;
  lessons: WrittenLesson[];
  /** All text that a reader sees, outline included. */
  text: string;
}

const seeded: AnswerOptions = { seed: 'test', reviseShare: 0 };

/** Sends a real prompt of the product to the sandbox's authors, without HTTP. */
export function ask<T>(
  prompt: PromptName,
  variables: Record<string, unknown>,
  schema: z.ZodType<T>,
  options: Partial<AnswerOptions> = {},
): T {
  return JSON.parse(answerPrompt(readRequest(prompt, variables, schema), { ...seeded, ...options })) as T;
}

/** Stages after the writing know the wish with which a lesson was rewritten; most lessons are not rewritten. */
const AFTER_WRITING = new Set(['write-quiz', 'write-exercises', 'review-lesson', 'correct-lesson']);

/** Most courses are written without sources. */
const WITHOUT_SOURCES: Readonly<Record<string, object>> = {
  'draft-outline': { contents: [], passages: [] },
  'write-module': { passages: [] },
  'write-lesson': { passages: [], written: [] },
  'rewrite-lesson': { passages: [], written: [] },
  'review-lesson': { workshop: null, citations: [], course: {}, written: [] },
  'correct-lesson': { course: {} },
  'check-quiz': { workshop: null, citations: [] },
};

/** Returns how the sandbox parses a real prompt. `problems` are those of a first answer, none by default; by default there is no wish. */
export function readRequest(prompt: PromptName, variables: Record<string, unknown>, schema: z.ZodType) {
  const rendered = renderPrompt(prompt, {
    problems: [],
    ...(AFTER_WRITING.has(prompt) && { instruction: '' }),
    ...WITHOUT_SOURCES[prompt],
    ...variables,
  });
  return readPromptRequest({
    model: 'any',
    stream: false,
    schema: z.toJSONSchema(schema) as Record<string, unknown>,
    system: rendered.instructions,
    user: rendered.prompt,
    maxTokens: null,
  });
}

export const keyOf = (request: ReturnType<typeof readRequest>): string => describePromptRequest(request).key;

/** Returns a form as the product stores it, and the brief of every prompt. */
export function briefOf(input: Partial<CourseFormInput> & { topic: string }) {
  const form = courseFormSchema.parse({ age: 30, learning_goals: 'Understand it and use it', ...input });
  return { form, brief: { ...chosenFields(form), course_size: courseSize(form) } };
}

/** Returns the course's document for its authors. */
export const courseOf = (outline: Outline) => courseDocument(planFromOutline('test', outline, 0));

/** Writes a whole course as the product would, lesson by lesson; `only` limits the lessons. */
export function writeCourse(
  input: Partial<CourseFormInput> & { topic: string },
  options: Partial<AnswerOptions> = {},
  only = Infinity,
): WrittenCourse {
  const { form, brief } = briefOf(input);
  const outline = ask('draft-outline', { brief }, documents.outlineDocument, options);
  const research = ask('research-topic', { brief }, documents.researchDocument, options);
  const lessons: WrittenLesson[] = [];
  outline.modules.forEach((module, m) =>
    module.lessons.forEach((planned, l) => {
      if (lessons.length >= only) return;
      const about = {
        module: m,
        lesson: l,
        module_title: module.title,
        title: planned.title,
        summary: planned.summary,
        objectives: planned.objectives,
      };
      const variables = { brief, course: courseOf(outline), research, lesson: about };
      lessons.push({
        module: m,
        lesson: l,
        title: planned.title,
        brief: about,
        ...ask('write-lesson', variables, documents.lessonDocument, options),
      });
    }),
  );
  const text = JSON.stringify([outline, research, lessons.map(({ content, key_takeaways }) => [content, key_takeaways])]);
  return { form, outline, research, lessons, text };
}

/** Returns the quiz of a lesson as answered, and as a check receives it. */
export function quizOf(
  course: WrittenCourse,
  lesson: WrittenLesson,
  options: Partial<AnswerOptions> = {},
  kinds: readonly QuestionKind[] = [],
) {
  const { brief } = briefOf(course.form as never);
  const order = orderQuiz(lesson.module + lesson.lesson, practiceFor(course.form).count, { hasEarlier: false });
  const variables = quizVariables(kinds.length > 0 ? { ...order, kinds } : order, lesson.content);
  const document = ask(
    'write-quiz',
    { brief, lesson: lesson.brief, lesson_text: { content: lesson.content }, ...variables },
    documents.quizDocument,
    options,
  );
  const quiz = document.questions.map(({ kind, question, options: texts, correct_options: keys, explanation, rubric }, i): QuizItem => {
    const keyed = texts.map((text, at) => ({ id: 'abcdef'[at] as string, text }));
    const right = keys.map((key) => keyed[key]!.id);
    const asked = { id: `q${i + 1}`, question, explanation };
    if (kind === 'short') return { ...asked, kind, rubric };
    const options = keyed.toReversed();
    return kind === 'multiple' || kind === 'order'
      ? { ...asked, kind, options, answer_ids: right }
      : { ...asked, kind, options, answer_id: right[0]! };
  });
  return { document, quiz };
}

/** Counts words; in scripts without spaces two characters count as about one. */
export function countWords(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length + Math.round(dense / 2);
}
