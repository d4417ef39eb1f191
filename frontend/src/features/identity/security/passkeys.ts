import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import {
  addPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  type PasskeyAssertion,
  type PasskeyRegistration,
} from '#contract/identity/passkeys.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';

/** How long the browser waits for the user, in ms: as long as the challenge is valid. */
const PATIENCE_MS = 300_000;
/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/**
 * Creates a passkey in the browser for the signed-in user, and registers it.
 * @throws ApiError; Error whose message can be shown when the browser created none
 */
export async function makePasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const { challenge, rp, user, exclude } = await call(startPasskey, { body: { password } });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await asked(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp,
        user,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        timeout: PATIENCE_MS,
        attestation: 'none',
        excludeCredentials: exclude.map((id) => ({ id, type: 'public-key' })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
    }),
  );
  const { clientDataJSON, attestationObject, transports } = made.response;
  const registration: PasskeyRegistration = {
    id: made.id,
    rawId: made.rawId,
    type: made.type,
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, ...(transports && { transports: transports.filter(isKnown) }) },
  };
  await call(addPasskey, { body: { name, registration } });
}

/**
 * Signs in with a passkey from the browser.
 * @throws ApiError; Error whose message can be shown when the user chose none
 */
export async function proveByPasskey(): Promise<SessionAnswer> {
  const { challenge, rp_id: rpId } = await call(startPasskeySignIn);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const given = await asked(() =>
    startAuthentication({ optionsJSON: { challenge, rpId, timeout: PATIENCE_MS, userVerification: 'required' } }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = given.response;
  const assertion: PasskeyAssertion = {
    id: given.id,
    rawId: given.rawId,
    type: given.type,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  };
  return call(signInWithPasskey, { body: { assertion }, fallback: t('Login failed') });
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const isKnown = (transport: string): transport is (typeof TRANSPORTS)[number] => TRANSPORTS.some((known) => known === transport);

/** Runs a browser prompt and translates its rejections into our own sentences. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') throw new Error(t('This device already has a passkey for this account.'), { cause: error });
    if (name === 'SecurityError') throw new Error(t('Passkeys do not work at this address.'), { cause: error });
    throw new Error(t('No passkey was chosen, or it took too long.'), { cause: error });
  }
}
