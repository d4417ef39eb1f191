import type { Knex } from 'knex';
import { citedSentences } from '#contract/courses/citation-markers.ts';
import { courseFormSchema, type CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Brief, Cast, Part } from '#contract/operator/evaluation-plan.contract.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { RESEARCH_SERVICES } from '#domain/generation/answers/roles.ts';
import { tidyLesson, tidyOutline, tidyQuiz, tidyResearch } from '#domain/generation/answers/tidy-answer.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { lessonTokens } from '#domain/generation/lessons/lesson.commands.ts';
import { courseDocument } from '#domain/generation/outline/course-document.ts';
import { planFromOutline } from '#domain/generation/outline/course-plan.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { practiceFor } from '#contract/generation/course-size.ts';
import { quizMaterial } from '#domain/generation/practice/practice-material.ts';
import { orderQuiz, quizVariables } from '#domain/generation/practice/quiz-rules.ts';
import {
  citedLessonDocument,
  citedLessonCheckDocument,
  correctedDocument,
  lessonDocument,
  outlineDocument,
  quizDocument,
  researchDocument,
  lessonCheckDocument,
  type CitationAnswer,
  type LessonDocument,
  type OutlineDocument,
  type ResearchDocument,
  type LessonCheckDocument,
} from '#domain/generation/prompts/documents.ts';
import { blindQuiz } from '#domain/generation/practice/blind-quiz.ts';
import { findingOf, isNamed } from '#domain/generation/prompts/replacement-documents.ts';
import { renderPrompt } from '#domain/generation/prompts/render-prompt.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import { researchKey, type BriefPayload, type EvaluationRequest, type SamplePayload } from './evaluation.kind.ts';
import type { EvaluationSample } from './evaluation.model.ts';
import { measureSample, type SampleLesson, type SampleQuestion } from './measures.ts';

export type EvaluationWork<Payload> = Work<EvaluationRequest, Payload>;

/** Maximum tokens of answers other than lessons, as for courses. */
export const MOST_TOKENS = { research: 4_000, outline: 16_000, practice: 6_000, review: 3_000 } as const;

/** Returns the form of a brief, as a learner would have sent it without changing any default. */
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

/** Returns the brief as the prompts show it: the chosen fields of the form and the size of the course. */
export const briefFor = (form: CourseForm) => ({ ...chosenFields(form), course_size: courseSize(form) });

interface Material {
  readonly form: CourseForm;
  readonly brief: object;
  readonly cast: Cast;
  /** The material for writing the lesson. */
  readonly passage: string | null;
  /** Number of lessons in a sample. */
  readonly lessons: number;
  /** Research on its brief, the same for every cast; null: there is none, as in a course whose research has failed. */
  readonly research: ResearchDocument | null;
  readonly outline: OutlineDocument | null;
  readonly lesson: SampleLesson | null;
  readonly questions: readonly SampleQuestion[];
  readonly findings: readonly string[];
  /** Number of problems in the lessons written so far. */
  readonly problems: number;
}

async function materialOf({ step }: EvaluationWork<SamplePayload>): Promise<Material> {
  const { brief: number, cast } = step.payload;
  const [evaluation, sample, researched] = await Promise.all([
    database()('evaluation').where({ run_id: step.runId }).first('briefs', 'casts', 'language'),
    database()('evaluation_sample').where({ id: step.itemId! }).first('outline', 'lesson', 'questions', 'review', 'problems'),
    database()('step')
      .where({ run_id: step.runId, key: researchKey(number), state: 'completed' })
      .first('output'),
  ]);
  const brief: Brief = evaluation!.briefs[number]!;
  const form = formOf(brief, evaluation!.language);
  return {
    form,
    brief: briefFor(form),
    cast: evaluation!.casts[cast]!,
    passage: brief.passage ?? null,
    // runs that began before samples had several lessons have one
    lessons: step.request.lessons ?? 1,
    problems: sample!.problems ?? 0,
    research: (researched?.output as ResearchOutput | undefined)?.research ?? null,
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

/** Returns the statement that stores the result, for the transaction that ends its step. */
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

interface ResearchOutput {
  readonly research: ResearchDocument;
}

/**
 * Researches a brief like a course's topic, with the first service that can: no cast has that role, and all casts get the same research.
 * @throws like `draftSample`
 */
export async function researchBrief(work: EvaluationWork<BriefPayload>): Promise<void> {
  const { step } = work;
  const evaluation = (await database()('evaluation').where({ run_id: step.runId }).first('briefs', 'language'))!;
  const brief = briefFor(formOf(evaluation.briefs[step.payload.brief] as Brief, evaluation.language));
  const part = researcher();
  const { value, ...answer } = await askServices(work, {
    only: part,
    purpose: 'research',
    prompt: (problems) => renderPrompt('research-topic', { brief, problems }),
    schema: researchDocument,
    maxOutputTokens: MOST_TOKENS.research,
    problemsOf: (found) => (found.current_practice.length + found.expert_insights.length > 0 ? [] : ['nothing was found']),
    failure: failure(part),
  });
  const output: ResearchOutput = { research: tidyResearch(value) };
  await completeStep(step, { output, ...answer });
}

/** Returns the service that researches a comparison's briefs: the first candidate that can be asked. */
export function researcher(): Part {
  const able = RESEARCH_SERVICES.find((service) => config().vendors[service].apiKey !== '') ?? RESEARCH_SERVICES[0]!;
  return { service: able, model: config().vendors[able].model };
}

/** Drafts the outline of a sample. @throws ProductError vendors.failed; StepLost; CallAborted */
export async function draftSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { brief, cast } = await materialOf(work);
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
    also: store(work.step.itemId!, { outline: tidyOutline(value) }),
  });
}

/** Returns the lessons of an outline that are written, with their positions. */
const rowOf = (outline: OutlineDocument, lessons: number) =>
  outline.modules
    .flatMap((module, number) =>
      module.lessons.map((lesson, at) => ({ ...lesson, module: number, lesson: at, module_title: module.title })),
    )
    .slice(0, lessons);

/** Returns the plan of one lesson of a sample's outline, or of all that are written together; null when the outline has too few. */
function lessonOf(outline: OutlineDocument, { lessons, at }: { readonly lessons: number; readonly at?: number }) {
  const row = rowOf(outline, lessons);
  const own = at === undefined ? row : row.slice(at, at + 1);
  const [first] = own;
  if (!first) return null;
  const title = own.map((one) => one.title).join('; ');
  return {
    title,
    brief: {
      module: first.module,
      lesson: first.lesson,
      module_title: first.module_title,
      title,
      summary: own.map(({ summary }) => summary).join(' '),
      objectives: own.flatMap(({ objectives }) => objectives),
    },
    course: courseDocument(planFromOutline('sample', outline, 0)),
  };
}

/** Appends a lesson to the earlier ones, each under its title. */
function inRow(before: SampleLesson, lesson: SampleLesson, at: number): SampleLesson {
  const head = at === 1 ? `# ${before.title}\n\n` : '';
  return {
    ...before,
    title: `${before.title}; ${lesson.title}`,
    content: `${head}${before.content}\n\n# ${lesson.title}\n\n${lesson.content}`,
    objectives: [...before.objectives, ...lesson.objectives],
    key_takeaways: [...before.key_takeaways, ...lesson.key_takeaways],
  };
}

/**
 * Writes a lesson of a sample. Its text is taken as it is: problems for which the checks would have requested it again are counted, not
 * hidden.
 * @throws like `draftSample`
 */
export async function writeSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { form, brief, cast, passage: given, lessons, research, outline, lesson: before, problems: found } = await materialOf(work);
  const at = work.step.payload.lesson ?? 0;
  const own = lessonOf(outline!, { lessons, at });
  if (!own) return void (await completeStep(work.step, { output: {} }));
  // the passage belongs to the first lesson: its markers begin at one
  const passage = at === 0 ? given : null;
  const passages = passage === null ? [] : [{ passage_id: 'p1', source: 'notes', page: null, headings: [], text: passage }];
  const { value, ...answer } = await askServices<LessonDocument & { citations?: CitationAnswer[] }>(work, {
    only: cast.roles.lesson,
    purpose: 'lesson',
    prompt: (problems) =>
      renderPrompt('write-lesson', {
        brief,
        course: own.course,
        research: research ?? {},
        lesson: own.brief,
        written: before ? [{ title: before.title, content: before.content }] : [],
        passages,
        problems,
      }),
    schema: passage === null ? lessonDocument : citedLessonDocument,
    maxOutputTokens: lessonTokens(courseSize(form).lesson_words),
    failure: failure(cast.roles.lesson),
  });
  const { citations = [], ...written } = tidyLesson(value);
  const alone: SampleLesson = { title: own.title, ...written, ...(passage !== null && { citations }) };
  const lesson = at === 0 ? alone : inRow(before!, alone, at);
  const words = courseSize(form).lesson_words;
  const measures = measureSample(lesson, [], { form, words: words * (at + 1), passage: given });
  const problems = found + checkLesson(alone, form, { words }).length;
  await completeStep(work.step, { output: {}, ...answer, also: store(work.step.itemId!, { lesson, measures }, { problems }) });
}

/** Writes the questions for a sample. @throws like `draftSample` */
export async function questionSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { form, brief, cast, passage, lessons, outline, lesson } = await materialOf(work);
  const { count } = practiceFor(form);
  const { value, ...answer } = await askServices(work, {
    only: cast.roles.practice,
    purpose: 'practice',
    prompt: (problems) =>
      renderPrompt('write-quiz', {
        brief,
        lesson: lessonOf(outline!, { lessons })!.brief,
        lesson_text: { content: lesson!.content },
        ...quizVariables(orderQuiz(0, count, { hasEarlier: false }), lesson!.content),
        instruction: '',
        problems,
      }),
    schema: quizDocument,
    maxOutputTokens: MOST_TOKENS.practice,
    failure: failure(cast.roles.practice),
  });
  const { questions, exercises } = tidyQuiz(value, count);
  const whole = { ...lesson!, exercises };
  const measures = measureSample(whole, questions, { form, words: courseSize(form).lesson_words * lessons, passage });
  await completeStep(work.step, { output: {}, ...answer, also: store(work.step.itemId!, { lesson: whole, questions, measures }) });
}

/** Checks a sample like a course's lesson. @throws like `draftSample` */
export async function checkSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { brief, cast, lessons, outline, lesson, questions } = await materialOf(work);
  const sentences = citedSentences(lesson!.content);
  const citations = (lesson!.citations ?? []).map(({ marker, quote }) => ({ marker, sentence: sentences.get(marker) ?? '', quote }));
  const { value, ...answer } = await askServices<LessonCheckDocument>(work, {
    only: cast.roles.review,
    purpose: 'review',
    prompt: (problems) =>
      renderPrompt('review-lesson', {
        brief,
        course: lessonOf(outline!, { lessons })!.course,
        written: [],
        lesson: lessonOf(outline!, { lessons })!.brief,
        lesson_text: { content: lesson!.content, key_takeaways: lesson!.key_takeaways },
        practice_text: { quiz: blindQuiz(quizMaterial(work.step.itemId!, { questions: [...questions] }).quiz), exercises: [] },
        workshop: null,
        citations,
        instruction: '',
        problems,
      }),
    schema: citations.length > 0 ? citedLessonCheckDocument : lessonCheckDocument,
    maxOutputTokens: MOST_TOKENS.review,
    failure: failure(cast.roles.review),
  });
  const given = value.replacements.filter(isNamed);
  // the samples of all models are corrected in the same way, as a whole
  const check: LessonCheckDocument =
    given.length === 0 ? value : { ...value, findings: [...value.findings, ...given.map(findingOf)], verdict: 'revise' };
  await completeStep(work.step, { output: { verdict: check.verdict }, ...answer, also: store(work.step.itemId!, { review: check }) });
}

/** Has a sample's writer correct it after its check. @throws like `draftSample` */
export async function correctSample(work: EvaluationWork<SamplePayload>): Promise<void> {
  const { form, brief, cast, passage, lessons, outline, lesson, questions, findings } = await materialOf(work);
  const { title, citations, content, objectives, key_takeaways } = lesson!;
  const { value, ...answer } = await askServices(work, {
    only: cast.roles.lesson,
    purpose: 'correction',
    prompt: (problems) =>
      renderPrompt('correct-lesson', {
        brief,
        course: lessonOf(outline!, { lessons })!.course,
        lesson: lessonOf(outline!, { lessons })!.brief,
        lesson_text: { content, objectives, key_takeaways },
        practice_text: { quiz: blindQuiz(quizMaterial(work.step.itemId!, { questions: [...questions] }).quiz) },
        findings,
        instruction: '',
        problems,
      }),
    schema: correctedDocument,
    maxOutputTokens: lessonTokens(courseSize(form).lesson_words * lessons),
    failure: failure(cast.roles.lesson),
  });
  const { question_answers: _judged, ...text } = tidyLesson(value);
  const corrected: SampleLesson = { title, ...text, ...(citations && { citations }) };
  const measures = measureSample(corrected, questions, { form, words: courseSize(form).lesson_words * lessons, passage });
  await completeStep(work.step, { output: {}, ...answer, also: store(work.step.itemId!, { corrected, measures }) });
}

/** Ends an evaluation whose texts are written and judged. */
export async function closeEvaluation({ step }: EvaluationWork<unknown>): Promise<void> {
  await completeStep(step, { output: {}, also: (trx) => completeRun(trx, { runId: step.runId, result: {} }) });
}
