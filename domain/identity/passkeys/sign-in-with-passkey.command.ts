import { verifyAuthenticationResponse, type VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeyAssertion } from '#contract/identity/passkeys.contract.ts';
import { Account } from '#domain/identity/accounts/account.model.ts';
import { openSession, type OpenedSession } from '#domain/identity/sessions/open-session.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { userHandleOf } from './add-passkey.command.ts';
import { newChallenge, takeChallenge } from './passkey-challenge.ts';
import { refuseDeepData } from './refuse-attestation.ts';
import { relyingParty } from './relying-party.ts';
import type { Passkey } from './passkey.model.ts';

/** Returns the options for signing in with any passkey for this site. */
export async function startPasskeySignIn(): Promise<{ challenge: string; rpId: string }> {
  return { challenge: await newChallenge(null), rpId: relyingParty().id };
}

const refused = (cause?: unknown) =>
  new ProductError('auth.passkey_refused', 'This passkey did not work. Please try again, or use your password.', { cause });

/**
 * Signs in a user by a passkey that has signed our challenge, after verifying the user itself: that is both factors in one.
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
  if (!passkey) throw refused();
  const accountId = passkey.account_id;
  // not every authenticator returns the user handle
  const { userHandle } = assertion.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(accountId)) throw refused();
  const { newCounter } = await verified(passkey, assertion);
  return transact(async (trx) => {
    await Account.query(trx).findById(accountId).select('id').forShare();
    // two answers with one counter value come from a cloned authenticator: only one succeeds
    const counted = await trx('passkey')
      .where({ id: passkey.id })
      .where(expression(trx, sql`(counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))`))
      .update({ counter: newCounter, last_used_at: trx.fn.now() });
    if (counted === 0) throw refused();
    return { accountId, ...(await openSession(accountId, userAgent, trx)) };
  });
}

type Stored = Pick<Passkey, 'id' | 'account_id' | 'credential_id' | 'public_key' | 'counter'>;

async function verified(passkey: Stored, response: PasskeyAssertion): Promise<VerifiedAuthenticationResponse['authenticationInfo']> {
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
    throw refused(error);
  }
  throw refused();
}
