import * as z from 'zod/mini';
import { pendingSchema, sessionSchema } from '#contract/identity/identity.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

export const PROVIDERS = ['google', 'apple'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', apple: 'Apple' };

const params = z.object({ provider: z.enum(PROVIDERS) });
const startedSchema = z.object({ url: z.string() });
/** The parameters of the URL with which the provider returned. */
const returned = z.object({
  state: z.string().check(z.minLength(1), z.maxLength(200)),
  code: z.string().check(z.minLength(1), z.maxLength(4000)),
  iss: z.optional(z.string().check(z.maxLength(300))),
});
export const linkedSchema = z.object({
  linked: z.array(z.object({ provider: z.enum(PROVIDERS), email: z.string(), linked_at: z.string() })),
});
export type LinkedProviders = z.infer<typeof linkedSchema>['linked'];

export const listProviders = defineEndpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'The providers with which people can sign in to this installation.',
  auth: 'public',
  publicAs: 'sign_in',
  responses: { 200: z.object({ google: z.boolean(), apple: z.boolean() }) },
  errors: [],
});

export const startProvider = defineEndpoint({
  name: 'startProvider',
  method: 'POST',
  path: '/api/auth/providers/:provider/start',
  summary: 'Start a sign-in with a provider; returns the address to open. A new account requires accepted terms.',
  auth: 'public',
  publicAs: 'sign_in',
  link: 'no_secret',
  params,
  body: z.object({ terms_accepted: z.optional(z.boolean()) }),
  example: {},
  responses: { 200: startedSchema },
  errors: ['validation.failed', 'auth.social_not_configured', 'auth.provider_away', 'limits.rate'],
  limit: 'challenge',
});

export const finishProvider = defineEndpoint({
  name: 'finishProvider',
  method: 'POST',
  path: '/api/auth/providers/:provider/finish',
  summary: 'Sign in with a provider’s response, in the browser that started the sign-in.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'refuses suspended accounts when it opens the session' },
  params,
  body: returned,
  example: { state: 's', code: 'c' },
  responses: { 200: sessionSchema, 202: pendingSchema },
  errors: [
    'auth.organisation_required',
    'validation.failed',
    'auth.social_not_configured',
    'auth.provider_refused',
    'auth.provider_away',
    'auth.provider_unlinked',
    'auth.terms_needed',
    'auth.suspended',
    'limits.rate',
  ],
  limit: 'second-step',
});

/** A02: for apps that already have a provider's ID token; our own pages use `startProvider`. */
export const socialLogin = defineEndpoint({
  name: 'socialLogin',
  method: 'POST',
  path: '/api/auth/social-login',
  summary: 'Sign in with an ID token that a provider has issued for this installation within the last ten minutes; each is good once.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'refuses suspended accounts when it opens the session' },
  body: z.object({
    provider: z.enum(PROVIDERS),
    id_token: z.string().check(z.minLength(1), z.maxLength(8000)),
    terms_accepted: z.optional(z.boolean()),
  }),
  example: { provider: 'google', id_token: 'header.claims.signature' },
  responses: { 200: sessionSchema, 202: pendingSchema },
  errors: [
    'auth.organisation_required',
    'validation.failed',
    'auth.social_not_configured',
    'auth.provider_refused',
    'auth.provider_away',
    'auth.provider_unlinked',
    'auth.terms_needed',
    'auth.suspended',
    'limits.rate',
  ],
  limit: 'second-step',
});

export const listLinkedProviders = defineEndpoint({
  name: 'listLinkedProviders',
  method: 'GET',
  path: '/api/auth/linked-providers',
  summary: 'The providers linked to the account.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: linkedSchema },
  errors: [],
});

export const startLink = defineEndpoint({
  name: 'startLink',
  method: 'POST',
  path: '/api/auth/linked-providers/:provider/start',
  summary: 'Start to link a provider to the account; returns the address to open.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  namesOpen: 'own',
  opensNothing: 'leads the caller to somebody’s page, and back',
  proven: true,
  params,
  responses: { 200: startedSchema },
  errors: ['auth.social_not_configured', 'auth.provider_away', 'limits.rate'],
  limit: 'challenge',
});

export const finishLink = defineEndpoint({
  name: 'finishLink',
  method: 'POST',
  path: '/api/auth/linked-providers/:provider/finish',
  summary: 'Link a provider with its response, in the browser and account that started the sign-in.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  namesOpen: 'own',
  readBy: 'sender',
  proven: true,
  params,
  body: returned,
  example: { state: 's', code: 'c' },
  responses: { 200: linkedSchema },
  errors: ['validation.failed', 'auth.social_not_configured', 'auth.provider_refused', 'auth.provider_away', 'limits.rate'],
  limit: 'second-step',
});

/** Idempotent. */
export const unlinkProvider = defineEndpoint({
  name: 'unlinkProvider',
  method: 'DELETE',
  path: '/api/auth/linked-providers/:provider',
  summary: 'Unlink a provider from the account; the password remains, or can be chosen by email.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  namesOpen: 'own',
  params,
  responses: { 200: linkedSchema },
  errors: ['validation.failed'],
});
