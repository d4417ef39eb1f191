import { database } from './database.ts';
import { ACT_KEPT_DAYS } from './acts/act.ts';
import { raw, rowsOf, sql } from './sql.ts';

const OLD_ROLLUP = sql`at < now() - case grain when 'minute' then interval '2 days' when 'hour' then interval '35 days' else interval '800 days' end`;

/** The rules of deletion. One statement deletes at most `batch` rows, so that locks are short. */
const PRUNED = [
  { table: 'idempotency_key', key: sql`account_id, key`, where: sql`created_at < now() - interval '24 hours'` },
  { table: 'device_act', key: sql`account_id, id`, where: sql`arrived_at < now() - make_interval(days => ${ACT_KEPT_DAYS})` },
  // ended sessions are kept for a while: their owner may ask about them
  { table: 'session', key: sql`id`, where: sql`least(expires_at, revoked_at) < now() - interval '30 days'` },
  { table: 'api_key', key: sql`id`, where: sql`least(expires_at, ended_at) < now() - interval '90 days'` },
  { table: 'oauth_record', key: sql`kind, id_hash`, where: sql`expires_at < now()` },
  {
    table: 'oauth_client',
    key: sql`id`,
    where: sql`created_at < now() - interval '1 day' and not exists (
      select from api_key where client_id = oauth_client.id and ended_at is null and expires_at > now())`,
  },
  // twice the interval at which new ones are made
  { table: 'oauth_secret', key: sql`id`, where: sql`created_at < now() - interval '200 days'` },
  { table: 'course_quote', key: sql`id`, where: sql`created_at < now() - interval '2 days'` },
  // with its deliveries and their tries
  { table: 'webhook_event', key: sql`id`, where: sql`created_at < now() - interval '30 days'` },
  { table: 'account_link', key: sql`account_id, kind`, where: sql`expires_at < now() - interval '1 day'` },
  { table: 'outgoing_mail', key: sql`id`, where: sql`ended_at < now() - interval '180 days'` },
  // Stripe retries an event for three days at most
  { table: 'stripe_event', key: sql`event_id`, where: sql`state in ('done','ignored') and received_at < now() - interval '30 days'` },
  { table: 'live_ticket', key: sql`token_hash`, where: sql`expires_at < now()` },
  { table: 'pending_sign_in', key: sql`token_hash`, where: sql`expires_at < now()` },
  { table: 'passkey_challenge', key: sql`challenge_hash`, where: sql`expires_at < now()` },
  { table: 'known_device', key: sql`id`, where: sql`last_seen_at < now() - interval '400 days'` },
  { table: 'push_delivery', key: sql`notification_id, subscription_id`, where: sql`created_at < now() - interval '7 days'` },
  // the list shows the newest fifty
  { table: 'notification', key: sql`id`, where: sql`created_at < now() - interval '365 days'` },
  // only today's is compared with a cap; the calls themselves are in vendor_call
  { table: 'spend_day', key: sql`day, account_id`, where: sql`day < current_date - 90` },
  { table: 'service_spend_day', key: sql`service, day`, where: sql`day < current_date - 90` },
  { table: 'model_trait', key: sql`base_url, model, trait`, where: sql`learnt_at < now() - interval '90 days'` },
  // operators' acts are in the audit log
  { table: 'bulk_act', key: sql`id`, where: sql`ended_at < now() - interval '180 days'` },
  { table: 'operator_alert', key: sql`id`, where: sql`ended_at < now() - interval '365 days'` },
  // the console's longest range needs days, the others need minutes of an hour and hours of a week
  { table: 'duration_rollup', key: sql`grain, measure, at, name, lane, place`, where: OLD_ROLLUP },
  { table: 'failure_rollup', key: sql`grain, at, work, lane, error_code`, where: OLD_ROLLUP },
  { table: 'call_rollup', key: sql`grain, at, service, purpose, outcome`, where: OLD_ROLLUP },
  { table: 'deploy', key: sql`id`, where: sql`at < now() - interval '800 days'` },
  { table: 'organisation_attempt', key: sql`state_hash`, where: sql`expires_at < now()` },
  { table: 'organisation_arrival', key: sql`token_hash`, where: sql`expires_at < now()` },
  { table: 'used_assertion', key: sql`connection_id, assertion_hash`, where: sql`expires_at < now()` },
  { table: 'organisation_sign_in_failure', key: sql`organisation_id, day, reason`, where: sql`day < current_date - 30` },
  { table: 'provider_attempt', key: sql`state_hash`, where: sql`expires_at < now()` },
  { table: 'used_id_token', key: sql`token_hash`, where: sql`expires_at < now()` },
  // a code is valid for a minute and a half; its step is useless afterwards
  { table: 'second_factor_step', key: sql`account_id, step`, where: sql`used_at < now() - interval '1 day'` },
  { table: 'lti_login', key: sql`state_hash`, where: sql`expires_at < now()` },
  // a result left by a killed process is stored by its session
  { table: 'lti_session', key: sql`token_hash`, where: sql`expires_at < now() - interval '1 day'` },
  { table: 'lti_refusal', key: sql`id`, where: sql`refused_at < now() - interval '30 days'` },
  // the deletion of a list can no longer be undone (`ROSTER_LIMITS`)
  { table: 'organisation_roster', key: sql`id`, where: sql`created_at < now() - interval '90 days'` },
  { table: 'organisation_scim_request', key: sql`id`, where: sql`at < now() - interval '30 days'` },
  { table: 'organisation_scim_token', key: sql`id`, where: sql`ended_at < now() - interval '90 days'` },
  // directories delete their users themselves
  { table: 'organisation_person', key: sql`id`, where: sql`state = 'left' and source <> 'scim' and left_at < now() - interval '90 days'` },
  { table: 'rate_limit', key: sql`key`, where: sql`expire < extract(epoch from now()) * 1000` },
] as const;

const BATCH = 5_000;

/**
 * Deletes expired rows: idempotency keys after 24 hours, sessions 30 days, API keys 90 days and mails 180 days after they ended, links a
 * day after they stopped working, processed events of Stripe after 30 days, webhooks' events after 30 days, notifications and ended alerts
 * after a year, daily spending sums after 90 days, learnt facts about models after 90, failures of organisations' sign-ins after 30 days,
 * operators' acts on many runs after 180 days, minute figures after two days, hour figures after 35 and day figures after 800, unused
 * socket tickets, launches of learning platforms a day after they ended and refused ones after 30 days, unfinished sign-ins, codes and
 * tokens of connected programs once they expire, programs that nobody has let in for a day, prices two days after they were stated, used
 * steps of one-time codes, past rate-limit windows; lists of people after 90 days, requests of directories after 30, and people who left an
 * organisation after 90. Safe from several processes at once: rows that another process is deleting are skipped.
 * @returns deleted rows by table
 */
export async function pruneRows(): Promise<Record<(typeof PRUNED)[number]['table'], number>> {
  const deleted = Object.fromEntries(PRUNED.map(({ table }) => [table, 0])) as Record<(typeof PRUNED)[number]['table'], number>;
  for (const { table, key, where } of PRUNED) {
    for (let count = BATCH; count === BATCH; deleted[table] += count) {
      const [row] = await rowsOf<{ readonly count: number }>(
        database(),
        sql`with deleted as (
              delete from ${raw(table)} where (${key}) in (select ${key} from ${raw(table)} where ${where} limit ${BATCH} for update skip locked)
              returning 1)
            select count(*)::int as count from deleted`,
      );
      count = row!.count;
    }
  }
  return deleted;
}
