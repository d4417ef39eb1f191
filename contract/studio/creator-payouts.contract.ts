import * as z from 'zod/mini';
import { fileBody } from '#contract/platform/file-body.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Days within which a buyer can return a course; its creator's share is paid out afterwards. */
export const PAYOUT_HOLD_DAYS = 14;
/** Smaller balances are carried over to the next day. */
export const PAYOUT_MINIMUM_CENTS = 2_500;
/** Two-letter codes of countries where Stripe offers Express accounts (a selection). */
export const PAYOUT_COUNTRIES = [
  'US', 'AT', 'AU', 'BE', 'BG', 'CA', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HK', 'HR', 'HU', 'IE', 'IT', 'JP',
  'LT', 'LU', 'LV', 'MT', 'MX', 'NL', 'NO', 'NZ', 'PL', 'PT', 'RO', 'SE', 'SG', 'SI', 'SK', 'TH',
] as const; // prettier-ignore

const payout = z.object({
  payout_id: z.string(),
  amount: z.number(),
  state: z.enum(['pending', 'sent', 'failed', 'returned']),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
});

/** Dollars are the creator's share. `balance` is negative after refunds of amounts already paid out: later sales offset it. */
const standing = z.object({
  /** Whether this installation can make payouts. */
  configured: z.boolean(),
  account: z.object({ state: z.enum(['none', 'incomplete', 'checking', 'enabled']), country: z.nullable(z.string()) }),
  balance: z.number(),
  held: z.number(),
  available: z.number(),
  minimum: z.number(),
  hold_days: z.int(),
  /** The 50 newest payouts. */
  payouts: z.array(payout),
});
export type PayoutStanding = z.infer<typeof standing>;

export const getPayouts = defineEndpoint({
  name: 'getPayouts',
  method: 'GET',
  path: '/api/creator/payouts',
  summary: 'The caller’s earnings as a creator: owed, payable and paid out.',
  auth: 'user',
  scopes: ['studio'],
  responses: { 200: standing },
  errors: [],
});

const link = z.object({ url: z.string() });

export const startPayoutOnboarding = defineEndpoint({
  name: 'startPayoutOnboarding',
  method: 'POST',
  path: '/api/creator/payouts/onboarding',
  summary: 'The page at Stripe where the caller verifies their identity and bank account.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  opensNothing: 'leads the caller to somebody’s page, and back',
  readBy: 'sender',
  body: z.object({ country: z.enum(PAYOUT_COUNTRIES), origin_url: z.optional(z.string().check(z.maxLength(300))) }),
  example: { country: 'DE' },
  responses: { 200: link },
  errors: ['validation.failed', 'payments.not_configured', 'payments.unavailable'],
  limit: 'checkout',
});

export const openPayoutPages = defineEndpoint({
  name: 'openPayoutPages',
  method: 'POST',
  path: '/api/creator/payouts/pages',
  summary: "The caller's own pages at Stripe: bank account, transfers, tax forms.",
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  opensNothing: 'leads the caller to somebody’s page, and back',
  responses: { 200: link },
  errors: ['payout.no_account', 'payments.not_configured', 'payments.unavailable'],
  limit: 'checkout',
});

export const syncPayouts = defineEndpoint({
  name: 'syncPayouts',
  method: 'POST',
  path: '/api/creator/payouts/sync',
  summary: 'Ask Stripe whether the caller can be paid, and return the state of their payouts.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  responses: { 200: standing },
  errors: ['payments.not_configured', 'payments.unavailable'],
  limit: 'checkout',
});

const statement = {
  method: 'GET',
  auth: 'user',
  params: z.object({
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11.'), z.meta({ examples: ['2026-11'] })),
  }),
  responses: { 200: fileBody },
  errors: ['validation.failed'],
  limit: 'export',
} as const;

export const getStatementCsv = defineEndpoint({
  ...statement,
  name: 'getStatementCsv',
  path: '/api/creator/statements/:month/csv',
  summary: 'Every movement of a UTC month (2026-11): sales, refunds and payouts with the balances before and after.',
  scopes: ['studio'],
  namesOpen: 'own',
  media: 'text/csv',
});

export const getStatementPdf = defineEndpoint({
  ...statement,
  name: 'getStatementPdf',
  path: '/api/creator/statements/:month/pdf',
  summary: 'The same statement to print.',
  scopes: ['studio'],
  namesOpen: 'own',
  media: 'application/pdf',
});
