import type { Knex } from 'knex';
import { revokeAudioFeeds } from '#domain/audio/open-audio-feed.command.ts';
import { revokeSessionsOf } from '#domain/identity/sessions/revoke-sessions.command.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { endShares } from '#domain/sharing/share-course.command.ts';

/** Tables of the ways in, of what is on its way to become one, and of what was answered for the person; all are of this feature. */
const OF_EARLIER_HOLDER = [
  'passkey',
  'passkey_challenge',
  'provider_identity',
  'provider_attempt',
  // its steps and recovery codes with it
  'second_factor',
  'pending_sign_in',
  'known_device',
  'account_link',
  'parental_request',
  'parental_consent',
] as const;

/**
 * Gives an account whose address nobody had proved to the person who has just proved it by a reset or a provider, in the caller's
 * transaction. Whoever registered it may be somebody else, so all that lets in, or that shows anything outside, ends: sessions, passkeys,
 * providers, the second factor, remembered devices, links, podcasts and shared courses; also a year of birth, consents and a deletion that
 * they asked for. The caller sets the password.
 * @returns ids of the ended sessions, to pass to `invalidateSession` after the commit; null when the address was proved before, and nothing
 *   was done
 */
export async function takeOverAddress(trx: Knex.Transaction, accountId: string, how: 'reset' | 'provider'): Promise<string[] | null> {
  const [account] = await trx('account')
    .where({ id: accountId, email_verified_at: null })
    .update({ email_verified_at: trx.fn.now(), birth_year: null, marketing_consent: false, deletion_due_at: null })
    .returning('id');
  if (!account) return null;
  const ended = await revokeSessionsOf(trx, { accountId }, `address-proved-by-${how}`);
  const counts: Record<string, number> = { session: ended.length };
  for (const table of OF_EARLIER_HOLDER) counts[table] = await trx(table).where({ account_id: accountId }).delete();
  counts['audio_feed'] = await revokeAudioFeeds(trx, accountId);
  counts['course_share'] = await endShares(trx, accountId);
  const detail = { how, ended: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) };
  await recordAudit({ actor: `account:${accountId}`, action: 'account.address_taken_over', subject: `account:${accountId}`, detail }, trx);
  return ended;
}
