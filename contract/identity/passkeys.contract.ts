import * as z from 'zod/mini';
import { sessionSchema } from '#contract/identity/identity.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName } from '#contract/platform/visible-name.ts';

/** Per account. */
export const PASSKEYS_AT_MOST = 20;
export const PASSKEY_NAME_CHARS = 60;

const name = visibleName(PASSKEY_NAME_CHARS);
/** Binary values are base64url, as WebAuthn writes them in JSON. */
const bytes = (most: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{1,${most}}$`), 'Must be bytes in base64url.'));
const id = bytes(1_400);
const clientDataJSON = bytes(4_000);
/** A post-quantum key (ML-DSA) has 2 KB, its signature 3 KB, an id up to 1 KB. */
const attestationObject = bytes(12_000);
const signature = bytes(6_000);
/** WebAuthn allows 64 bytes. */
const userHandle = bytes(86);
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).check(z.maxLength(10));
const common = {
  id,
  rawId: id,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
};

/** An authenticator's answer when a passkey is created. */
const registrationSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON, attestationObject, transports: z.optional(transports) }),
});
export type PasskeyRegistration = z.infer<typeof registrationSchema>;

/** An authenticator's answer at sign-in. */
const assertionSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON, authenticatorData: bytes(6_000), signature, userHandle: z.optional(userHandle) }),
});
export type PasskeyAssertion = z.infer<typeof assertionSchema>;

export const passkeySchema = z.object({
  passkey_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkeySchema>;

const creationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  /** Passkeys the account already has: their authenticators refuse to create another one. */
  exclude: z.array(z.string()),
});

export const listPasskeys = defineEndpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'The passkeys of the account, oldest first.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: z.object({ passkeys: z.array(passkeySchema) }) },
  errors: [],
});

export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  summary: 'The options with which a browser creates a passkey: a single-use challenge, valid for five minutes.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  proven: true,
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  example: { password: 'bees dance at noon' },
  responses: { 200: creationSchema },
  errors: ['validation.failed', 'auth.password_wrong', 'auth.passkeys_full', 'limits.rate'],
  limit: 'password',
});

export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add the passkey that was made for the challenge.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  proven: true,
  body: z.object({ name, registration: registrationSchema }),
  example: {
    name: 'Laptop',
    registration: {
      id: 'kX3q9vT1bW0s',
      rawId: 'kX3q9vT1bW0s',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'kX3q9vT1bW0s', attestationObject: 'kX3q9vT1bW0s' },
    },
  },
  bodyBytes: 32 * 1024,
  responses: { 201: passkeySchema },
  errors: ['validation.failed', 'auth.passkey_refused', 'auth.passkeys_full'],
});

export const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/api/auth/passkeys/:passkey_id',
  summary: 'Rename a passkey.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  params: z.object({ passkey_id: z.string() }),
  body: z.object({ name }),
  example: { name: 'Changed' },
  responses: { 200: passkeySchema },
  errors: ['validation.failed', 'not_found'],
});

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkey_id',
  summary: 'Remove a passkey, which can then no longer be used to sign in.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  params: z.object({ passkey_id: z.string() }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found'],
});

export const startPasskeySignIn = defineEndpoint({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/api/auth/login/passkey/challenge',
  summary: 'A single-use challenge for signing in with a passkey, valid for five minutes.',
  auth: 'public',
  publicAs: 'sign_in',
  responses: { 200: z.object({ challenge: z.string(), rp_id: z.string() }) },
  errors: ['limits.rate'],
  limit: 'challenge',
});

/** A passkey used with a fingerprint, a face or a PIN counts as both factors: no code is required. */
export const signInWithPasskey = defineEndpoint({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/login/passkey',
  summary: 'Sign in with a passkey.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'refuses suspended accounts when it opens the session' },
  body: z.object({ assertion: assertionSchema }),
  example: {
    assertion: {
      id: 'kX3q9vT1bW0s',
      rawId: 'kX3q9vT1bW0s',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'kX3q9vT1bW0s', authenticatorData: 'kX3q9vT1bW0s', signature: 'kX3q9vT1bW0s' },
    },
  },
  bodyBytes: 32 * 1024,
  responses: { 200: sessionSchema },
  errors: ['auth.organisation_required', 'validation.failed', 'auth.passkey_refused', 'auth.suspended', 'limits.rate'],
  limit: 'second-step',
});
