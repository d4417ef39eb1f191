import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName, visibleText } from '#contract/platform/visible-name.ts';

export const SALES_LIMITS = { name: 120, organisation: 120, message: 2_000 } as const;

/** Used in place of a plan's id for a question about investing (INV-02). */
export const INVESTMENT = 'investment';

/** Sends a message about a plan that is sold by contract, or about investing if the operator has set no contact address. */
export const sendSalesMessage = defineEndpoint({
  name: 'sendSalesMessage',
  method: 'POST',
  path: '/api/sales-messages',
  summary: 'Send the operator a message about a plan for an organisation. Repeating the id sends no second message.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'no_secret',
  body: z.object({
    message_id: z.uuid(),
    /** Id of a plan of the catalogue, or `INVESTMENT`; null for no particular plan. */
    package_id: z.nullable(z.string().check(z.maxLength(100))),
    name: visibleName(SALES_LIMITS.name),
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()),
    organisation: visibleName(SALES_LIMITS.organisation),
    message: visibleText(SALES_LIMITS.message),
  }),
  example: {
    message_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1c',
    package_id: 'enterprise',
    name: 'Ada Okafor',
    email: 'ada@example.com',
    organisation: 'Apiary',
    message: 'What does it cost for eighty people?',
  },
  responses: { 202: z.object({}) },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'sales',
});

const message = z.object({
  sales_message_id: z.string(),
  at: z.string(),
  /** Id of a plan of the catalogue, or `INVESTMENT`; null for no particular plan. */
  package_id: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  organisation: z.string(),
  message: z.string(),
  answered_at: z.nullable(z.string()),
  /** The email of the operator who answered; null if unanswered, or if that account was deleted. */
  answered_by: z.nullable(z.string()),
});
export type SalesMessage = z.infer<typeof message>;

export const listSalesMessages = defineEndpoint({
  name: 'listSalesMessages',
  method: 'GET',
  path: '/api/operator/sales-messages',
  summary: 'Messages about plans for organisations, newest first.',
  auth: 'operator',
  personOnly: 'installation',
  query: z.object({
    state: z._default(z.enum(['open', 'answered']), 'open'),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(wholeText(1, 100), 20),
  }),
  responses: { 200: z.object({ messages: z.array(message), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'access.denied'],
});

/** Audited. Repeating the call changes nothing: the first operator stays recorded. */
export const markSalesMessageAnswered = defineEndpoint({
  name: 'markSalesMessageAnswered',
  method: 'POST',
  path: '/api/operator/sales-messages/:sales_message_id/answered',
  summary: 'Mark a message to sales as answered.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ sales_message_id: z.string() }),
  responses: { 200: z.object({ message }) },
  errors: ['access.denied', 'not_found'],
});
