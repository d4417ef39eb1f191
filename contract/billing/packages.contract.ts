import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** G11: both field sets of the specification; `price` equals `amount`, in dollars. */
const subscriptionPackage = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  amount: z.number(),
  price: z.number(),
  interval: z.enum(['month', 'year']),
  billing_period: z.enum(['monthly', 'yearly']),
  trial_days: z.int(),
  tokens: z.int(),
  popular: z.boolean(),
  features: z.array(z.string()),
});
export type SubscriptionPackage = z.infer<typeof subscriptionPackage>;

const tokenPackage = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  amount: z.number(),
  price: z.number(),
  tokens: z.int(),
  bonus_tokens: z.int(),
  popular: z.boolean(),
});
export type TokenPackageOffer = z.infer<typeof tokenPackage>;

const bothMaps = { subscription_packages: z.record(z.string(), subscriptionPackage), token_packages: z.record(z.string(), tokenPackage) };

/** PLAN-16, PAY-01: a map by package id, in display order, and the alternative maps (PAY-16). */
export const listSubscriptionPackages = defineEndpoint({
  name: 'listSubscriptionPackages',
  method: 'GET',
  path: '/api/subscription-packages',
  summary: 'The plans a person can buy, by id.',
  auth: 'public',
  publicAs: 'information',
  constant: true,
  responses: { 200: z.object({ packages: z.record(z.string(), subscriptionPackage), ...bothMaps }) },
  errors: [],
});

/** PAY-16: both maps of the package dialogs. */
export const listPackages = defineEndpoint({
  name: 'listPackages',
  method: 'GET',
  path: '/api/packages',
  summary: 'Plans and token packages, by key.',
  auth: 'public',
  publicAs: 'information',
  constant: true,
  responses: { 200: z.object(bothMaps) },
  errors: [],
});
