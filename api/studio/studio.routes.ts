import * as contract from '#contract/studio/creator-batches.contract.ts';
import * as studio from '#contract/studio/creator-courses.contract.ts';
import * as creatorFigures from '#contract/studio/creator-figures.contract.ts';
import * as figures from '#contract/studio/creator-movements.contract.ts';
import * as payouts from '#contract/studio/creator-payouts.contract.ts';
import { payoutStanding, statementOf } from '#domain/billing/payouts/payouts.queries.ts';
import { statementCsv } from '#domain/billing/payouts/statement-csv.ts';
import { statementPdf } from '#domain/billing/payouts/statement-pdf.ts';
import { openPayoutPages, startOnboarding, syncPayoutAccount } from '#domain/billing/payouts/sync-payout-account.command.ts';
import { lessonStops } from '#domain/market/lesson-questions.queries.ts';
import { actOnBatch } from '#domain/operator/batches/act-on-batch.command.ts';
import {
  assertOwnBatch,
  listCreatorBatches,
  listCreatorItems,
  readCreatorBatch,
  readCreatorItem,
} from '#domain/operator/batches/creator-batches.queries.ts';
import { estimateCreatorBatch, planCreatorBatch } from '#domain/operator/batches/plan-batch.command.ts';
import {
  createCreatorCourse,
  editCreatorCourse,
  duplicateCreatorCourse,
  deleteCreatorCourse,
} from '#domain/studio/creator-course.commands.ts';
import { creatorAnalytics, creatorStats } from '#domain/studio/creator-figures.queries.ts';
import { getCreatorCourse, listCreatorCourses, listEarners } from '#domain/studio/creator-course.queries.ts';
import { allSaleMovements, creatorRevenue, saleMovements } from '#domain/studio/creator-movements.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { movementsCsv } from '#domain/studio/movements-csv.ts';

export function mountCreatorCourses(router: ApiRouter): void {
  mount(router, studio.listCreatorCourses, async ({ user, query }) => ({
    status: 200,
    body: await listCreatorCourses({ accountId: user.userId, ...query }),
  }));
  mount(router, studio.listEarners, async ({ user }) => ({
    status: 200,
    body: { courses: await listEarners({ accountId: user.userId }) },
  }));

  mount(router, studio.createCreatorCourse, async ({ user, body, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    return { status: 201, body: { course: await createCreatorCourse({ accountId: user.userId, fields: body, idempotencyKey }) } };
  });

  mount(router, studio.getCreatorCourse, async ({ user, params }) => ({
    status: 200,
    body: { course: await getCreatorCourse({ accountId: user.userId, courseId: params.course_id }) },
  }));

  mount(router, studio.editCreatorCourse, async ({ user, params, body: { version, ...fields } }) => ({
    status: 200,
    body: { course: await editCreatorCourse({ accountId: user.userId, courseId: params.course_id, version, fields }) },
  }));

  mount(router, studio.duplicateCreatorCourse, async ({ user, params, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const course = await duplicateCreatorCourse({ accountId: user.userId, courseId: params.course_id, idempotencyKey });
    return { status: 201, body: { course } };
  });

  mount(router, studio.deleteCreatorCourse, async ({ user, params }) => {
    await deleteCreatorCourse({ accountId: user.userId, courseId: params.course_id });
    return { status: 200, body: { message: 'Course deleted' } };
  });
}

/** Mounts creators' batches over their own courses. */
export function mountCreatorBatches(router: ApiRouter): void {
  mount(router, contract.planCreatorBatch, async ({ user, body, requestId }) => {
    const { batchId, badRows } = await planCreatorBatch(body, { accountId: user.userId, requestId });
    return { status: 200, body: { batch: await readCreatorBatch({ creatorId: user.userId, batchId }), bad_rows: [...badRows] } };
  });

  mount(router, contract.estimateCreatorBatch, async ({ user, body }) => ({
    status: 200,
    body: await estimateCreatorBatch(body, user.userId),
  }));

  mount(router, contract.listCreatorBatches, async ({ user }) => ({
    status: 200,
    body: { batches: await listCreatorBatches(user.userId) },
  }));

  mount(router, contract.readCreatorBatch, async ({ user, params, query }) => {
    const owned = { creatorId: user.userId, batchId: params.batch_id };
    return { status: 200, body: { batch: await readCreatorBatch(owned), items: await listCreatorItems(owned, query.page) } };
  });

  mount(router, contract.readCreatorBatchItem, async ({ user, params }) => ({
    status: 200,
    body: { lessons: await readCreatorItem({ creatorId: user.userId, batchId: params.batch_id, courseId: params.course_id }) },
  }));

  mount(router, contract.actOnCreatorBatch, async ({ user, params, body, requestId }) => {
    const owned = { creatorId: user.userId, batchId: params.batch_id };
    await assertOwnBatch(owned);
    await actOnBatch({ batchId: params.batch_id, ...body }, { accountId: user.userId, requestId });
    return { status: 200, body: await readCreatorBatch(owned) };
  });
}

export function mountCreatorFigures(router: ApiRouter): void {
  mount(router, creatorFigures.getCreatorStats, async ({ user }) => ({
    status: 200,
    body: await creatorStats({ accountId: user.userId }),
  }));

  mount(router, creatorFigures.getCreatorAnalytics, async ({ user, query }) => ({
    status: 200,
    body: await creatorAnalytics({ accountId: user.userId, months: query.months }),
  }));
}

export function mountCreatorMovements(router: ApiRouter): void {
  mount(router, figures.getRevenue, async ({ user, query }) => ({
    status: 200,
    body: await creatorRevenue({ accountId: user.userId, query }),
  }));

  mount(router, figures.listSaleMovements, async ({ user, query }) => ({
    status: 200,
    body: await saleMovements({ accountId: user.userId, query }),
  }));

  mount(router, figures.getSaleMovementsCsv, async ({ user, query }) => ({
    status: 200,
    body: movementsCsv(await allSaleMovements({ accountId: user.userId, query })),
    headers: { 'Content-Disposition': 'attachment; filename="coursewright-movements.csv"' },
  }));

  mount(router, figures.getLessonStops, async ({ user, params }) => ({
    status: 200,
    body: await lessonStops({ accountId: user.userId, courseId: params.course_id }),
  }));
}

export function mountCreatorPayouts(router: ApiRouter): void {
  mount(router, payouts.getPayouts, async ({ user }) => ({ status: 200, body: await payoutStanding(user.userId) }));

  mount(router, payouts.startPayoutOnboarding, async ({ user, body }) => ({
    status: 200,
    body: await startOnboarding({ accountId: user.userId, country: body.country, originUrl: body.origin_url }),
  }));

  mount(router, payouts.openPayoutPages, async ({ user }) => ({ status: 200, body: await openPayoutPages(user.userId) }));

  mount(router, payouts.syncPayouts, async ({ user }) => {
    await syncPayoutAccount({ accountId: user.userId });
    return { status: 200, body: await payoutStanding(user.userId) };
  });

  mount(router, payouts.getStatementCsv, async ({ user, params }) => ({
    status: 200,
    body: statementCsv(await statementOf(user.userId, params.month)),
    headers: named(params.month, 'csv'),
  }));

  mount(router, payouts.getStatementPdf, async ({ user, params }) => ({
    status: 200,
    body: await statementPdf(await statementOf(user.userId, params.month)),
    headers: named(params.month, 'pdf'),
  }));
}

const named = (month: string, type: string) => ({
  'Content-Disposition': `attachment; filename="coursewright-statement-${month}.${type}"`,
});
