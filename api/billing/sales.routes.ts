import * as contract from '#contract/billing/sales.contract.ts';
import { sendSalesMessage } from '#domain/billing/sales/send-sales-message.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the message to the operator about plans that are sold by contract. */
export function mountSales(router: ApiRouter): void {
  mount(router, contract.sendSalesMessage, async ({ body }) => {
    await sendSalesMessage(body);
    return { status: 202, body: {} };
  });
}
