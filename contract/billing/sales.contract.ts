import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName, visibleText } from '#contract/platform/visible-name.ts';

export const SALES_LIMITS = { name: 120, organisation: 120, message: 2_000 } as const;

/** A message of somebody who wants a plan that is sold by contract. */
export const sendSalesMessage = defineEndpoint({
  name: 'sendSalesMessage',
  method: 'POST',
  path: '/api/sales-messages',
  summary: 'Leave a message for the operator about a plan for an organisation. Sent again with the same id it is the same message.',
  auth: 'public',
  body: z.object({
    message_id: z.uuid(),
    /** Id of a plan of the catalogue; null: none in particular. */
    package_id: z.nullable(z.string().check(z.maxLength(100))),
    name: visibleName(SALES_LIMITS.name),
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()),
    organisation: visibleName(SALES_LIMITS.organisation),
    message: visibleText(SALES_LIMITS.message),
  }),
  responses: { 202: z.object({}) },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'sales',
});
