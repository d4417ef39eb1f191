import {
  verifyRegistrationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  type VerifiedAuthenticationResponse,
} from '@simplewebauthn/server';
import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { PASSKEYS_AT_MOST, type Passkey, type PasskeyRegistration, type PasskeyAssertion } from '#contract/identity/passkeys.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { openSession, type OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError, notFound } from '#domain/platform/errors.ts';
import { hashToken, newToken } from '#domain/platform/links/secret-link.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { provePassword } from '#domain/identity/passwords/prove-password.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import type { Passkey as PasskeyRow } from './passkey.model.ts';
import { asPasskey, PASSKEY_COLUMNS } from './passkey.queries.ts';

interface Creation {
  readonly challenge: string;
  readonly rp: { id: string; name: string };
  readonly user: { id: string; name: string; displayName: string };
  readonly exclude: string[];
}

/** Returns the WebAuthn user handle of an account: its id, so that an assertion names the account. */
const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url');

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
 * Adds the passkey that was created for a challenge of this account. The authenticator must have verified its user, by a finger, a face or
 * a PIN.
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

interface Named {
  readonly accountId: string;
  readonly passkeyId: string;
}

/** Renames a passkey. @throws ProductError not_found when it is not the account's */
export async function renamePasskey({ accountId, passkeyId, name }: Named & { readonly name: string }): Promise<Passkey> {
  if (!isUuid(passkeyId)) throw notFound('passkey');
  const [row] = await database()('passkey')
    .where({ id: passkeyId, account_id: accountId })
    .update({ name })
    .returning([...PASSKEY_COLUMNS]);
  if (!row) throw notFound('passkey');
  return asPasskey(row);
}

/** Removes a passkey and notifies its owner. @throws ProductError not_found when it is not the account's */
export async function removePasskey({ accountId, passkeyId }: Named): Promise<void> {
  if (!isUuid(passkeyId)) throw notFound('passkey');
  await transact((trx) => dropPasskey(trx, { accountId, passkeyId }));
}

/** `removePasskey` in the caller's transaction. @throws as there */
export async function dropPasskey(trx: Knex.Transaction, { accountId, passkeyId }: Named): Promise<void> {
  const [row] = await trx('passkey').where({ id: passkeyId, account_id: accountId }).delete().returning('name');
  if (!row) throw notFound('passkey');
  await notifyOfSecurityChange(trx, { accountId, change: 'passkey_removed', name: row.name });
  await recordAudit({ actor: `account:${accountId}`, action: 'passkey.remove', subject: `account:${accountId}` }, trx);
}

/** Returns the options for signing in with any passkey for this site. */
export async function startPasskeySignIn(): Promise<{ challenge: string; rpId: string }> {
  return { challenge: await newChallenge(null), rpId: relyingParty().id };
}

const refusedSignIn = (cause?: unknown) =>
  new ProductError('auth.passkey_refused', 'This passkey did not work. Please try again, or use your password.', { cause });

/**
 * Signs in a user by a passkey that has signed our challenge. The authenticator has verified the user, so this counts as both factors.
 * @throws ProductError auth.passkey_refused, the same for an unknown passkey as for a wrong answer; auth.suspended
 */
export async function signInWithPasskey(given: {
  assertion: PasskeyAssertion;
  userAgent: string;
}): Promise<OpenedSession & { accountId: string }> {
  const { assertion, userAgent } = given;
  const passkey: Stored | undefined = await database()('passkey')
    .where({ credential_id: assertion.id })
    .first('id', 'account_id', 'credential_id', 'public_key', 'counter');
  if (!passkey) throw refusedSignIn();
  const accountId = passkey.account_id;
  // not every authenticator returns the user handle
  const { userHandle } = assertion.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(accountId)) throw refusedSignIn();
  const { newCounter } = await verifiedAssertion(passkey, assertion);
  return transact(async (trx) => {
    await trx('account').where({ id: accountId }).forShare().first('id');
    // two answers with the same counter value mean a cloned authenticator: only one succeeds
    const counted = await trx('passkey')
      .where({ id: passkey.id })
      .where(expression(trx, sql`(counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))`))
      .update({ counter: newCounter, last_used_at: trx.fn.now() });
    if (counted === 0) throw refusedSignIn();
    return { accountId, ...(await openSession(accountId, userAgent, trx)) };
  });
}

type Stored = Pick<PasskeyRow, 'id' | 'account_id' | 'credential_id' | 'public_key' | 'counter'>;

async function verifiedAssertion(
  passkey: Stored,
  response: PasskeyAssertion,
): Promise<VerifiedAuthenticationResponse['authenticationInfo']> {
  const { id, origin } = relyingParty();
  try {
    refuseDeepData(Buffer.from(response.response.authenticatorData, 'base64url'));
    const answer = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(challenge, null),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    });
    if (answer.verified) return answer.authenticationInfo;
  } catch (error) {
    throw refusedSignIn(error);
  }
  throw refusedSignIn();
}

/** Returns the WebAuthn relying party: the configured origin and its host. Browsers on another host name are rejected. */
function relyingParty(): { readonly id: string; readonly origin: string } {
  const origin = config().publicOrigin;
  return { id: new URL(origin).hostname, origin };
}

/** Slightly longer than a browser waits for an authenticator. */
const LIFE = sql`interval '5 minutes'`;

/** Creates a challenge. @param accountId the account that adds a passkey, or null for a sign-in */
async function newChallenge(accountId: string | null, db: Knex = database()): Promise<string> {
  const challenge = newToken();
  await db('passkey_challenge').insert({
    challenge_hash: hashToken(challenge),
    account_id: accountId,
    expires_at: expression(db, sql`now() + ${LIFE}`),
  });
  return challenge;
}

/** Uses up a challenge, whatever the outcome. @returns whether it was created for this purpose, unused, and not expired */
async function takeChallenge(challenge: string, accountId: string | null): Promise<boolean> {
  const [taken] = await database()('passkey_challenge')
    .where({ challenge_hash: hashToken(challenge), account_id: accountId })
    .delete()
    .returning<{ is_valid: boolean }[]>(expression(database(), sql`expires_at > now() as is_valid`));
  return taken?.is_valid === true;
}

/** An attestation is a map inside a map; an extension's output may be one level deeper. */
const DEEPEST = 4;
/**
 * Length of authenticator data before the attested credential (hash, flags and counter); and of the credential's own head, before its id.
 */
const HEAD_BYTES = 37;
const FLAGS_AT = 32;
const ATTESTED = 0x40;
const AAGUID_BYTES = 16;

const ARRAY = 4;
const MAP = 5;
const TAG = 6;
/** Number of bytes of the argument that follow the head, by its short value. */
const ARGUMENT_BYTES: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 };

/**
 * Walks over one CBOR item without decoding it. The library's decoder recurses into every nested list and trusts every length.
 * @returns the item's end
 * @throws Error when it is deeper than any authenticator's, has no definite length, or ends after the bytes
 */
function endOfItem(bytes: Buffer, start: number, depth: number): number {
  if (depth > DEEPEST || start >= bytes.length) throw new Error('not the CBOR of an authenticator');
  const [type, short] = [bytes[start]! >> 5, bytes[start]! & 0x1f];
  const more = ARGUMENT_BYTES[short] ?? 0;
  if (short > 27 || more > 4 || start + more >= bytes.length) throw new Error('not the CBOR of an authenticator');
  const argument = more === 0 ? short : bytes.readUIntBE(start + 1, more);
  let end = start + 1 + more;
  if (type === 2 || type === 3) end += argument;
  else if (type === ARRAY || type === MAP || type === TAG)
    for (let items = type === TAG ? 1 : argument * (type === MAP ? 2 : 1); items > 0; items -= 1) end = endOfItem(bytes, end, depth + 1);
  if (end > bytes.length) throw new Error('not the CBOR of an authenticator');
  return end;
}

/** @throws Error unless the bytes are CBOR items, none deeper than an authenticator's */
function refuseDeepItems(bytes: Buffer, start: number): void {
  for (let at = start; at < bytes.length;) at = endOfItem(bytes, at, 1);
}

/** @throws Error unless the key and the extensions in authenticator data are such items */
function refuseDeepData(data: Uint8Array): void {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const isAttested = ((bytes[FLAGS_AT] ?? 0) & ATTESTED) !== 0;
  const idAt = HEAD_BYTES + AAGUID_BYTES;
  refuseDeepItems(bytes, isAttested ? idAt + 2 + bytes.readUInt16BE(idAt) : HEAD_BYTES);
}

/**
 * Refuses any attestation except none and self attestation. We request none; for certificates the library would trust the sender's own root
 * and download whatever URLs they name, so it must never see them.
 * @throws Error
 */
function refuseCertificates(attestationObject: string): void {
  const bytes = Buffer.from(attestationObject, 'base64url');
  refuseDeepItems(bytes, 0);
  const decoded: unknown = decodeAttestationObject(new Uint8Array(bytes));
  if (!(decoded instanceof Map)) throw new Error('an attestation that is not a map');
  const [format, statement, data]: unknown[] = ['fmt', 'attStmt', 'authData'].map((name) => decoded.get(name));
  if (!(statement instanceof Map) || !(data instanceof Uint8Array)) throw new Error('an attestation without statement or data');
  const isPlain =
    (format === 'none' && statement.size === 0) ||
    (format === 'packed' && statement.size === 2 && statement.has('alg') && statement.has('sig'));
  if (!isPlain) throw new Error(`the attestation format ${String(format)} was not requested`);
  refuseDeepData(data);
}
