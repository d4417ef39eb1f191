/** A JSON Schema, as far as it is looked at here. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  required?: string[];
  additionalProperties?: boolean | Schema;
  nullable?: boolean;
  [other: string]: unknown;
}

/**
 * Parameters that came or went after the extract was made, as the types of stripe 23.1.0 (API 2026-10-28.endive) have them. Read on
 * 2026-11-20. `at` is the way to the parent object through the body's properties; `[]` steps into an array's items.
 */
interface Change {
  path: string;
  method: 'post' | 'get' | 'delete';
  at?: string[];
  add?: Record<string, Schema>;
  remove?: string[];
  /** Required once, and no longer. */
  optional?: string[];
}

const text: Schema = { type: 'string', maxLength: 5000 };
const textList: Schema = { type: 'array', items: text };
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
const record = (properties: Record<string, Schema>, required: string[] = []): Schema => ({ type: 'object', properties, required });

const billingMode = record({ type: oneOf('classic', 'flexible') }, ['type']);
const duration = record({ interval: oneOf('day', 'month', 'week', 'year'), interval_count: { type: 'integer' } }, ['interval']);
const SESSIONS = '/v1/checkout/sessions';
const SUBSCRIPTION = '/v1/subscriptions/{subscription_exposed_id}';

export const CHANGED_PARAMETERS: readonly Change[] = [
  {
    path: SESSIONS,
    method: 'post',
    add: {
      ui_mode: oneOf('hosted_page', 'embedded_page', 'form', 'elements'),
      allowed_payment_method_types: textList,
      excluded_payment_method_types: textList,
      adaptive_pricing: record({ enabled: { type: 'boolean' } }),
      saved_payment_method_options: record({
        allow_redisplay_filters: { type: 'array', items: oneOf('always', 'limited', 'unspecified') },
        payment_method_remove: oneOf('disabled', 'enabled'),
        payment_method_save: oneOf('disabled', 'enabled'),
      }),
      origin_context: oneOf('mobile_app', 'web'),
      redirect_on_completion: oneOf('always', 'if_required', 'never'),
      return_url: text,
    },
    remove: ['payment_method_types'],
  },
  {
    path: SESSIONS,
    method: 'post',
    at: ['subscription_data'],
    add: { billing_mode: billingMode, proration_behavior: oneOf('create_prorations', 'none') },
  },
  { path: SUBSCRIPTION, method: 'post', remove: ['coupon', 'promotion_code'] },
  { path: '/v1/customers', method: 'post', add: { business_name: text, individual_name: text }, remove: ['coupon', 'promotion_code'] },
  {
    path: '/v1/customers/{customer}',
    method: 'post',
    add: { business_name: text, individual_name: text },
    remove: ['coupon', 'promotion_code', 'bank_account', 'card', 'default_alipay_account', 'default_bank_account', 'default_card'],
  },
  { path: '/v1/billing_portal/configurations', method: 'post', add: { name: text }, optional: ['business_profile'] },
  {
    path: '/v1/billing_portal/configurations',
    method: 'post',
    at: ['features', 'subscription_update'],
    optional: ['default_allowed_updates', 'products'],
  },
  { path: SESSIONS, method: 'get', add: { status: oneOf('complete', 'expired', 'open') } },
  { path: '/v1/billing_portal/configurations/{configuration}', method: 'post', add: { name: text } },
  { path: '/v1/subscription_schedules', method: 'post', at: ['phases', '[]'], add: { duration }, remove: ['iterations', 'coupon'] },
  { path: '/v1/subscription_schedules', method: 'post', add: { billing_mode: billingMode } },
  {
    path: '/v1/subscription_schedules/{schedule}',
    method: 'post',
    at: ['phases', '[]'],
    add: { duration },
    remove: ['iterations', 'coupon'],
  },
];
