import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { leastLessonWords, practiceFor } from '#contract/generation/course-size.ts';
import { orderQuiz, quizVariables } from '#domain/generation/practice/quiz-rules.ts';
import { exercisesDocument, lessonDocument, outlineDocument, quizDocument } from '#domain/generation/prompts/documents.ts';
import { renderPrompt, type PromptName } from '#domain/generation/prompts/render-prompt.ts';
import { formInWords } from '#domain/vendors/llm/call-model.ts';
import { ANSWER_SHARES, tokensIn } from '#domain/vendors/llm/compatible/fit-context.ts';
import { SCRIPTS } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import type { AskedModel } from '#domain/vendors/llm/profile/model-profile.ts';
import { courseSize, orderedLessons } from './course-size.ts';

/** Bytes of a word, including its space, by the script of a language; tokens are estimated from bytes (`tokensIn`). */
const BYTES_OF_WORD = { latin: 6, other: 12 } as const;
/** Minimum tokens of an answer: a plan's final task, thread and terms, a lesson in it, a question or exercise of a lesson, and the surrounding document. */
const LEAST = { plan: 600, planned: 80, practice: 160, frame: 150 } as const;
/** Rounded up to this many tokens, because it is an estimate. */
const STEP = 100;

interface Size {
  /** Tokens of the prompt that are always needed, including the form of its answer where the prompt says it. */
  readonly asked: number;
  /** Tokens that the answer needs at least. */
  readonly answered: number;
}

/** Bytes of a lesson's text of so many words. */
const textBytes = (form: CourseForm, words: number): number => words * BYTES_OF_WORD[SCRIPTS[form.language_preference] ? 'other' : 'latin'];

/** Returns the smallest context in which a call fits, with question and answer each within its share. */
const windowOf = ({ asked, answered }: Size): number =>
  Math.min(...ANSWER_SHARES.map((share) => Math.max(asked / (1 - share), answered / share)));

/** A server about which nothing is known. */
export const UNKNOWN_SERVER: AskedModel = { isOwn: true, profile: {} };

/**
 * Returns the context, in tokens, that this model needs for all calls of a course. Material that may be shortened to fit is not counted, and
 * lessons only with the length that they need for their parts, so that no course is refused which could be written.
 */
export function contextNeed(form: CourseForm, model: AskedModel = UNKNOWN_SERVER): number {
  const brief = { ...chosenFields(form), course_size: courseSize(form) };
  const lesson = { module: 0, lesson: 0, module_title: '', title: '', summary: '', objectives: [] };
  const practice = practiceFor(form);
  const text = ' '.repeat(textBytes(form, leastLessonWords(form)));
  const asked = (name: PromptName, variables: Record<string, unknown>, schema: Schema) =>
    tokensAsked(name, { brief, ...variables }, schema)(model);
  const isQuiz = practice.kind === 'quiz';
  const sizes: readonly Size[] = [
    {
      asked: asked('draft-outline', { contents: [], passages: [] }, outlineDocument),
      answered: LEAST.frame + LEAST.plan + orderedLessons(form) * LEAST.planned,
    },
    {
      asked: asked('write-lesson', { course: {}, research: {}, lesson, written: [], passages: [] }, lessonDocument),
      answered: LEAST.frame + tokensIn(text),
    },
    {
      asked: asked(
        isQuiz ? 'write-quiz' : 'write-exercises',
        {
          lesson,
          lesson_text: { content: text },
          ...(isQuiz ? quizVariables(orderQuiz(1, practice.count, { hasEarlier: true }), text) : { practice }),
          instruction: '',
        },
        isQuiz ? quizDocument : exercisesDocument,
      ),
      answered: LEAST.frame + practice.count * LEAST.practice,
    },
  ];
  return Math.ceil(Math.max(...sizes.map(windowOf)) / STEP) * STEP;
}

type Schema = Parameters<typeof formInWords>[0];

/** Estimates the tokens of a whole prompt, as it is written for a model. */
function tokensAsked(name: PromptName, variables: Record<string, unknown>, schema: Schema): (model: AskedModel) => number {
  const { instructions, prompt } = renderPrompt(name, { problems: [], ...variables });
  return (model) => tokensIn(instructions + prompt + formInWords(schema, model));
}

/** A text is longer than ordered as often as it is shorter, and has its marks and lists. */
const MARGIN = 1.3;

interface Call {
  readonly prompt: PromptName;
  /** Of the prompt, without the brief. */
  readonly variables: Record<string, unknown>;
  readonly schema: Schema;
}

/** What a model must hold and write in one call, in tokens. */
export interface Need {
  readonly holds: (model: AskedModel) => number;
  readonly writes: number;
}

/**
 * Returns what a model must hold and write for a call with nothing of its prompt shortened.
 * @param answered tokens of the answer
 */
export function callNeed(form: CourseForm, { prompt, variables, schema }: Call, answered: number): Need {
  const asked = tokensAsked(prompt, { brief: { ...chosenFields(form), course_size: courseSize(form) }, ...variables }, schema);
  return { holds: (model) => windowOf({ asked: asked(model), answered }), writes: answered };
}

/** Returns the need of a call that writes this many lessons. */
export const writingNeed = (form: CourseForm, { lessons, ...call }: Call & { readonly lessons: number }): Need =>
  callNeed(form, call, LEAST.frame + Math.ceil((lessons * textBytes(form, courseSize(form).lesson_words) * MARGIN) / 4));

/** The context that this model needs for a course ordered with the form's defaults. */
export const usualContextNeed = (model?: AskedModel): number =>
  contextNeed(courseFormSchema.parse({ age: 30, topic: 'Any', learning_goals: 'Any' }), model);
