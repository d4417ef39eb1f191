import type { Schema } from './changed-parameters.ts';

/**
 * Endpoints that the extract does not have: newer than it, or left out when it was cut. Written down on 2026-11-20 from the types of
 * stripe 23.1.0 (API 2026-10-28.endive); only the parameters this product may need, so an unlisted one is refused.
 */
interface NewerEndpoint {
  method: 'get' | 'post' | 'delete';
  path: string;
  /** Since which API version, or why it is not in the extract. */
  since: string;
  schema: Schema;
}

const text: Schema = { type: 'string', maxLength: 5000 };
const integer: Schema = { type: 'integer' };
const flag: Schema = { type: 'boolean' };
const expand: Schema = { type: 'array', items: text };
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
const closed = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties: { ...properties, expand },
  required,
  additionalProperties: false,
});
const page = { limit: integer, starting_after: text, ending_before: text };

const previewItem: Schema = {
  type: 'object',
  properties: { id: text, price: text, quantity: integer, deleted: flag },
  additionalProperties: false,
};
const previewDetails: Schema = {
  type: 'object',
  properties: {
    items: { type: 'array', items: previewItem },
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    proration_date: integer,
    billing_cycle_anchor: oneOf('now', 'unchanged'),
    cancel_at_period_end: flag,
    cancel_now: flag,
  },
  additionalProperties: false,
};

export const NEWER_ENDPOINTS: readonly NewerEndpoint[] = [
  {
    method: 'post',
    path: '/v1/invoices/create_preview',
    since: 'replaced GET /v1/invoices/upcoming',
    schema: closed({ customer: text, subscription: text, preview_mode: oneOf('next', 'recurring'), subscription_details: previewDetails }),
  },
  { method: 'post', path: '/v1/invoices/{invoice}/void', since: 'left out of the extract', schema: closed({}) },
  {
    method: 'get',
    path: '/v1/invoice_payments',
    since: '2025-03-31.basil',
    schema: closed({
      ...page,
      invoice: text,
      status: oneOf('canceled', 'open', 'paid'),
      payment: {
        type: 'object',
        properties: { type: oneOf('charge', 'payment_intent'), payment_intent: text },
        required: ['type'],
        additionalProperties: false,
      },
    }),
  },
  { method: 'get', path: '/v1/invoice_payments/{invoice_payment}', since: '2025-03-31.basil', schema: closed({}) },
  {
    method: 'post',
    path: '/v1/subscription_schedules/{schedule}/release',
    since: 'left out of the extract',
    schema: closed({ preserve_cancel_date: flag }),
  },
  { method: 'get', path: '/v1/payment_methods/{payment_method}', since: 'left out of the extract', schema: closed({}) },
  {
    method: 'get',
    path: '/v1/customers/{customer}/payment_methods',
    since: 'left out of the extract',
    schema: closed({ ...page, type: text }),
  },
  {
    method: 'post',
    path: '/v1/customers/{customer}/balance_transactions',
    since: 'left out of the extract',
    schema: closed({ amount: integer, currency: text, description: text, metadata: { type: 'object', additionalProperties: text } }, [
      'amount',
      'currency',
    ]),
  },
  { method: 'get', path: '/v1/customers/{customer}/balance_transactions', since: 'left out of the extract', schema: closed(page) },
  { method: 'post', path: '/v1/payment_methods/{payment_method}/detach', since: 'left out of the extract', schema: closed({}) },
  {
    method: 'post',
    path: '/v1/test_helpers/test_clocks',
    since: 'left out of the extract',
    schema: closed({ frozen_time: integer, name: text }, ['frozen_time']),
  },
  { method: 'get', path: '/v1/test_helpers/test_clocks/{test_clock}', since: 'left out of the extract', schema: closed({}) },
  {
    method: 'post',
    path: '/v1/test_helpers/test_clocks/{test_clock}/advance',
    since: 'left out of the extract',
    schema: closed({ frozen_time: integer }, ['frozen_time']),
  },
];
