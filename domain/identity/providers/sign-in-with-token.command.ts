import type { Provider } from '#contract/identity/providers.contract.ts';
import type { SignedIn } from '#domain/identity/sessions/log-in.command.ts';
import { hashToken } from '#domain/platform/links/secret-link.ts';
import { readIdToken, refused } from './provider-client.ts';
import { signInProved } from './sign-in-with-provider.command.ts';

/**
 * Signs in a user by an ID token that their app got from a provider, like `signInWithProvider`. A token works once; one that was rejected
 * because the terms are not accepted yet may be sent again.
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

/** Without its signature, which has more than one encoding. */
const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'));
