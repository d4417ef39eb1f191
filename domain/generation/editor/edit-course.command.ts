import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.queries.ts';
import { askForStep, ServicesExhausted, type CourseStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { editorServices } from '#domain/generation/answers/roles.ts';
import { servicesWithRoom } from '#domain/generation/answers/small-models.queries.ts';
import { assembleLesson } from '#domain/generation/lessons/assemble-lesson.ts';
import { callNeed } from '#domain/generation/outline/context-need.ts';
import { courseDocument } from '#domain/generation/outline/course-document.ts';
import { numberOf, placedLessons, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { editDocument, type CourseReplacement } from '#domain/generation/prompts/replacement-documents.ts';
import { runWork } from '#domain/generation/runs/course-of-run.ts';
import { database } from '#domain/platform/database.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { speaksAs } from '#domain/vendors/llm/voices.ts';
import type { EditPayload } from './course-edit.kind.ts';
import { applyReplacements, REPLACEMENT_BOUNDS } from './replacements.ts';

/** The output of a step that has read a part of a course. */
export interface EditOutput {
  readonly replacements: readonly CourseReplacement[];
  /** Place of the first lesson of the next part; null: all have been read, or nobody reads on. */
  readonly next: number | null;
  /** The model that has read it. */
  readonly by?: Authorship;
}

/** Tokens of an answer: sixteen replacements of two sentences each, with room for languages that take more. */
const ANSWER_TOKENS = 4_000;
/** Characters of the texts of one part: models read long prompts less closely. */
const PART_CHARACTERS = 120_000;

/** A lesson of the run, with its number. */
export interface NumberedLesson {
  readonly number: string;
  readonly lesson: LessonContent;
}

/** Returns the lessons of a run that edits, in reading order: as they are in its steps. */
export async function lessonsToEdit(runId: string): Promise<{ plan: CoursePlan; lessons: NumberedLesson[] }> {
  const work = await runWork(database(), runId);
  if (!work) throw new Error(`run ${runId} has no plan to edit by`);
  const lessons = placedLessons(work.plan).flatMap((placed) => {
    const lesson = assembleLesson(placed.planned, work.results);
    return lesson ? [{ number: numberOf(placed), lesson }] : [];
  });
  return { plan: work.plan, lessons };
}

/** Who has read a part: a citation whose sentence they have changed is not confirmed by the same voice. */
export interface Editor extends Pick<EditOutput, 'by'> {
  readonly service: Service | null;
}

/** Returns what all parts so far have found, in reading order, each with who has found it. */
export async function foundIn(runId: string): Promise<{ replacement: CourseReplacement; editor: Editor }[]> {
  const parts: { output: EditOutput; service: Service | null }[] = await database()('step')
    .where({ run_id: runId, job: 'edit-course', state: 'completed' })
    .orderBy('created_at')
    .select('output', 'service');
  return parts.flatMap(({ output: { replacements, by }, service }) =>
    replacements.map((replacement) => ({ replacement, editor: { service, ...(by && { by }) } })),
  );
}

/**
 * Has a service read a part of a course, as much of it as it can hold: one that wrote none of its lessons, if there is one. Its answer names
 * passages to replace, which a later step applies. If nobody can, the course stays as it is.
 */
export async function editCourse(work: StepWork): Promise<void> {
  const { step } = work;
  const { first } = step.payload as EditPayload;
  const [{ plan, lessons: written }, found] = await Promise.all([lessonsToEdit(step.runId), foundIn(step.runId)]);
  // what a part before has found to be wrong must not be taken for right by this one
  const lessons = written.map((one) => {
    const given = found.map(({ replacement }) => replacement).filter(({ lesson }) => lesson.trim() === one.number);
    return { ...one, lesson: applyReplacements(one.lesson, given).lesson };
  });
  const isAuthor = (service: Service) =>
    lessons.some(({ lesson: { written_by, written_with: by } }) => speaksAs({ service: written_by, by })(service));
  const { cast, part, variables } = await fittingPart(step, { plan, lessons, first, cast: editorServices(isAuthor) });
  const end = first + part.length;
  const words = { from: part[0]!.number, to: part.at(-1)!.number };
  try {
    const answer = await askForStep(work, {
      cast,
      purpose: 'editing',
      prompt: 'edit-course',
      variables,
      schema: editDocument,
      maxOutputTokens: ANSWER_TOKENS,
      leftMs: Infinity,
      check: () => [],
    });
    const { service, by } = answer;
    await completeStep(step, {
      output: {
        replacements: answer.value.replacements,
        next: end < lessons.length ? end : null,
        ...(by && { by }),
      } satisfies EditOutput,
      service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: readBy(SERVICE_NAMES[service], words, isAuthor(service)),
    });
  } catch (error) {
    if (!(error instanceof ServicesExhausted)) throw error;
    await completeStep(step, {
      output: { replacements: [], next: null } satisfies EditOutput,
      event: {
        name: 'course.not_edited',
        message: toSentence('No service could read lessons {from} to {to} together. They stay as they are.', words),
      },
    });
  }
}

/** Returns the log line of a part. By decision 0006, who reads its own text is no second check. */
function readBy(service: string, { from, to }: { from: string; to: string }, isAuthor: boolean): RunEvent {
  const words = { service, from, to };
  const message = isAuthor
    ? toSentence('{service} read lessons {from} to {to} together. It also wrote some of them, so this is no second check.', words)
    : toSentence('{service} read lessons {from} to {to} together.', words);
  return { name: 'course.read', message };
}

interface Reading {
  readonly plan: CoursePlan;
  readonly lessons: readonly NumberedLesson[];
  readonly first: number;
  readonly cast: readonly Service[];
}

/** Returns the longest part from a lesson on that a service can hold with nothing shortened, and those services; one lesson at least. */
async function fittingPart(step: CourseStep, { plan, lessons, first, cast }: Reading) {
  const partOf = (count: number) => {
    const part = lessons.slice(first, first + count);
    const others = lessons.filter((one) => !part.includes(one)).map((one) => digestOf(one, plan));
    return {
      part,
      variables: { bounds: REPLACEMENT_BOUNDS.perLesson, course: courseDocument(plan), others, texts: part.map(textsOf) },
    };
  };
  for (let count = lessons.length - first; count > 1; count -= 1) {
    const made = partOf(count);
    if (JSON.stringify(made.variables.texts).length > PART_CHARACTERS) continue;
    const need = callNeed(step.request, { prompt: 'edit-course', variables: made.variables, schema: editDocument }, ANSWER_TOKENS);
    const able = await servicesWithRoom(cast, need);
    if (able.length > 0) return { ...made, cast: able };
  }
  return { ...partOf(1), cast };
}

const digestOf = ({ number, lesson }: NumberedLesson, { shared }: CoursePlan) => ({
  number,
  title: lesson.title,
  takeaways: lesson.key_takeaways,
  terms: (shared?.terms ?? []).filter(({ lesson_id: id }) => id === lesson.lesson_id).map(({ term }) => term),
});

/** Leaves out fields without content, which cost tokens. */
const filled = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined && (value as unknown[]).length !== 0),
  );

/** Returns the texts of a lesson for its editor, with the ids that replacements name. */
const textsOf = ({ number, lesson: { title, content, key_takeaways, quiz, exercises, workshop } }: NumberedLesson) =>
  filled({
    number,
    title,
    content,
    takeaways: key_takeaways,
    questions: quiz.map(questionTexts),
    exercises: exercises.map(({ id, instructions, solution }) => filled({ id, instructions, solution })),
    workshop: workshop && {
      intro: workshop.intro,
      steps: workshop.steps.map(({ id, text, hint, explanation }) => filled({ id, text, hint, explanation })),
    },
  });

function questionTexts(item: QuizItem): Record<string, unknown> {
  const right = rightIdsOf(item);
  const textOf = (id: string) => optionsOf(item).find((option) => option.id === id)?.text ?? '';
  return filled({
    id: item.id,
    question: item.question,
    options: optionsOf(item).map(({ text }) => text),
    right: right.map(textOf),
    rubric: item.kind === 'short' ? item.rubric : [],
    feedback: item.kind === 'short' ? [] : item.options.flatMap(({ feedback = '' }) => (feedback === '' ? [] : [feedback])),
    explanation: item.explanation,
  });
}
