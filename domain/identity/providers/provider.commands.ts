import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { PROVIDER_NAMES, type Provider, PROVIDERS, type LinkedProviders } from '#contract/identity/providers.contract.ts';
import { TERMS_VERSION } from '#contract/identity/terms-version.ts';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { takeOverAddress } from '#domain/identity/accounts/email-address.commands.ts';
import { startSecondStep } from '#domain/identity/second-factor/pending-sign-in.commands.ts';
import type { SignedIn } from '#domain/identity/sessions/session.commands.ts';
import { invalidateSession } from '#domain/identity/sessions/live-sessions.ts';
import { openSession } from '#domain/identity/sessions/open-session.command.ts';
import { assertMayRegister } from '#domain/membership/ways-in.queries.ts';
import { config } from '#domain/platform/config.ts';
import { transact, database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { greetingName } from '#domain/platform/greeting-name.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { finishAttempt, type ProviderAnswer } from './provider-attempt.ts';
import { type ProvedIdentity, readIdToken, refused } from './provider-client.ts';

/**
 * Signs in a user by a provider's answer: with the account that the provider is linked to, else the account with the same address, else a
 * new one. The terms must be accepted for a new account, and for an account whose address only this provider proves. A second factor
 * applies as after a password.
 * @throws ProductError auth.provider_refused, auth.provider_unlinked, auth.terms_needed, auth.provider_away, auth.suspended
 */
export async function signInWithProvider(answer: ProviderAnswer, userAgent: string): Promise<SignedIn> {
  const { identity, termsAccepted } = await finishAttempt(answer, null);
  return signInProved({ provider: answer.provider, identity, termsAccepted, userAgent });
}

interface Entering {
  readonly provider: Provider;
  readonly identity: ProvedIdentity;
  readonly termsAccepted: boolean;
  readonly userAgent: string;
}

/**
 * Opens a session for a provider's identity, or its second step.
 * @param first runs before, in the same transaction
 */
async function signInProved(
  entering: Entering,
  first: (trx: Knex.Transaction) => Promise<void> = async () => undefined,
): Promise<SignedIn> {
  const ended: string[] = [];
  const signedIn = await transact(async (trx) => {
    await first(trx);
    return signInVerified(trx, entering, ended);
  });
  ended.forEach(invalidateSession);
  return signedIn;
}

/** @param ended collects the sessions that this sign-in ends */
async function signInVerified(trx: Knex.Transaction, entering: Entering, ended: string[]): Promise<SignedIn> {
  const { provider, identity, userAgent } = entering;
  // of two concurrent sign-ins of one identity, the second finds the first one's account
  await lockName(trx, `provider:${identity.email}`);
  const accountId =
    (await knownAccount(trx, provider, identity)) ?? (await accountOfAddress(trx, entering, ended)) ?? (await newAccount(trx, entering));
  await trx('account').where({ id: accountId }).forShare().first('id');
  const pending = await startSecondStep(trx, accountId);
  return pending ? { pending } : { accountId, ...(await openSession(accountId, userAgent, trx)) };
}

async function knownAccount(trx: Knex.Transaction, provider: Provider, { subject, email }: ProvedIdentity): Promise<string | null> {
  const [known] = await trx('provider_identity')
    .where({ provider, subject })
    .update({ last_used_at: trx.fn.now(), email })
    .returning('account_id');
  return known?.account_id ?? null;
}

/**
 * Finds the account with the identity's address, and links the provider to it. If the address was never verified here, somebody else may
 * have typed it: the provider proves whose it is, and everything older ends (`takeOverAddress`), the password included.
 */
async function accountOfAddress(trx: Knex.Transaction, entering: Entering, ended: string[]): Promise<string | null> {
  const { provider, identity } = entering;
  const account = await trx('account').where({ email: identity.email }).forUpdate().first('id', 'email_verified_at');
  if (!account) return null;
  if (!account.email_verified_at) {
    const person = newPerson(entering);
    ended.push(...((await takeOverAddress(trx, account.id, 'provider')) ?? []));
    await trx('account').where({ id: account.id }).update(person);
    await linkProvider(trx, { accountId: account.id, provider, identity });
    return account.id;
  }
  if (await trx('provider_identity').where({ account_id: account.id, provider }).first('subject')) {
    throw new ProductError(
      'auth.provider_unlinked',
      'An account with this address already exists. Sign in with its password, then add the provider in your account.',
    );
  }
  await linkProvider(trx, { accountId: account.id, provider, identity });
  return account.id;
}

async function newAccount(trx: Knex.Transaction, entering: Entering): Promise<string> {
  const { provider, identity } = entering;
  await assertMayRegister(identity.email, trx);
  const id = uuidv7();
  await trx('account').insert({
    id,
    email: identity.email,
    ...newPerson(entering),
    marketing_consent: false,
    email_verified_at: new Date(),
  });
  await trx('provider_identity').insert({ provider, subject: identity.subject, account_id: id, email: identity.email });
  return id;
}

/** Returns a provider's data about a new person. @throws ProductError auth.terms_needed */
function newPerson({ identity, termsAccepted }: Entering) {
  if (!termsAccepted) {
    throw new ProductError('auth.terms_needed', 'There is no account with this address yet. Create one, and accept the terms first.');
  }
  return {
    password_hash: null,
    first_name: greetingName(identity.firstName ?? 'Learner', 'Learner'),
    last_name: greetingName(identity.lastName ?? '', ''),
    terms_version: TERMS_VERSION,
    terms_accepted_at: new Date(),
  };
}

/** Links a provider to an account and notifies its owner, in the caller's transaction. */
async function linkProvider(
  trx: Knex.Transaction,
  { accountId, provider, identity }: { accountId: string; provider: Provider; identity: ProvedIdentity },
): Promise<void> {
  await trx('provider_identity').insert({ provider, subject: identity.subject, account_id: accountId, email: identity.email });
  await notifyOfSecurityChange(trx, { accountId, change: 'provider_linked', name: PROVIDER_NAMES[provider] });
  await recordAudit({ actor: `account:${accountId}`, action: `provider.link`, subject: `account:${accountId}`, detail: { provider } }, trx);
}

/**
 * Signs in a user by an ID token that their app got from a provider, like `signInWithProvider`. A token works once, but can be sent again
 * if it was rejected because the terms were not accepted.
 * @throws ProductError auth.social_not_configured, auth.provider_refused, auth.provider_away, auth.provider_unlinked, auth.terms_needed,
 * auth.suspended
 */
export async function signInWithToken(
  { provider, idToken, termsAccepted }: { provider: Provider; idToken: string; termsAccepted: boolean },
  userAgent: string,
): Promise<SignedIn> {
  const { identity, expiresAt } = await readIdToken(provider, idToken);
  return signInProved({ provider, identity, termsAccepted, userAgent }, async (trx) => {
    const [used] = await trx('used_id_token')
      .insert({ token_hash: hashToken(signedPart(idToken)), expires_at: expiresAt })
      .onConflict('token_hash')
      .ignore()
      .returning('token_hash');
    if (!used) throw refused();
  });
}

/** Without its signature, which has several valid encodings. */
const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'));

/** Returns which providers are configured on this installation. */
export const configuredProviders = (): Record<Provider, boolean> => ({
  google: config().providers.google !== null,
  apple: config().providers.apple !== null,
});

/** Returns which providers are linked to an account. */
export async function listLinked(accountId: string): Promise<LinkedProviders> {
  const rows = await database()('provider_identity').where({ account_id: accountId }).select('provider', 'email', 'created_at');
  return PROVIDERS.flatMap((provider) => {
    const row = rows.find((each) => each.provider === provider);
    return row ? [{ provider, email: row.email, linked_at: row.created_at.toISOString() }] : [];
  });
}

/**
 * Links a provider to a signed-in account; its address may differ. A provider identity that is linked to another account is rejected.
 * @throws ProductError auth.provider_refused, auth.provider_away, auth.address_unproven
 */
export async function addProvider(
  { accountId, sessionId }: { accountId: string; sessionId: string },
  answer: ProviderAnswer,
): Promise<LinkedProviders> {
  const { provider } = answer;
  const { identity } = await finishAttempt(answer, accountId);
  await transact(async (trx) => {
    await lockForKey(trx, { accountId, sessionId });
    const taken = await trx('provider_identity')
      .where({ provider })
      .where((either) => either.where({ subject: identity.subject }).orWhere({ account_id: accountId }))
      .first('account_id', 'subject');
    if (taken?.account_id === accountId && taken.subject === identity.subject) return;
    if (taken) throw refused();
    await linkProvider(trx, { accountId, provider, identity });
  });
  return listLinked(accountId);
}

/** Unlinks a provider from an account. */
export async function removeProvider(accountId: string, provider: Provider): Promise<LinkedProviders> {
  await transact((trx) => dropProvider(trx, accountId, provider));
  return listLinked(accountId);
}

/** `removeProvider` in the caller's transaction. */
export async function dropProvider(trx: Knex.Transaction, accountId: string, provider: Provider): Promise<void> {
  const gone = await trx('provider_identity').where({ account_id: accountId, provider }).delete();
  if (gone === 0) return;
  await notifyOfSecurityChange(trx, { accountId, change: 'provider_unlinked', name: PROVIDER_NAMES[provider] });
  await recordAudit(
    { actor: `account:${accountId}`, action: `provider.unlink`, subject: `account:${accountId}`, detail: { provider } },
    trx,
  );
}
