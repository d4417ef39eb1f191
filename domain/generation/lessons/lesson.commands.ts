import type { Knex } from 'knex';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { liveText, otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { moduleKey } from '#domain/generation/runs/stage-order.ts';
import { database } from '#domain/platform/database.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import type { AnswerSchema } from '#domain/vendors/llm/answer-schema.ts';
import type { AnswerProblem, UsableAnswer } from '#domain/generation/answers/answer-problem.ts';
import { askForStep, type CourseStep, type LeftPart, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { forgetUsableAnswer } from '#domain/generation/answers/discard-answer.command.ts';
import { courseDocument } from '#domain/generation/outline/course-document.ts';
import { countPlanned, numberOf, placedLessons } from '#domain/generation/outline/course-plan.ts';
import { checkContinuity } from '#domain/generation/checks/check-continuity.ts';
import { checkSubject } from '#domain/generation/checks/check-subject.ts';
import { checkDuplicates, findTwin, minHashSketch, refuseTwin, twinFailure } from '#domain/generation/checks/check-duplicates.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { writingNeed } from '#domain/generation/outline/context-need.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { citedLessonDocument, lessonDocument, type CitationAnswer, type LessonDocument } from '#domain/generation/prompts/documents.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { doubtFirst } from './doubt-first.command.ts';
import {
  digestOf,
  lessonBrief,
  lessonMaterial,
  writtenBeside,
  type LessonMaterial,
  type WrittenBeside,
} from './lesson-material.queries.ts';
import { lessonServices } from '#domain/generation/answers/roles.ts';
import { servicesWithRoom } from '#domain/generation/answers/small-models.queries.ts';
import { checkCitations, resolveCitations } from '#domain/generation/sources/resolve-citations.ts';
import { lessonPassages, passageBrief } from '#domain/generation/sources/source-material.queries.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import type { FoundPassage } from '#domain/sources/passages.queries.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import type { LessonOutput } from './assemble-lesson.ts';
import { streamLesson } from './stream-lesson.command.ts';

/** Returns the token limit of lessons with this many words in all, with a margin for markup and languages with more tokens per word. */
export const lessonTokens = (words: number) => words * 4 + 2_000;

export type LessonAnswer = LessonDocument & { readonly citations?: CitationAnswer[] };

/**
 * Writes one lesson, which can be read as soon as this has committed. Its author has the course's plan, and what is written of its module.
 * In a rewrite the prompt includes the live text and the learner's instruction, unless the course lacks the lesson.
 */
export async function writeLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.itemId!), vendorAvailability()]);
  const { rewrite, placed } = material;
  const lessonId = placed.planned.lesson_id;
  const neighbours = rewrite ? await otherTexts({ accountId: step.accountId, courseId: rewrite.courseId, lessonId }) : [];
  const [passages, beside, left] = await Promise.all([
    lessonPassages(step, material),
    writtenBeside(step.runId, material),
    leftByModule(step.runId, material),
  ]);
  // an answer stored by an older version has none yet
  let sketch: number[] | undefined;
  const cast = lessonServices(step.request, placed.number);
  const schema: AnswerSchema<LessonAnswer> = passages.length > 0 ? citedLessonDocument : lessonDocument;
  const answer = await askForStep<LessonAnswer>(work, {
    cast,
    availability,
    purpose: 'lesson',
    ...(await promptFor(step, material, { passages: passages.map(passageBrief), beside, cast, schema })),
    schema,
    tidy: tidyLesson,
    onPartial: streamLesson(step, lessonId),
    maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
    left,
    check: async (value) => {
      const judged = await judgeText(step, material, value, { passages, neighbours, beside });
      sketch = judged.sketch;
      return judged.problems;
    },
  });
  const stored = sketch ?? minHashSketch(answer.value.content);
  await completeStep(step, {
    output: await lessonOutput(step, answer, { passages, sketch: stored }),
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    also: async (trx) => {
      await refuseTwin(trx, step, stored, answer.service);
      await trx('lesson_stream').where({ step_id: step.stepId }).delete();
      await announceLesson(trx, step, lessonId);
    },
    event: { name: 'lesson.ready', message: writtenSentence(answer, material) },
  }).catch(async (error: unknown) => {
    if (!(error instanceof VendorFailure && error.flaw === 'twin')) throw error;
    await forgetUsableAnswer(step);
    const twin = await findTwin(step, stored);
    if (twin?.lessonId) await doubtFirst(step, twin.lessonId);
    throw twinFailure(answer.service, answer.notes);
  });
}

/** What a text is judged with besides its plan. `neighbours`: live texts of a rewritten course; `beside`: what is written of its module. */
interface Beside {
  readonly passages: readonly FoundPassage[];
  readonly neighbours?: readonly string[];
  readonly beside: readonly Pick<WrittenBeside, 'number' | 'content' | 'isEarlier'>[];
}

/** Checks a lesson's text, alone or in the answer of its module. @returns its problems, and its sketch for detecting duplicates */
export async function judgeText(
  step: CourseStep,
  { plan, placed, rewrite }: LessonMaterial,
  value: LessonAnswer,
  { passages, neighbours, beside }: Beside,
): Promise<{ problems: AnswerProblem[]; sketch: number[] }> {
  const lessonId = placed.planned.lesson_id;
  const own = { runId: step.runId, itemId: lessonId };
  const sketch = minHashSketch(value.content);
  const planned = placedLessons(plan).map((lesson) => lesson.planned);
  const twin = await findTwin(own, sketch);
  if (twin?.lessonId) await doubtFirst(step, twin.lessonId);
  const problems = [
    // a learner who requests a change may want another length too
    ...checkLesson(value, step.request, { lessons: countPlanned(plan), ...(rewrite?.instruction && { words: 0 }) }),
    ...(rewrite?.instruction
      ? []
      : [
          ...checkSubject(value.content, lessonId, planned),
          ...checkContinuity(value.content, { shared: plan.shared, lessonId, earlier: beside.filter(({ isEarlier }) => isEarlier) }),
        ]),
    ...(passages.length > 0 ? checkCitations(value, passages) : []),
    ...(await checkMarkdown(value, turnOfStep(step))),
    ...(await checkDuplicates(own, sketch, { neighbours, twin })),
  ];
  return { problems, sketch };
}

/** Returns what is stored of a lesson's answer. */
export async function lessonOutput(
  step: CourseStep,
  { value, notes, by }: Pick<UsableAnswer<LessonAnswer>, 'value' | 'notes' | 'by'>,
  { passages, sketch }: { readonly passages: readonly FoundPassage[]; readonly sketch: number[] },
): Promise<LessonOutput> {
  const { content, objectives, key_takeaways } = value;
  const read = { content, objectives, key_takeaways, ...(passages.length > 0 && resolveCitations(value, passages)) };
  const text = await readMarkdown(read.content, turnOfStep(step));
  return { ...read, ...(text !== null && { text }), notes, ...(by && { by }), sketch };
}

/** Tells the owner's apps that a lesson can be read, in the transaction that stores it. */
export async function announceLesson(trx: Knex.Transaction, step: CourseStep, lessonId: string): Promise<void> {
  const told = { type: 'lesson.ready', objectId: lessonId, data: { run_id: step.runId } } as const;
  await publishEvent(trx, { ...told, to: { accountId: step.accountId } });
}

/**
 * Returns the log line for a written lesson, including what it lacks. An unsuitable topic for the reader's age is not mentioned: it
 * concerns the order, not the answer.
 */
export function writtenSentence(
  { notes, service }: Pick<UsableAnswer<unknown>, 'service'> & { readonly notes: readonly LessonNote[] },
  { placed }: LessonMaterial,
): Sentence {
  const words = { service: SERVICE_NAMES[service], lesson: numberOf(placed), title: placed.planned.title };
  return notes.some((note) => note !== 'age')
    ? toSentence('{service} wrote lesson {lesson}, {title}. It falls short of the request; a note in the lesson says how.', words)
    : toSentence('{service} wrote lesson {lesson}, {title}.', words);
}

/** Returns what the answer with the lesson's whole module has left of it; null if it has left nothing. */
async function leftByModule(runId: string, { plan, placed }: LessonMaterial): Promise<LeftPart<LessonAnswer> | null> {
  const [first] = plan.modules.find(({ lessons }) => lessons.includes(placed.planned))?.lessons ?? [];
  if (!first) return null;
  const row = await database()('step')
    .where({ run_id: runId, key: moduleKey(first.lesson_id), state: 'completed' })
    .first('output');
  return (row?.output as ModuleOutput | undefined)?.left?.[placed.planned.lesson_id] ?? null;
}

/** The output of a step that wrote a module: what it has left of each lesson that it did not store, if anything. */
export interface ModuleOutput {
  readonly left: Readonly<Record<string, LeftPart<LessonAnswer>>>;
}

interface Asked {
  readonly passages: readonly object[];
  readonly beside: readonly WrittenBeside[];
  readonly cast: Parameters<typeof servicesWithRoom>[0];
  readonly schema: AnswerSchema<LessonAnswer>;
}

async function promptFor(
  step: CourseStep,
  material: LessonMaterial,
  { passages, beside, cast, schema }: Asked,
): Promise<{ prompt: 'rewrite-lesson' | 'write-lesson'; variables: Record<string, unknown> }> {
  const { plan, rewrite, placed } = material;
  const live = rewrite && (await liveText({ accountId: step.accountId, courseId: rewrite.courseId, lessonId: placed.planned.lesson_id }));
  const prompt = live ? 'rewrite-lesson' : 'write-lesson';
  const common = { course: courseDocument(plan), research: material.research ?? {}, lesson: lessonBrief(material), passages };
  const variables = { ...common, ...(live && { lesson_text: live, instruction: rewrite.instruction }) };
  const texts = beside.map(({ number, title, content }) => ({ number, title, content }));
  const whole = { ...variables, written: texts };
  if (texts.length === 0) return { prompt, variables: whole };
  // whoever is asked first decides; another one gets what of it fits
  const able = await servicesWithRoom(cast, writingNeed(step.request, { prompt, variables: whole, schema, lessons: 1 }));
  const [first] = await servicesWithRoom(cast, { holds: () => 0, writes: 0 });
  const isHeld = first === undefined || able.includes(first);
  return { prompt, variables: isHeld ? whole : { ...variables, written: beside.map((one) => digestOf(one, plan)) } };
}
