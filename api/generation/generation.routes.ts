import * as generation from '#contract/generation/generation.contract.ts';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import * as contract from '#contract/generation/outline-draft.contract.ts';
import { retryPractice as retryPracticeEndpoint } from '#contract/generation/retry-practice.contract.ts';
import * as control from '#contract/generation/run-control.contract.ts';
import * as topics from '#contract/generation/topics.contract.ts';
import { retryLesson } from '#domain/generation/lessons/retry-lesson.command.ts';
import { keepOutlineDraft, approveOutline } from '#domain/generation/outline/outline.commands.ts';
import { getOutlineDraft } from '#domain/generation/outline/outline-draft.queries.ts';
import { retryPractice } from '#domain/generation/practice/practice.commands.ts';
import { runUsage } from '#domain/generation/runs/run-usage.queries.ts';
import { awaitRun, runLog } from '#domain/platform/runs/run-envelope.queries.ts';
import { runEnvelope, runLesson, runResult, listCourseRuns, runForm } from '#domain/generation/runs/run.queries.ts';
import { startRun } from '#domain/generation/runs/course-run.commands.ts';
import { dropKeptTopic, keepTopic } from '#domain/generation/topics/kept-topic.commands.ts';
import { findInLibrary, listKeptTopics } from '#domain/generation/topics/topic.queries.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { prefersAsync } from '#api/platform/headers/prefer-async.ts';
import { cancelRun } from '#domain/platform/runs/run.commands.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';

/** Says that the run already existed: to get another one from the same form, send a new Idempotency-Key. */
const IDEMPOTENT_REPLAYED = 'Idempotent-Replayed';

export function mountGeneration(router: ApiRouter): void {
  mount(router, generation.generateCourse, async ({ user, body, header, requestId, signal }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId, created } = await startRun({ accountId, form: body, requestId, ...(idempotencyKey && { idempotencyKey }) });
    const location = {
      Location: generation.getGenerationStatus.path.replace(':task_id', runId),
      ...(!created && { [IDEMPOTENT_REPLAYED]: 'true' }),
    };

    const isAsync = prefersAsync(header('Prefer'));
    // a run that waits for its learner's approval would not end in time
    if (isAsync || body.review_outline) {
      const headers = { ...location, ...(isAsync && { 'Preference-Applied': 'respond-async' }) };
      return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
    }
    // never 408, because browsers repeat a POST after a 408
    const how = signal.aborted ? 'timeout' : await awaitRun(runId, { timeoutMs: config().generateWaitMs, signal });
    if (how === 'timeout') return { status: 202, body: await runEnvelope({ runId, accountId }), headers: location };
    return { status: 200, body: await runResult({ runId, accountId }), headers: location };
  });

  mount(router, generation.getGenerationStatus, async ({ user, params }) => ({
    status: 200,
    body: await runEnvelope({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, generation.getGenerationLesson, async ({ user, params }) => ({
    status: 200,
    body: await runLesson({ runId: params.task_id, lessonId: params.lesson_id, accountId: user.userId }),
  }));
}

export function mountOutlineDraft(router: ApiRouter): void {
  mount(router, contract.getOutlineDraft, async ({ user, params }) => ({
    status: 200,
    body: await getOutlineDraft({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, contract.keepOutlineDraft, async ({ user, params, body }) => ({
    status: 200,
    body: await keepOutlineDraft({
      runId: params.task_id,
      accountId: user.userId,
      draft: body.draft,
      baseVersion: body.base_version,
    }),
  }));
}

/** Mounts a learner's actions on a run. Must be mounted before routes whose first segment is an id. */
export function mountRunControl(router: ApiRouter): void {
  mount(router, control.listRuns, async ({ user, query }) => ({
    status: 200,
    body: await listCourseRuns({ accountId: user.userId, ...query }),
  }));

  mount(router, control.cancelRun, async ({ user, params, query }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    await cancelRun({ ...run, keep: query.keep });
    return { status: 200, body: await runEnvelope(run) };
  });

  mount(router, control.retryLesson, async ({ user, params, header, requestId }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await retryLesson({ runId: params.task_id, lessonId: params.lesson_id, accountId, requestId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(router, retryPracticeEndpoint, async ({ user, params, header, requestId }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await retryPractice({ runId: params.task_id, accountId, requestId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(router, control.retryRun, async ({ user, params, header }) => {
    const accountId = user.userId;
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const { runId } = await retryRun({ runId: params.task_id, accountId, idempotencyKey });
    const headers = { Location: getGenerationStatus.path.replace(':task_id', runId) };
    return { status: 202, body: await runEnvelope({ runId, accountId }), headers };
  });

  mount(router, control.approveOutline, async ({ user, params, body }) => {
    const run = { runId: params.task_id, accountId: user.userId };
    const { base_version: baseVersion, ...outline } = body;
    await approveOutline({ ...run, outline, baseVersion });
    return { status: 200, body: await runEnvelope(run) };
  });

  mount(router, control.runForm, async ({ user, params }) => ({
    status: 200,
    body: await runForm({ runId: params.task_id, accountId: user.userId }),
  }));

  mount(router, control.runLog, async ({ user, params, query }) => ({
    status: 200,
    body: await runLog({ runId: params.task_id, accountId: user.userId, skip: query.skip }),
  }));

  mount(router, control.runUsage, async ({ user, params }) => ({
    status: 200,
    body: await runUsage({ runId: params.task_id, accountId: user.userId }),
  }));
}

/** Mounts the topics that the demo library covers, and topics saved for later. */
export function mountTopics(router: ApiRouter): void {
  mount(router, topics.findInLibrary, async ({ user, query }) => ({
    status: 200,
    body: { library: await findInLibrary({ ...query, accountId: user.userId }) },
  }));
  const kept = async (accountId: string) => ({ status: 200, body: { topics: await listKeptTopics(accountId) } }) as const;
  mount(router, topics.listKeptTopics, ({ user }) => kept(user.userId));
  mount(router, topics.keepTopic, async ({ user, body }) => {
    await keepTopic({ accountId: user.userId, topic: body.topic });
    return kept(user.userId);
  });
  mount(router, topics.dropKeptTopic, async ({ user, params }) => {
    await dropKeptTopic({ accountId: user.userId, id: params.id });
    return kept(user.userId);
  });
}
