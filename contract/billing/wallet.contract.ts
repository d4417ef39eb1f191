import * as z from 'zod/mini';
import { day } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

/**
 * PAY-17. Whole tokens with at most two decimals. `balance` is the sum of the user's own daily, monthly and purchased tokens; the
 * organisation's pool is separate, although the user can spend it too.
 */
export const tokenBalanceSchema = z.object({
  balance: z.number(),
  daily_available: z.number(),
  monthly_available: z.number(),
  purchased_available: z.number(),
  /** Reserved by running work. */
  held: z.number(),
  /**
   * Tokens that the user can spend from the organisation's pool within the limits of their classes; null without an organisation. They are
   * spent before the user's own tokens, on work that they cover completely.
   */
  organisation_available: z.nullable(z.number()),
  /** Name of the organisation. */
  organisation_name: z.nullable(z.string()),
  /** The plan's quotas in this period, besides tokens. */
  quotas: z.array(z.object({ name: z.string(), allowed: z.int(), used: z.int(), held: z.int(), resets_at: z.nullable(z.string()) })),
});

export const userTokens = defineEndpoint({
  name: 'userTokens',
  method: 'GET',
  path: '/api/user-tokens/:user_id',
  summary: 'The token balance.',
  auth: 'user',
  scopes: ['account:read'],
  params: z.object({ user_id: z.string() }),
  responses: { 200: tokenBalanceSchema },
  errors: [],
  limit: 'poll',
});

export const MOVEMENT_KINDS = ['grant', 'reserve', 'capture', 'release', 'expire', 'revoke', 'freeze', 'thaw', 'adjust'] as const;

export const movementSchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  /** Description: 'Course: Beekeeping', 'Daily tokens', 'Purchase: 300 tokens'. */
  cause: z.string(),
  cause_words: z.optional(sentenceSchema),
  /** Change of the spendable balance, in tokens; negative if it decreased. */
  tokens: z.number(),
  /** The spendable balance afterwards. */
  balance_after: z.number(),
  wallet: z.enum(['own', 'organisation']),
  task_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
});
export type Movement = z.infer<typeof movementSchema>;

const kindFilter = z.optional(z.enum(MOVEMENT_KINDS));
const movementQuery = z.object({
  kind: kindFilter,
  from: z.optional(day),
  to: z.optional(day),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(wholeText(1, 100), 50),
});

/** Lists every movement of the caller's tokens, newest first. */
export const listMovements = defineEndpoint({
  name: 'listMovements',
  method: 'GET',
  path: '/api/usage/movements',
  summary: 'Every movement of tokens with its reason, newest first.',
  auth: 'user',
  scopes: ['account:read'],
  query: movementQuery,
  responses: { 200: z.object({ movements: z.array(movementSchema), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
});
