import * as codes from '#contract/market/codes.contract.ts';
import { coursePurchase } from '#domain/market/grant-course.command.ts';
import { createCode, endCode } from '#domain/market/create-code.command.ts';
import { listCodes } from '#domain/market/codes.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountMarketCodes(router: ApiRouter): void {
  mount(router, codes.listCodes, async ({ user }) => ({ status: 200, body: { codes: await listCodes(user.userId) } }));

  mount(router, codes.createCode, async ({ user, body }) => {
    await createCode({ accountId: user.userId, fields: body });
    return { status: 200, body: { codes: await listCodes(user.userId) } };
  });

  mount(router, codes.endCode, async ({ user, params }) => {
    await endCode({ accountId: user.userId, codeId: params.code_id });
    return { status: 200, body: { codes: await listCodes(user.userId) } };
  });

  mount(router, codes.quoteCode, async ({ user, params, body }) => {
    const found = await coursePurchase({ accountId: user.userId, courseId: params.course_id, code: body.code });
    return { status: 200, body: { price: found.amountCents / 100, list_price: found.listCents / 100, percent: found.percent } };
  });
}
