import type { Knex } from 'knex';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { liveText, otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { startRewrite } from '#domain/generation/rewrites/rewrite.commands.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { advanceRun, lockRun } from '#domain/platform/runs/advance-run.command.ts';
import { requeueRun, otherRun, readFailedRun, assertCapacityToResume } from '#domain/platform/runs/retry.commands.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { storeRunKey, findRunByKey, type SentRequest } from '#domain/platform/runs/run-key.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { dropLiveSteps, reopenSteps } from '#domain/platform/steps/step.commands.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import type { StepHold } from '#domain/platform/steps/step.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { assertSpendAllowed } from '#domain/vendors/llm/add-spend.command.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { forgetUsableAnswer } from '#domain/generation/answers/discard-answer.command.ts';
import {
  countPlanned,
  numberOf,
  outlineBrief,
  placedLessons,
  type CoursePlan,
  type PlacedLesson,
} from '#domain/generation/outline/course-plan.ts';
import { checkSubject } from '#domain/generation/checks/check-subject.ts';
import { checkDuplicates, findTwin, minHashSketch, refuseTwin, twinFailure } from '#domain/generation/checks/check-duplicates.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { citedLessonDocument, lessonDocument, type CitationAnswer, type LessonDocument } from '#domain/generation/prompts/documents.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { doubtFirst } from './doubt-first.command.ts';
import { lessonBrief, lessonMaterial, type LessonMaterial } from './lesson-material.queries.ts';
import { lessonServices } from '#domain/generation/answers/roles.ts';
import { checkCitations, resolveCitations } from '#domain/generation/sources/resolve-citations.ts';
import { lessonPassages, passageBrief } from '#domain/generation/sources/source-material.queries.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import type { LessonOutput } from './assemble-lesson.ts';

/** Returns the token limit of a lesson with this many words, with a margin for markup and languages with more tokens per word. */
export const lessonTokens = (words: number) => words * 4 + 2_000;

type Answer = LessonDocument & { readonly citations?: CitationAnswer[] };

/**
 * Writes one lesson, which can be read as soon as this has committed. In a rewrite the prompt includes the live text and the learner's
 * instruction, unless the course lacks the lesson.
 */
export async function writeLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.itemId!), vendorAvailability()]);
  const { rewrite, placed } = material;
  const lessonId = placed.planned.lesson_id;
  const neighbours = rewrite ? await otherTexts({ accountId: step.accountId, courseId: rewrite.courseId, lessonId }) : [];
  const passages = await lessonPassages(step, material);
  // an answer stored by an older version has none yet
  let sketch: number[] | undefined;
  const answer = await askForStep<Answer>(work, {
    cast: lessonServices(step.request, material.placed.number),
    availability,
    purpose: 'lesson',
    ...(await promptFor(step.accountId, material, passages.map(passageBrief))),
    schema: passages.length > 0 ? citedLessonDocument : lessonDocument,
    tidy: tidyLesson,
    onPartial: streamLesson(step),
    maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
    // a learner who requests a change may want another length too
    check: async (value) => {
      sketch = minHashSketch(value.content);
      const own = checkLesson(value, step.request, {
        lessons: countPlanned(material.plan),
        ...(material.rewrite?.instruction && { words: 0 }),
      });
      const planned = placedLessons(material.plan).map((lesson) => lesson.planned);
      const subject = rewrite?.instruction ? [] : checkSubject(value.content, lessonId, planned);
      const cited = passages.length > 0 ? checkCitations(value, passages) : [];
      const twin = await findTwin(step, sketch);
      if (twin?.lessonId) await doubtFirst(step, twin.lessonId);
      return [
        ...own,
        ...subject,
        ...cited,
        ...(await checkMarkdown(value, turnOfStep(step))),
        ...(await checkDuplicates(step, sketch, { neighbours, twin })),
      ];
    },
  });
  const { citations: _asked, ...lesson } = answer.value;
  const resolved = passages.length > 0 ? resolveCitations(answer.value, passages) : {};
  const read = { ...lesson, ...resolved };
  const text = await readMarkdown(read.content, turnOfStep(step));
  const stored = sketch ?? minHashSketch(answer.value.content);
  await completeStep(step, {
    output: {
      ...read,
      ...(text !== null && { text }),
      notes: answer.notes,
      ...(answer.by && { by: answer.by }),
      sketch: stored,
    } satisfies LessonOutput,
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    also: async (trx) => {
      await refuseTwin(trx, step, stored, answer.service);
      await trx('lesson_stream').where({ step_id: step.stepId }).delete();
      const told = { type: 'lesson.ready', objectId: lessonId, data: { run_id: step.runId } } as const;
      await publishEvent(trx, { ...told, to: { accountId: step.accountId } });
    },
    event: {
      name: 'lesson.ready',
      message: writtenSentence(answer.notes, {
        service: SERVICE_NAMES[answer.service],
        lesson: numberOf(material.placed),
        title: material.placed.planned.title,
      }),
    },
  }).catch(async (error: unknown) => {
    if (!(error instanceof VendorFailure && error.flaw === 'twin')) throw error;
    await forgetUsableAnswer(step);
    const twin = await findTwin(step, stored);
    if (twin?.lessonId) await doubtFirst(step, twin.lessonId);
    throw twinFailure(answer.service, answer.notes);
  });
}

/**
 * Returns the log line for a written lesson, including what it lacks. An unsuitable topic for the reader's age is not mentioned: it
 * concerns the order, not the answer.
 */
const writtenSentence = (notes: readonly LessonNote[], words: { service: string; lesson: string; title: string }): Sentence =>
  notes.some((note) => note !== 'age')
    ? toSentence('{service} wrote lesson {lesson}, {title}. It falls short of the request; a note in the lesson says how.', words)
    : toSentence('{service} wrote lesson {lesson}, {title}.', words);

async function promptFor(
  accountId: string,
  material: LessonMaterial,
  passages: readonly object[],
): Promise<{ prompt: string; variables: Record<string, unknown> }> {
  const { plan } = material;
  const outline = outlineBrief({ title: plan.title, modules: plan.outline ?? plan.modules });
  const variables = { outline, research: material.research ?? {}, lesson: lessonBrief(material), passages };
  const { rewrite, placed } = material;
  const live = rewrite && (await liveText({ accountId, courseId: rewrite.courseId, lessonId: placed.planned.lesson_id }));
  if (!live) return { prompt: 'write-lesson', variables };
  return { prompt: 'rewrite-lesson', variables: { ...variables, lesson_text: live, instruction: rewrite.instruction } };
}

/** After the first words, which are stored at once, the text is stored at most this often. */
const STORE_EVERY_MS = 1_000;

/**
 * Returns a function that stores a streaming lesson, finished blocks only, one write at a time. A worker that has lost its claim writes
 * nothing, so that readers never see two texts mixed. It is only a preview: if the database is unavailable, the next block, or the finished
 * lesson, replaces it.
 * @returns a function that receives each partial answer
 */
export function streamLesson({ stepId, fence }: StepHold): (partial: unknown) => void {
  let last = -Infinity;
  let shown = '';
  let isBusy = false;
  return (partial) => {
    const { content } = partial as { content?: unknown };
    if (isBusy || typeof content !== 'string' || performance.now() - last < STORE_EVERY_MS) return;
    const text = finishedBlocks(content);
    if (text === '' || text === shown) return;
    isBusy = true;
    last = performance.now();
    shown = text;
    void rowsOf(
      database(),
      sql`insert into lesson_stream (step_id, fence, content)
          select id, fence, ${text} from step where id = ${stepId} and fence = ${fence} and state = 'running'
          on conflict (step_id) do update set fence = excluded.fence, content = excluded.content
           where lesson_stream.fence <= excluded.fence`,
    )
      .catch(() => undefined)
      .finally(() => (isBusy = false));
  };
}

interface Retry {
  readonly runId: string;
  readonly accountId: string;
  readonly lessonId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Writes one failed lesson again, or the failed practice of a written one, and nothing else. In a live run that step starts again with all
 * services, and later steps follow as usual. A run that failed after its outline resumes with this lesson. A run that was completed without
 * it does not change: a separate run writes the lesson, or its practice, and adds it to the course. Repeating the idempotency key returns
 * the same run and does nothing, even if the lesson was written or has failed again meanwhile.
 * @returns the run that writes the lesson
 * @throws ProductError not_found; run.lesson_not_failed; run.ended when nothing can be resumed and there is no course to add to;
 * idempotency.body_mismatch; tokens.insufficient; spend.user_cap, spend.install_cap; queue.full
 */
export async function retryLesson({ runId, accountId, lessonId, requestId, idempotencyKey }: Retry): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  const sent = { accountId, key: idempotencyKey, fingerprint: ['retry-lesson', runId, lessonId] } satisfies SentRequest;
  const earlier = await findRunByKey(database(), sent);
  if (earlier) return { runId: earlier };
  await assertSpendAllowed(accountId);
  await assertCapacityToResume({ runId, accountId });
  const { leadsTo, courseId, steps } = await transact(async (trx): Promise<Retried> => {
    await lockRun(trx, runId);
    // a concurrent duplicate locked the run's row first
    const theirs = await findRunByKey(trx, sent);
    if (theirs) return { ...NOTHING_TO_DO, leadsTo: theirs };
    const run = await trx('run')
      .join('course_run', 'run_id', 'id')
      .where({ id: runId, account_id: accountId })
      .first('status', 'plan', 'course_id', 'kind');
    if (!run) throw notFound('run');
    const placed = run.plan && placedLessons(run.plan as CoursePlan).find(({ planned }) => planned.lesson_id === lessonId);
    if (!placed) throw notFound('lesson');
    const isLive = run.status === 'running' || run.status === 'queued';
    if (!isLive && !(run.status === 'failed' && run.kind === 'course')) {
      if (run.status !== 'completed' || run.kind !== 'course') throw new ProductError('run.ended');
      return { ...NOTHING_TO_DO, leadsTo: null, courseId: run.course_id };
    }
    const added = isLive
      ? await retryInRun(trx, { id: runId, kind: run.kind }, placed)
      : await retryFailedRun(trx, { runId, accountId }, placed);
    await storeRunKey(trx, sent, runId);
    return { leadsTo: runId, courseId: null, steps: added };
  }).catch(async (error: unknown) => ({ ...NOTHING_TO_DO, leadsTo: await otherRun(error, sent, runId) }));
  if (courseId !== null) {
    const ofCourse = { accountId, courseId, lessonIds: [lessonId], instruction: '', missingFromRun: runId };
    const rewrite = await startRewrite({ ...ofCourse, requestId, idempotencyKey, fingerprint: sent.fingerprint });
    return { runId: rewrite.runId };
  }
  await dispatchOutbox(steps);
  await admitAfter('a retry');
  return { runId: leadsTo };
}

/** Either the run that writes the lesson, or the course that needs it. */
type Retried = { steps: string[] } & ({ leadsTo: string; courseId: null } | { leadsTo: null; courseId: string });
const NOTHING_TO_DO = { steps: [] as string[], courseId: null };

/** Retries within the live run. @returns ids of steps to dispatch after the commit @throws ProductError run.lesson_not_failed */
async function retryInRun(
  trx: Knex.Transaction,
  { id: runId, kind }: { id: string; kind: string },
  placed: PlacedLesson,
): Promise<string[]> {
  const { write, practice } = lessonKeys(placed.planned.lesson_id);
  const [reopened] = await reopenSteps(trx, { runId, keys: [write, practice] });
  if (reopened === undefined) throw new ProductError('run.lesson_not_failed');
  // an assembly in progress would omit the lesson: cancel it; it is added again when the lesson has ended
  await dropLiveSteps(trx, runId, ['assemble', 'finish']);
  await recordEvent(trx, runId, 'lesson.retried', retryWords(placed, reopened === practice));
  return advanceRun(trx, { id: runId, kind });
}

/** Resumes a failed run. @throws ProductError run.lesson_not_failed; run.ended; tokens.insufficient */
async function retryFailedRun(trx: Knex.Transaction, failed: { runId: string; accountId: string }, placed: PlacedLesson): Promise<[]> {
  const run = await readFailedRun(trx, failed);
  const reopened = run && (await requeueRun(trx, run, { by: 'owner', keys: [lessonKeys(placed.planned.lesson_id).write] }));
  if (reopened?.length !== 1) throw new ProductError('run.lesson_not_failed');
  await recordEvent(trx, failed.runId, 'lesson.retried', retryWords(placed, false));
  return [];
}

function retryWords(placed: PlacedLesson, isPractice: boolean): Sentence {
  const values = { lesson: numberOf(placed), title: placed.planned.title };
  return isPractice
    ? toSentence('The practice of lesson {lesson}, {title}, is written again at your request.', values)
    : toSentence('Lesson {lesson}, {title}, is being rewritten at your request.', values);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns the finished blocks of a streaming Markdown text. A block is finished when a blank line follows it outside code. While the first
 * block is unfinished, its words so far are returned, so that reading can begin at once.
 */
export function finishedBlocks(markdown: string): string {
  let fence: string | null = null;
  let end = 0;
  let at = 0;
  for (const line of markdown.split('\n').slice(0, -1)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    at += line.length + 1;
    if (fence === null && line.trim() === '' && markdown.slice(0, at).trim() !== '') end = at;
  }
  const finished = markdown.slice(0, end).trimEnd();
  // nothing to read yet if there is only a heading, or the beginning of code or a table
  if (finished !== '' && !/^#{1,6} [^\n]*$/.test(finished)) return finished;
  const rest = markdown.slice(end);
  const isProse = /^(?:[\p{L}"“«¿¡„]|\*\*)/u.test(rest.trimStart());
  const words = isProse ? rest.slice(0, Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('。') + 1, 0)).trim() : '';
  return [finished, words].filter(Boolean).join('\n\n');
}
