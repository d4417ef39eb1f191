import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { mayKeep, notesOf, problem, type AnswerProblem, type UsableAnswer } from '#domain/generation/answers/answer-problem.ts';
import { askForStep, ServicesExhausted, type CourseStep, type LeftPart, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { lessonServices } from '#domain/generation/answers/roles.ts';
import { servicesWithRoom } from '#domain/generation/answers/small-models.queries.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { hasTwin, similarity, TWIN, SAME_FROM } from '#domain/generation/checks/check-duplicates.ts';
import { writingNeed } from '#domain/generation/outline/context-need.ts';
import { courseDocument } from '#domain/generation/outline/course-document.ts';
import { numberOf } from '#domain/generation/outline/course-plan.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { citedModuleDocument, moduleDocument } from '#domain/generation/prompts/documents.ts';
import { lessonKeys, type ModulePayload } from '#domain/generation/runs/stage-order.ts';
import { lessonPassages, passageBrief } from '#domain/generation/sources/source-material.queries.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { recordEvents, type RunEvent } from '#domain/platform/runs/run-event.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { addFinishedStep, noteTries } from '#domain/platform/steps/step.commands.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import type { FoundPassage } from '#domain/sources/passages.queries.ts';
import type { AnswerSchema } from '#domain/vendors/llm/answer-schema.ts';
import { failedTry, withTry } from '#domain/vendors/llm/outage-patience.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import {
  announceLesson,
  judgeText,
  lessonOutput,
  lessonTokens,
  writtenSentence,
  type LessonAnswer,
  type ModuleOutput,
} from './lesson.commands.ts';
import { lessonBrief, lessonMaterial, type LessonMaterial } from './lesson-material.queries.ts';
import { streamTexts } from './stream-lesson.command.ts';

type NumberedLesson = LessonAnswer & { readonly number: string };
interface ModuleAnswer {
  readonly lessons: NumberedLesson[];
}

/** A lesson of the answer, with what the checks found. */
interface Judged {
  readonly material: LessonMaterial;
  readonly value: LessonAnswer;
  readonly problems: readonly AnswerProblem[];
  readonly sketch: number[];
}

/**
 * Writes all lessons of a module in one call, so that they build on each other. While they arrive each can be read; those that pass their
 * checks are stored, in the transaction that ends this step, exactly as if each had been written by itself. A lesson that does not pass is
 * left to a step of its own, which sees the good ones; so are all lessons if no model is large enough for the call, or if no answer to it
 * can be used (decision 0050).
 * @throws what `askForStep` throws when the call should be tried again
 */
export async function writeModule(work: StepWork): Promise<void> {
  const { step } = work;
  const { lessons: ids } = step.payload as ModulePayload;
  const materials = await Promise.all(ids.map((id) => lessonMaterial(step.runId, id)));
  const [{ plan, research, placed }] = materials as [LessonMaterial, ...LessonMaterial[]];
  const module = plan.modules.find(({ lessons }) => lessons.includes(placed.planned))!;
  const passages = distinct((await Promise.all(materials.map((one) => lessonPassages(step, one)))).flat());
  const isCited = passages.length > 0;
  const schema: AnswerSchema<ModuleAnswer> = isCited ? citedModuleDocument : moduleDocument;
  const words = { module: placed.module + 1, title: module.title };
  const variables = {
    course: courseDocument(plan),
    research: research ?? {},
    passages: passages.map(passageBrief),
    module: { module: placed.module, title: module.title, summary: module.summary, lessons: materials.map(lessonBrief) },
  };
  const need = writingNeed(step.request, { prompt: 'write-module', variables, schema, lessons: ids.length });
  const cast = await servicesWithRoom(lessonServices(step.request, placed.module), need);
  if (cast.length === 0) return leave(step, { message: toSentence('Module {module}, {title}, is written lesson by lesson.', words) });
  let judged: Judged[] = [];
  try {
    const answer = await askForStep<ModuleAnswer>(work, {
      cast,
      purpose: 'lesson',
      prompt: 'write-module',
      variables,
      schema,
      tidy: ({ lessons }) => ({ lessons: lessons.map(tidyLesson) }),
      onPartial: streamTexts(step, (partial) => arrivedIn(partial, materials)),
      maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words * ids.length),
      hasParts: true,
      check: async (value, leaksIn) => {
        judged = await judgeModule(step, lessonsByPlan(value.lessons, materials), { passages, leaksIn });
        if (judged.some(({ problems }) => passes(problems))) return [];
        const none = problem('the answer has none of the lessons of <module>: write each, with its number');
        // no part of it is used
        return judged.length === 0 ? [none] : judged.flatMap(({ problems }) => problems.map(unkept));
      },
    });
    await store(step, { answer, judged, materials, passages });
  } catch (error) {
    const ended = endOf(step, error);
    if (ended === null) throw error;
    const left = Object.fromEntries(judged.map((one) => [one.material.placed.planned.lesson_id, leftOf(one, null)]));
    await leave(step, { ...ended, left, message: leftSentence(error, words) });
  }
}

/** Returns a problem of an answer of which nothing is used. */
function unkept(found: AnswerProblem): AnswerProblem {
  const { keep: _keep, ...rest } = found;
  return rest;
}

/** Tells whether a lesson of a module may be stored: without problems, or with those that no other answer could avoid. */
const passes = (problems: readonly AnswerProblem[]): boolean => mayKeep(problems, { rejected: 0, last: false });

const distinct = (passages: readonly FoundPassage[]): FoundPassage[] => [
  ...new Map(passages.map((passage) => [passage.passageId, passage])).values(),
];

const numberIn = (value: unknown): string | null => (typeof value === 'string' ? (/\d{1,3}\.\d{1,3}/.exec(value)?.[0] ?? null) : null);

/** Finds the planned lesson of each lesson of an answer: by its number, or by its place where an answer with all of them lacks numbers. */
function lessonsByPlan(
  answers: readonly NumberedLesson[],
  materials: readonly LessonMaterial[],
): { material: LessonMaterial; value: LessonAnswer }[] {
  const byNumber = materials.flatMap((material) => {
    const value = answers.find(({ number }) => numberIn(number) === numberOf(material.placed));
    return value ? [{ material, value }] : [];
  });
  const isInPlace = byNumber.length === 0 && answers.length === materials.length;
  return isInPlace ? materials.map((material, at) => ({ material, value: answers[at]! })) : byNumber;
}

/** Returns the texts of a partial answer: all but the last are whole. */
function arrivedIn(partial: unknown, materials: readonly LessonMaterial[]) {
  const { lessons } = (partial ?? {}) as { lessons?: unknown };
  const arrived = (Array.isArray(lessons) ? lessons : []) as ({ number?: unknown; content?: unknown } | null | undefined)[];
  return arrived.flatMap((one, at) => {
    const number = numberIn(one?.number);
    const material = materials.find(({ placed }) => numberOf(placed) === number) ?? materials[at];
    return material ? [{ lessonId: material.placed.planned.lesson_id, content: one?.content, isWhole: at < arrived.length - 1 }] : [];
  });
}

interface Judging {
  readonly passages: readonly FoundPassage[];
  readonly leaksIn: (part: unknown) => AnswerProblem[];
}

/** Checks each lesson of an answer like a lesson that is written by itself, and against the good ones before it. */
async function judgeModule(
  step: CourseStep,
  lessons: readonly Pick<Judged, 'material' | 'value'>[],
  { passages, leaksIn }: Judging,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { material, value } of lessons) {
    const good = judged.filter(({ problems }) => passes(problems));
    const beside = good.map((one) => ({ number: numberOf(one.material.placed), content: one.value.content, isEarlier: true }));
    const { problems, sketch } = await judgeText(step, material, value, { passages, beside });
    const isTwin = good.some((one) => similarity(one.sketch, sketch) >= SAME_FROM);
    judged.push({
      material,
      value,
      sketch,
      problems: [...problems, ...leaksIn(value), ...(isTwin ? [problem(TWIN, { cause: 'twin' })] : [])],
    });
  }
  return judged;
}

type Answered = UsableAnswer<ModuleAnswer>;

interface Storing {
  readonly answer: Answered;
  readonly judged: readonly Judged[];
  readonly materials: readonly LessonMaterial[];
  readonly passages: readonly FoundPassage[];
}

/** Stores the lessons that passed, each as a finished step of its own, and completes the module's step with what is left of the others. */
async function store(step: CourseStep, { answer, judged, materials, passages }: Storing): Promise<void> {
  const { service, inputHash, callId, by } = answer;
  const good = await Promise.all(
    judged
      .filter(({ problems }) => passes(problems))
      .map(async ({ material, value, problems, sketch }) => {
        const notes = notesOf(problems);
        return { material, notes, sketch, output: await lessonOutput(step, { value, notes, ...(by && { by }) }, { passages, sketch }) };
      }),
  );
  const bad = judged.filter(({ problems }) => !passes(problems));
  const left = Object.fromEntries(bad.map((one) => [one.material.placed.planned.lesson_id, leftOf(one, answer)]));
  await completeStep(step, {
    output: { left } satisfies ModuleOutput,
    service,
    inputHash,
    callId,
    also: async (trx) => {
      const events: RunEvent[] = [];
      for (const { material, notes, sketch, output } of good) {
        const { lesson_id: itemId, title } = material.placed.planned;
        // stored by another module at the same time
        if (await hasTwin(trx, { runId: step.runId, itemId }, sketch)) continue;
        const label = `${numberOf(material.placed)} ${title}`;
        await addFinishedStep(trx, step.runId, {
          job: 'write-lesson',
          key: lessonKeys(itemId).write,
          itemId,
          label,
          service,
          output,
          callId,
          inputHash,
        });
        await announceLesson(trx, step, itemId);
        events.push({ name: 'lesson.ready', message: writtenSentence({ notes, service }, material) });
      }
      if (events.length < materials.length)
        events.push({
          name: 'module.left',
          message: toSentence(
            'Part of module {module}, {title}, will be written separately: what {service} sent for it could not be used.',
            { module: materials[0]!.placed.module + 1, title: materials[0]!.placed.moduleTitle, service: SERVICE_NAMES[service] },
          ),
        });
      await recordEvents(trx, step.runId, events);
      await trx('lesson_stream').where({ step_id: step.stepId }).delete();
    },
  });
}

/** Returns what a lesson that did not pass leaves: its problems, and its text as a last resort. @param answer null if its call is not known */
function leftOf({ value, problems }: Judged, answer: Answered | null): LeftPart<LessonAnswer> {
  const isUsable = answer !== null && mayKeep(problems, { rejected: Infinity, last: true });
  return { problems: problems.map(({ text }) => text), usable: isUsable ? { ...answer, value, notes: notesOf(problems) } : null };
}

interface Ending {
  readonly message: Sentence;
  readonly left?: ModuleOutput['left'];
  /** All failed tries of the step. */
  readonly tried?: readonly FailedAttempt[];
}

/** Ends a module's step with nothing stored: its lessons are written one after the other. */
const leave = (step: CourseStep, { message, left = {}, tried = step.tried }: Ending): Promise<void> =>
  completeStep(step, {
    output: { left } satisfies ModuleOutput,
    also: async (trx) => {
      await noteTries(trx, step, tried);
      await trx('lesson_stream').where({ step_id: step.stepId }).delete();
    },
    event: { name: 'module.left', message },
  });

/**
 * Tells whether a failure ends the module's call: an answer that cannot be used is not asked for again as a whole, which costs as much as all
 * of its lessons. Null: the call is tried again.
 */
function endOf(step: CourseStep, error: unknown): Pick<Ending, 'tried'> | null {
  if (error instanceof ServicesExhausted) return { tried: error.tried };
  if (error instanceof ProductError) return {};
  const isFinal = error instanceof VendorFailure && (error.code === 'vendors.refused' || error.code === 'vendors.broken_output');
  return isFinal ? { tried: withTry(step.tried, failedTry(error)) } : null;
}

function leftSentence(error: unknown, words: { module: number; title: string }): Sentence {
  const service = error instanceof VendorFailure ? SERVICE_NAMES[error.service] : null;
  return service === null
    ? toSentence('Module {module}, {title}, could not be written at once. Its lessons are written one after the other.', words)
    : toSentence('{service} could not write module {module}, {title}, at once. Its lessons are written one after the other.', {
        service,
        ...words,
      });
}
