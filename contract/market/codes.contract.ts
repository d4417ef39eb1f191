import * as z from 'zod/mini';
import { identifier, moment } from '#contract/platform/bounded.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Limits of a code's discount, in percent. */
export const CODE_PERCENT = { least: 5, most: 90 } as const;
const MOST_CODE_USES = 100_000;

/** Codes are case-insensitive and trimmed. */
const codeText = z.pipe(
  z.string(),
  z.pipe(
    z.transform((value: string) => value.trim().toUpperCase()),
    z.string().check(z.regex(/^[A-Z0-9]{3,20}$/, 'Must have 3 to 20 capital letters and digits.')),
  ),
);

const codeSchema = z.object({
  code_id: z.string(),
  code: z.string(),
  percent: z.int(),
  /** Null: valid for all courses of the creator. */
  course: z.nullable(z.object({ id: z.string(), title: z.string() })),
  max_uses: z.nullable(z.int()),
  /** Purchases with the code, plus payment pages that are open now. */
  uses: z.int(),
  expires_at: z.nullable(z.string()),
  state: z.enum(['active', 'used_up', 'expired', 'ended']),
  created_at: z.string(),
});
export type MarketCode = z.infer<typeof codeSchema>;

const codes = z.object({ codes: z.array(codeSchema) });

export const listCodes = defineEndpoint({
  name: 'listCodes',
  method: 'GET',
  path: '/api/creator/codes',
  summary: "The caller's percentage codes, newest first, at most 200.",
  auth: 'user',
  scopes: ['studio'],
  responses: { 200: codes },
  errors: [],
});

export const createCode = defineEndpoint({
  name: 'createCode',
  method: 'POST',
  path: '/api/creator/codes',
  summary: 'Create a percentage discount code for one or all of the caller’s courses.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  readBy: 'market',
  body: z.object({
    code: codeText,
    percent: z.int().check(z.gte(CODE_PERCENT.least), z.lte(CODE_PERCENT.most)),
    for_course: z.optional(z.nullable(identifier)),
    max_uses: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(MOST_CODE_USES)))),
    expires_at: z.optional(z.nullable(moment)),
  }),
  example: { code: 'SPRING', percent: 20 },
  responses: { 200: codes },
  errors: ['validation.failed', 'not_found', 'market.code_taken', 'limits.rate'],
  limit: 'make-course',
});

export const endCode = defineEndpoint({
  name: 'endCode',
  method: 'POST',
  path: '/api/creator/codes/:code_id/end',
  summary: 'End a discount code: new payment pages no longer accept it. Repeating the call changes nothing.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  params: z.object({ code_id: z.string() }),
  responses: { 200: codes },
  errors: ['not_found'],
});

export const quoteCode = defineEndpoint({
  name: 'quoteCode',
  method: 'POST',
  path: '/api/market/courses/:course_id/quote',
  summary: 'The caller’s price of a course with a discount code.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'published_course',
  readBy: 'sender',
  params: z.object({ course_id: z.string() }),
  body: z.object({ code: z.string().check(z.maxLength(40)) }),
  example: { code: 'SPRING' },
  /** Prices in US dollars. */
  responses: { 200: z.object({ price: z.number(), list_price: z.number(), percent: z.int() }) },
  errors: ['validation.failed', 'not_found', 'market.code_invalid', 'market.owned', 'market.own_course', 'limits.rate'],
  limit: 'market-code',
});
