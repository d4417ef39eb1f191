import * as contract from '#contract/billing/sales.contract.ts';
import { markSalesMessageAnswered } from '#domain/billing/sales/mark-sales-message-answered.command.ts';
import { listSalesMessages } from '#domain/billing/sales/sales-message.queries.ts';
import { sendSalesMessage } from '#domain/billing/sales/send-sales-message.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the messages about plans that are sold by contract, and the operators' list of them. */
export function mountSales(router: ApiRouter): void {
  mount(router, contract.sendSalesMessage, async ({ body }) => {
    await sendSalesMessage(body);
    return { status: 202, body: {} };
  });

  mount(router, contract.listSalesMessages, async ({ query }) => ({
    status: 200,
    body: await listSalesMessages({ state: query.state, cursor: query.cursor, limit: query.limit }),
  }));

  mount(router, contract.markSalesMessageAnswered, async ({ user, params }) => ({
    status: 200,
    body: { message: await markSalesMessageAnswered({ accountId: user.userId, messageId: params.sales_message_id }) },
  }));
}
