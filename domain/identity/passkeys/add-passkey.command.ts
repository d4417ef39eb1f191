import { verifyRegistrationResponse, type VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { uuidv7 } from 'uuidv7';
import { PASSKEYS_AT_MOST, type Passkey, type PasskeyRegistration } from '#contract/identity/passkeys.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { lockForKey } from '#domain/identity/accounts/proven-address.queries.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { newChallenge, takeChallenge } from './passkey-challenge.ts';
import { asPasskey, PASSKEY_COLUMNS } from './passkey.queries.ts';
import { refuseCertificates } from './refuse-attestation.ts';
import { relyingParty } from './relying-party.ts';

interface Creation {
  readonly challenge: string;
  readonly rp: { id: string; name: string };
  readonly user: { id: string; name: string; displayName: string };
  readonly exclude: string[];
}

/** Returns the WebAuthn user handle of an account: its id, so that an assertion names the account. */
export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url');

const full = () => new ProductError('auth.passkeys_full', 'You have reached the limit of passkeys. Remove one first.');

/**
 * Returns the options for creating a passkey, for a user who knows the password.
 * @throws ProductError auth.password_wrong, auth.passkeys_full
 */
export async function startPasskey(given: { accountId: string; password: string }): Promise<Creation> {
  const { accountId } = given;
  await provePassword(accountId, given.password);
  const [account, exclude] = await Promise.all([
    database()('account').where({ id: accountId }).first('email', 'first_name', 'last_name'),
    database()('passkey').where({ account_id: accountId }).pluck('credential_id'),
  ]);
  if (exclude.length >= PASSKEYS_AT_MOST) throw full();
  const displayName = `${account!.first_name} ${account!.last_name}`.trim();
  return {
    challenge: await newChallenge(accountId),
    rp: { id: relyingParty().id, name: PRODUCT },
    user: { id: userHandleOf(accountId), name: account!.email, displayName },
    exclude,
  };
}

/**
 * Adds the passkey that was created for a challenge of this account. It must have verified its user, by a finger, a face or a PIN.
 * @throws ProductError auth.passkey_refused, auth.passkeys_full, auth.address_unproven
 */
export async function addPasskey(given: {
  accountId: string;
  sessionId: string;
  name: string;
  registration: PasskeyRegistration;
}): Promise<Passkey> {
  const { accountId, sessionId, name, registration } = given;
  const made = await verified(accountId, registration);
  return transact(async (trx) => {
    await lockForKey(trx, { accountId, sessionId });
    const held = await trx('passkey').where({ account_id: accountId }).pluck('id');
    if (held.length >= PASSKEYS_AT_MOST) throw full();
    const [row] = await trx('passkey')
      .insert({
        id: uuidv7(),
        account_id: accountId,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: registration.response.transports ?? [],
        name,
      })
      .onConflict('credential_id')
      .ignore()
      .returning([...PASSKEY_COLUMNS]);
    if (!row) throw refused();
    await notifyOfSecurityChange(trx, { accountId, change: 'passkey_added', name });
    await recordAudit({ actor: `account:${accountId}`, action: 'passkey.add', subject: `account:${accountId}` }, trx);
    return asPasskey(row);
  });
}

const refused = (cause?: unknown) =>
  new ProductError('auth.passkey_refused', 'This passkey could not be added. Please try again.', { cause });

async function verified(
  accountId: string,
  registration: PasskeyRegistration,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']> {
  const { id, origin } = relyingParty();
  try {
    refuseCertificates(registration.response.attestationObject);
    const answer = await verifyRegistrationResponse({
      response: registration,
      expectedChallenge: (challenge) => takeChallenge(challenge, accountId),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (answer.verified) return answer.registrationInfo.credential;
  } catch (error) {
    throw refused(error);
  }
  throw refused();
}
