import type { Knex } from 'knex';
import { citedSentences } from '#contract/courses/citation-markers.ts';
import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Brief, Cast, Part } from '#contract/operator/evaluations.contract.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { tidyLesson, tidyOutline, tidyQuiz } from '#domain/generation/answers/tidy-answer.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { lessonTokens } from '#domain/generation/lessons/lesson.commands.ts';
import { outlineBrief } from '#domain/generation/outline/course-plan.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { practiceFor, quizMaterial } from '#domain/generation/practice/practice-material.ts';
import { orderQuiz, quizVariables } from '#domain/generation/practice/quiz-rules.ts';
import {
  citedLessonDocument,
  citedReviewDocument,
  correctedDocument,
  lessonDocument,
  outlineDocument,
  quizDocument,
  reviewDocument,
  type CitationAnswer,
  type LessonDocument,
  type OutlineDocument,
  type ReviewDocument,
} from '#domain/generation/prompts/documents.ts';
import { blindQuiz } from '#domain/generation/practice/blind-quiz.ts';
import { renderPrompt } from '#domain/generation/prompts/render-prompt.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import type { EvaluationRequest, SamplePayload } from './evaluation.kind.ts';
import type { EvaluationSample } from './evaluation.model.ts';
import { measureSample, type SampleLesson, type SampleQuestion } from './measures.ts';

export type EvaluationWork<Payload> = Work<EvaluationRequest, Payload>;

/** Tokens of an answer besides a lesson's, at most: those that courses are asked for with. */
export const MOST_TOKENS = { outline: 16_000, practice: 6_000, review: 3_000 } as const;

/** The form of a brief, as a learner would have sent it who chose nothing else. */
export const formOf = ({ topic, difficulty }: Brief, language: CourseForm['language_preference']): CourseForm =>
  courseFormSchema.parse({
    age: 30,
    topic,
    learning_goals: topic,
    difficulty,
    duration: '1 week intensive',
    content_depth: 'detailed',
    interactive_elements: 'moderate',
    assessment_type: 'quizzes',
    language_preference: language,
  });

export const briefFor = (form: CourseForm) => ({ ...chosenFields(form), course_size: courseSize(form) });

interface Material {
  readonly form: CourseForm;
  readonly brief: object;
  readonly cast: Cast;
  /** What the lesson is to be written from. */
  readonly passage: string | null;
  readonly outline: OutlineDocument | null;
  readonly lesson: SampleLesson | null;
  readonly questions: readonly SampleQuestion[];
  readonly findings: readonly string[];
}

async function materialOf({ step }: EvaluationWork<SamplePayload>): Promise<Material> {
  const { brief: number, cast } = step.payload;
  const [evaluation, sample] = await Promise.all([
    database()('evaluation').where({ run_id: step.runId }).first('briefs', 'casts', 'language'),
    database()('evaluation_sample').where({ id: step.itemId! }).first('outline', 'lesson', 'questions', 'review'),
  ]);
  const brief: Brief = evaluation!.briefs[number]!;
  const form = formOf(brief, evaluation!.language);
  return {
    form,
    brief: briefFor(form),
    cast: evaluation!.casts[cast]!,
    passage: brief.passage ?? null,
    outline: sample!.outline,
    lesson: sample!.lesson,
    questions: sample!.questions ?? [],
    findings: sample!.review?.findings ?? [],
  };
}

const failure =
  ({ service, model }: Part) =>
  () =>
    new ProductError('vendors.failed', `${service} (${model}) could not do it.`);
type Made = Pick<Row<EvaluationSample>, 'outline' | 'lesson' | 'questions' | 'review' | 'corrected' | 'measures'>;

/** Returns the write of what was made, for the transaction that ends its step. */
const store = (sampleId: string, made: Partial<Made>, rest: Partial<Pick<Row<EvaluationSample>, 'problems'>> = {}) => {
  const asJson = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, JSON.stringify(value)])) as Record<
    keyof Made,
    string
  >;
  return (trx: Knex.Transaction) =>
    trx('evaluation_sample')
      .where({ id: sampleId })
      .update({ ...asJson, ...rest });
};

/** Drafts the outline of a sample. @throws ProductError vendors.failed; StepLost; CallAborted */
export async function draftSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { brief, form, cast } = await materialOf(work);
  const { value, ...answer } = await askServices(work, {
    only: cast.roles.outline,
    purpose: 'outline',
    prompt: (problems) => renderPrompt('draft-outline', { brief, contents: [], passages: [], problems }),
    schema: outlineDocument,
    maxOutputTokens: MOST_TOKENS.outline,
    problemsOf: ({ modules }) => (modules[0]?.lessons[0] ? [] : ['the outline has no lesson']),
    failure: failure(cast.roles.outline),
  });
  await completeStep(work.step, {
    output: {},
    ...answer,
    also: store(work.step.itemId!, { outline: tidyOutline(value, courseSize(form).lesson_words) }),
  });
}

/** The first lesson of a sample's outline, which is the one that is written. */
function firstOf(outline: OutlineDocument) {
  const [module] = outline.modules;
  const [lesson] = module!.lessons;
  return {
    title: lesson!.title,
    brief: {
      module: 0,
      lesson: 0,
      module_title: module!.title,
      title: lesson!.title,
      summary: lesson!.summary,
      objectives: lesson!.objectives,
    },
    outline: outlineBrief(outline),
  };
}

/**
 * Writes the lesson of a sample. Its text is taken as it comes: what the checks would have asked to be written again is counted, not hidden.
 * @throws like `draftSample`
 */
export async function writeSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { form, brief, cast, passage, outline } = await materialOf(work);
  const first = firstOf(outline!);
  const passages = passage === null ? [] : [{ passage_id: 'p1', source: 'notes', page: null, headings: [], text: passage }];
  const { value, ...answer } = await askServices<LessonDocument & { citations?: CitationAnswer[] }>(work, {
    only: cast.roles.lesson,
    purpose: 'lesson',
    prompt: (problems) =>
      renderPrompt('write-lesson', { brief, outline: first.outline, research: {}, lesson: first.brief, passages, problems }),
    schema: passage === null ? lessonDocument : citedLessonDocument,
    maxOutputTokens: lessonTokens(courseSize(form).lesson_words),
    failure: failure(cast.roles.lesson),
  });
  const { citations = [], ...written } = tidyLesson(value);
  const lesson: SampleLesson = { title: first.title, ...written, ...(passage !== null && { citations }) };
  const words = courseSize(form).lesson_words;
  const measures = measureSample(lesson, [], { form, words, passage });
  const problems = checkLesson(lesson, form, { words }).length;
  await completeStep(work.step, { output: {}, ...answer, also: store(work.step.itemId!, { lesson, measures }, { problems }) });
}

/** Writes the questions on a sample. @throws like `draftSample` */
export async function questionSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { form, brief, cast, passage, outline, lesson } = await materialOf(work);
  const { count } = practiceFor(form);
  const { value, ...answer } = await askServices(work, {
    only: cast.roles.practice,
    purpose: 'practice',
    prompt: (problems) =>
      renderPrompt('write-quiz', {
        brief,
        lesson: firstOf(outline!).brief,
        lesson_text: { content: lesson!.content },
        ...quizVariables(orderQuiz(0, count, { hasEarlier: false }), lesson!.content),
        instruction: '',
        problems,
      }),
    schema: quizDocument,
    maxOutputTokens: MOST_TOKENS.practice,
    failure: failure(cast.roles.practice),
  });
  const { questions } = tidyQuiz(value, count);
  const measures = measureSample(lesson!, questions, { form, words: courseSize(form).lesson_words, passage });
  await completeStep(work.step, { output: {}, ...answer, also: store(work.step.itemId!, { questions, measures }) });
}

/** Reviews a sample, as a course's lesson is. @throws like `draftSample` */
export async function reviewSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { brief, cast, outline, lesson, questions } = await materialOf(work);
  const sentences = citedSentences(lesson!.content);
  const citations = (lesson!.citations ?? []).map(({ marker, quote }) => ({ marker, sentence: sentences.get(marker) ?? '', quote }));
  const { value, ...answer } = await askServices<ReviewDocument>(work, {
    only: cast.roles.review,
    purpose: 'review',
    prompt: (problems) =>
      renderPrompt('review-lesson', {
        brief,
        lesson: firstOf(outline!).brief,
        lesson_text: { content: lesson!.content },
        practice_text: { quiz: blindQuiz(quizMaterial(work.step.itemId!, { questions: [...questions] }).quiz), exercises: [] },
        citations,
        instruction: '',
        problems,
      }),
    schema: citations.length > 0 ? citedReviewDocument : reviewDocument,
    maxOutputTokens: MOST_TOKENS.review,
    failure: failure(cast.roles.review),
  });
  await completeStep(work.step, {
    output: { verdict: value.verdict },
    ...answer,
    also: store(work.step.itemId!, { review: value }),
  });
}

/** Corrects a sample after its review, by its writer. @throws like `draftSample` */
export async function correctSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { form, brief, cast, passage, outline, lesson, questions, findings } = await materialOf(work);
  const { title, citations, content, objectives, key_takeaways } = lesson!;
  const { value, ...answer } = await askServices(work, {
    only: cast.roles.lesson,
    purpose: 'correction',
    prompt: (problems) =>
      renderPrompt('correct-lesson', {
        brief,
        lesson: firstOf(outline!).brief,
        lesson_text: { content, objectives, key_takeaways },
        practice_text: { quiz: blindQuiz(quizMaterial(work.step.itemId!, { questions: [...questions] }).quiz) },
        findings,
        instruction: '',
        problems,
      }),
    schema: correctedDocument,
    maxOutputTokens: lessonTokens(courseSize(form).lesson_words),
    failure: failure(cast.roles.lesson),
  });
  const { question_answers: _judged, ...text } = tidyLesson(value);
  const corrected: SampleLesson = { title, ...text, ...(citations && { citations }) };
  const measures = measureSample(corrected, questions, { form, words: courseSize(form).lesson_words, passage });
  await completeStep(work.step, { output: {}, ...answer, also: store(work.step.itemId!, { corrected, measures }) });
}

/** Ends an evaluation whose texts are written and judged. */
export async function closeEvaluation({ step }: EvaluationWork<unknown>): Promise<void> {
  await completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId: step.runId, result: {} }) });
}
