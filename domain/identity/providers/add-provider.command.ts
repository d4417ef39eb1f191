import type { Knex } from 'knex';
import { PROVIDER_NAMES, PROVIDERS, type LinkedProviders, type Provider } from '#contract/identity/providers.contract.ts';
import { lockForKey } from '#domain/identity/accounts/proven-address.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { notifyOfSecurityChange } from '../notify-of-security-change.command.ts';
import { finishAttempt, type ProviderAnswer } from './provider-attempt.ts';
import { refused } from './provider-client.ts';
import { linkProvider } from './sign-in-with-provider.command.ts';

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
 * Links a provider to a signed-in account; its address may differ. One that is linked to another account is rejected.
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
