import * as versions from '#contract/courses/course-versions.contract.ts';
import { acceptProposal } from '#domain/courses/proposals/accept-proposal.command.ts';
import { discardProposal } from '#domain/courses/proposals/discard-proposal.command.ts';
import { editLesson } from '#domain/courses/content/edit-lesson.command.ts';
import { listProposals } from '#domain/courses/proposals/list-proposals.queries.ts';
import { pinLesson } from '#domain/courses/content/pin-lesson.command.ts';
import { restoreVersion } from '#domain/courses/versions/restore-version.command.ts';
import { getVersion, listVersions } from '#domain/courses/versions/version.queries.ts';
import { rewriteModule } from '#domain/generation/rewrites/rewrite-module.command.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';
import { startRewrite } from '#domain/generation/rewrites/start-rewrite.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

export function mountCourseVersions(router: ApiRouter): void {
  mount(router, versions.regenerateLesson, async ({ user, params, body, header, requestId }) => {
    const accountId = user.userId;
    const { runId } = await startRewrite({
      accountId,
      courseId: params.course_id,
      lessonIds: [params.lesson_id],
      instruction: body.instruction,
      requestId,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    });
    return { status: 202, body: await runEnvelope({ runId, accountId }) };
  });

  mount(router, versions.regenerateModule, async ({ user, params, body, header, requestId }) => {
    const accountId = user.userId;
    const { runId } = await rewriteModule({
      accountId,
      courseId: params.course_id,
      module: params.module,
      instruction: body.instruction,
      requestId,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    });
    return { status: 202, body: await runEnvelope({ runId, accountId }) };
  });

  mount(router, versions.listProposals, async ({ user, params }) => ({
    status: 200,
    body: { proposals: await listProposals({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, versions.acceptProposal, async ({ user, params, body }) => ({
    status: 200,
    body: await acceptProposal({
      accountId: user.userId,
      courseId: params.course_id,
      taskId: params.task_id,
      ...(body.lesson_ids && { lessonIds: body.lesson_ids }),
      ...(body.base_prints && { basePrints: body.base_prints }),
    }),
  }));

  mount(router, versions.discardProposal, async ({ user, params }) => ({
    status: 200,
    body: await discardProposal({ accountId: user.userId, courseId: params.course_id, taskId: params.task_id }),
  }));

  mount(router, versions.editLesson, async ({ user, params, body }) => {
    const { base_version: baseVersion, base_print: basePrint, edit_session: editSession, ...changes } = body;
    return {
      status: 200,
      body: await editLesson({
        accountId: user.userId,
        courseId: params.course_id,
        lessonId: params.lesson_id,
        baseVersion,
        basePrint,
        editSession,
        changes,
      }),
    };
  });

  mount(router, versions.pinLesson, async ({ user, params, body }) => ({
    status: 200,
    body: await pinLesson({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id, pinned: body.pinned }),
  }));

  mount(router, versions.listVersions, async ({ user, params }) => ({
    status: 200,
    body: { versions: await listVersions({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, versions.getVersion, async ({ user, params }) => ({
    status: 200,
    body: await getVersion({ accountId: user.userId, courseId: params.course_id, number: params.number }),
  }));

  mount(router, versions.restoreVersion, async ({ user, params, body }) => ({
    status: 200,
    body: await restoreVersion({
      accountId: user.userId,
      courseId: params.course_id,
      number: params.number,
      ...(body.lesson_id !== undefined && { lessonId: body.lesson_id }),
    }),
  }));
}
