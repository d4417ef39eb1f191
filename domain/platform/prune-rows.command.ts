import { database } from './database.ts';

/** What is deleted, and when. One statement deletes at most `batch` rows, so locks are short. */
const PRUNED = [
  { table: 'idempotency_key', key: '(account_id, key)', where: `created_at < now() - interval '24 hours'` },
  // ended sessions are retained for a while: their owner may ask what happened
  { table: 'session', key: 'id', where: `least(expires_at, revoked_at) < now() - interval '30 days'` },
  { table: 'account_link', key: '(account_id, kind)', where: `expires_at < now() - interval '1 day'` },
  { table: 'outgoing_mail', key: 'id', where: `ended_at < now() - interval '180 days'` },
  // Stripe retries an event for three days at most
  { table: 'stripe_event', key: 'event_id', where: `state in ('done','ignored') and received_at < now() - interval '30 days'` },
  { table: 'live_ticket', key: 'token_hash', where: `expires_at < now()` },
  { table: 'pending_sign_in', key: 'token_hash', where: `expires_at < now()` },
  { table: 'passkey_challenge', key: 'challenge_hash', where: `expires_at < now()` },
  { table: 'known_device', key: 'id', where: `last_seen_at < now() - interval '400 days'` },
  { table: 'push_delivery', key: '(notification_id, subscription_id)', where: `created_at < now() - interval '7 days'` },
  // the list shows the newest fifty
  { table: 'notification', key: 'id', where: `created_at < now() - interval '365 days'` },
  // only today's is compared with a cap; the calls themselves are in vendor_call
  { table: 'spend_day', key: '(day, account_id)', where: `day < current_date - 90` },
  // the audit has what operators did
  { table: 'bulk_act', key: 'id', where: `ended_at < now() - interval '180 days'` },
  { table: 'operator_alert', key: 'id', where: `ended_at < now() - interval '365 days'` },
  { table: 'provider_attempt', key: 'state_hash', where: `expires_at < now()` },
  { table: 'used_id_token', key: 'token_hash', where: `expires_at < now()` },
  // a code is valid for a minute and a half; its step is useless afterwards
  { table: 'second_factor_step', key: '(account_id, step)', where: `used_at < now() - interval '1 day'` },
  { table: 'rate_limit', key: 'key', where: `expire < extract(epoch from now()) * 1000` },
] as const;

const BATCH = 5_000;

/**
 * Deletes expired rows: idempotency keys after 24 hours, sessions 30 days and mails 180 days after they ended, links a day after they
 * stopped working, processed events of Stripe after 30 days, notifications and ended alerts after a year, sums of a day's spending after 90
 * days, operators' acts on many runs after 180 days, unused socket tickets, unfinished sign-ins, used steps of one-time codes, past
 * rate-limit windows. Safe from several processes at once: rows another one is deleting are skipped.
 * @returns deleted rows by table
 */
export async function pruneRows(): Promise<Record<(typeof PRUNED)[number]['table'], number>> {
  const deleted = Object.fromEntries(PRUNED.map(({ table }) => [table, 0])) as Record<(typeof PRUNED)[number]['table'], number>;
  for (const { table, key, where } of PRUNED) {
    for (let count = BATCH; count === BATCH; deleted[table] += count) {
      const { rowCount } = await database().raw(
        `delete from ${table} where ${key} in (select ${key.replace(/[()]/g, '')} from ${table} where ${where} limit ${BATCH} for update skip locked)`,
      );
      count = rowCount;
    }
  }
  return deleted;
}
