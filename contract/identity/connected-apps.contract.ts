import * as z from 'zod/mini';
import { KEY_TOKENS_AT_MOST } from '#contract/identity/api-keys.contract.ts';
import { KEY_SCOPE_IDS, type KeyScope } from '#contract/identity/key-scopes.ts';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { readProgramName } from '#contract/identity/program-name.ts';
import { isRedirectUri } from '#contract/identity/redirect-uri.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** The scopes that a person can grant an app by OAuth: those that the MCP server's tools need (a test compares them). */
export const APP_SCOPES = ['courses:read', 'generate', 'learn', 'mentor'] as const satisfies readonly KeyScope[];
/** Maximum number of redirect URIs per registration. */
const REDIRECTS_AT_MOST = 10;
const NAME_CHARS = 60;
/** Maximum length of the name that an app sends, in characters; `NAME_CHARS` of them are shown. */
const GIVEN_NAME_CHARS = 500;

/** Returns an app's name as shown to people; '' if nothing of it can be shown. */
export const nameOfProgram = (given: string): string => readProgramName(given, NAME_CHARS);

const scope = z.enum(KEY_SCOPE_IDS);
const uid = z.string().check(z.minLength(1), z.maxLength(64));
/** A registration field that some apps send as null. */
const liked = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const words = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10));

const redirectUri = z.string().check(
  z.maxLength(500),
  z.refine(isRedirectUri, {
    error:
      'Must be an https address, one of this machine (http://127.0.0.1, http://localhost), or one of a scheme that is a domain name of the program’s in reverse (com.example.app:/callback).',
  }),
  z.meta({ examples: ['https://agent.example.com/callback'] }),
);

/**
 * RFC 7591, including the form of its errors. Fields not listed here are ignored, and requested metadata is replaced by what we support: no
 * secret is issued, and nothing of an unknown app is fetched or shown except its name.
 */
export const registerClient = defineEndpoint({
  name: 'registerClient',
  method: 'POST',
  path: '/oauth/register',
  summary: 'Register an app that people can connect by OAuth 2.1 (RFC 7591). Deleted after a day if nobody connects it.',
  auth: 'public',
  publicAs: 'secret_link',
  link: { goesOn: 'registers a program, which nobody has let in yet' },
  limit: 'oauth-register',
  body: z.object({
    client_name: liked(z.string().check(z.maxLength(GIVEN_NAME_CHARS), z.overwrite(nameOfProgram))),
    redirect_uris: z.array(redirectUri).check(z.minLength(1), z.maxLength(REDIRECTS_AT_MOST)),
    grant_types: liked(words),
    response_types: liked(words),
    token_endpoint_auth_method: liked(z.string().check(z.maxLength(60))),
  }),
  example: { redirect_uris: ['https://agent.example.com/callback'] },
  responses: {
    201: z.object({
      client_id: z.string(),
      client_id_issued_at: z.int(),
      client_name: z.optional(z.string()),
      redirect_uris: z.array(z.string()),
      grant_types: z.array(z.string()),
      response_types: z.array(z.string()),
      /** Apps have no secret: PKCE proves that the app that redeems the code is the app that requested it. */
      token_endpoint_auth_method: z.literal('none'),
    }),
  },
  errors: ['validation.failed', 'limits.rate'],
});

export const getConsent = defineEndpoint({
  name: 'getConsent',
  method: 'GET',
  path: '/api/consents/:uid',
  summary: 'The scopes that an app requests, for the sign-in that this browser has started.',
  auth: 'user',
  personOnly: 'access',
  params: z.object({ uid }),
  responses: {
    200: z.object({
      /** The name that the app gives itself: apps can use any name except ours. */
      client_name: z.string(),
      /** Where the app's redirect URI leads: a host; `localhost` for an app on this machine; or a private-use scheme with its colon. */
      host: z.string(),
      /** The whole redirect URI: a scheme alone says little, because every program can register it. */
      redirect_uri: z.string(),
      scopes: z.array(scope),
      /** The person has connected this app before; the earlier access ends. */
      replaces: z.boolean(),
      /** Why the person is too young to connect apps; null if they can. */
      age_refusal: z.nullable(z.enum(AGE_REFUSALS)),
    }),
  },
  errors: ['validation.failed', 'not_found'],
});
export type Consent = z.infer<(typeof getConsent)['responses'][200]>;

export const decideConsent = defineEndpoint({
  name: 'decideConsent',
  method: 'POST',
  path: '/api/consents/:uid',
  summary: 'Allow or deny an app; returns the address to open next.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'a child can say no; who agrees is asked (`connectApp`)',
  readBy: 'no_text',
  proven: true,
  params: z.object({ uid }),
  body: z.object({
    agree: z.boolean(),
    /** A subset of the requested scopes. */
    scopes: z.array(scope).check(z.maxLength(KEY_SCOPE_IDS.length)),
    day_budget: z.int().check(z.gte(0), z.lte(KEY_TOKENS_AT_MOST)),
  }),
  example: { agree: true, scopes: ['learn'], day_budget: 0 },
  responses: { 200: z.object({ location: z.string() }) },
  // a child can always refuse
  errors: ['validation.failed', 'not_found', 'keys.too_many', ...AGE_REFUSALS],
});
