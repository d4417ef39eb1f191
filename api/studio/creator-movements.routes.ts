import * as figures from '#contract/studio/creator-movements.contract.ts';
import { allSaleMovements, creatorRevenue, saleMovements } from '#domain/studio/creator-movements.queries.ts';
import { lessonStops } from '#domain/market/lesson-stops.queries.ts';
import { movementsCsv } from '#domain/studio/movements-csv.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

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
