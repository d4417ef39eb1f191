import { endByProvider } from '#domain/identity/sessions/session.commands.ts';
import { findConnection } from '#domain/organisations/sign-in/sign-in.queries.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { readLogoutToken } from '#domain/vendors/identity-providers/oidc.client.ts';
import { assertTenant, assertUsableIssuer } from './assert-tenant.ts';
import { oidcOf, useOnce } from './attempt.commands.ts';

const MINUTE_MS = 60_000;

/**
 * Ends the sessions that an organisation's OpenID provider has ended (Back-Channel Logout 1.0): those opened from one of its sessions, or
 * all that a person opened through it. Sessions opened in the person's own way stay. Each logout token counts once.
 * @throws ProductError not_found; SignInRefused token, provider_away, replayed, issuer, not_member
 */
export async function endFromProvider(connectionId: string, token: string): Promise<void> {
  const connection = await findConnection(connectionId);
  if (connection?.kind !== 'oidc' || connection.mode === 'off') throw notFound('sign-in');
  assertUsableIssuer(connection);
  const { subject, providerSession, id, claims } = await readLogoutToken(oidcOf(connection), token);
  await assertTenant(connection, claims, 'end');
  await useOnce(connection.id, `logout ${id}`, Date.now() + 15 * MINUTE_MS);
  const { organisationId, issuer } = connection;
  const ended = await endByProvider({ organisationId, issuer, subject, providerSession });
  if (ended === 0) return;
  const subjectOf = `organisation:${organisationId}`;
  await recordAudit({ actor: subjectOf, action: 'organisation.signed_out_by_provider', subject: subjectOf, detail: { sessions: ended } });
}
