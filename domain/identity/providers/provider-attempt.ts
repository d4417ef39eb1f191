import type { Provider } from '#contract/identity/providers.contract.ts';
import { database } from '#domain/platform/database.ts';
import { hashToken, newToken } from '#domain/platform/links/secret-link.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { askProvider, readProviderAnswer, refused, type ProvedIdentity } from './provider-client.ts';
import type { ProviderAttempt } from './provider-identity.model.ts';

const LIFE = sql`interval '10 minutes'`;

/**
 * Starts a sign-in with a provider and stores its parameters.
 * @param given `accountId`: the account to link the provider to, or null for a sign-in
 * @returns the URL, and a secret for a cookie, so that only the browser that started can finish
 * @throws ProductError auth.social_not_configured, auth.provider_away
 */
export async function beginAttempt(given: {
  provider: Provider;
  accountId: string | null;
  termsAccepted: boolean;
}): Promise<{ url: string; browser: string }> {
  const { url, state, nonce, codeVerifier } = await askProvider(given.provider);
  const browser = newToken();
  await database()('provider_attempt').insert({
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    provider: given.provider,
    nonce,
    code_verifier: codeVerifier,
    account_id: given.accountId,
    terms_accepted: given.termsAccepted,
    expires_at: expression(database(), sql`now() + ${LIFE}`),
  });
  return { url, browser };
}

export interface ProviderAnswer {
  readonly provider: Provider;
  readonly state: string;
  readonly code: string;
  readonly iss?: string | undefined;
  /** The secret in the browser's cookie, or null. */
  readonly browser: string | null;
}

/**
 * Uses up an attempt, whatever the outcome, and fetches the identity from the provider.
 * @param accountId the account to link the provider to, or null for a sign-in
 * @throws ProductError auth.provider_refused, auth.provider_away
 */
export async function finishAttempt(
  { provider, state, code, iss, browser }: ProviderAnswer,
  accountId: string | null,
): Promise<{ identity: ProvedIdentity; termsAccepted: boolean }> {
  if (browser === null) throw refused();
  const [attempt] = await database()('provider_attempt')
    .where({ state_hash: hashToken(state), browser_hash: hashToken(browser), provider, account_id: accountId })
    .delete()
    .returning<(Pick<ProviderAttempt, 'nonce' | 'code_verifier' | 'terms_accepted'> & { is_valid: boolean })[]>([
      'nonce',
      'code_verifier',
      'terms_accepted',
      expression(database(), sql`expires_at > now() as is_valid`),
    ]);
  if (!attempt?.is_valid) throw refused();
  const identity = await readProviderAnswer(provider, { code, state, iss, nonce: attempt.nonce, codeVerifier: attempt.code_verifier });
  return { identity, termsAccepted: attempt.terms_accepted };
}
