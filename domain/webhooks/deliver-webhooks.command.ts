import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { addMail } from '#domain/mail/mail.commands.ts';
import { database, onDisconnect, transact } from '#domain/platform/database.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { logger } from '#domain/platform/logger.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { isServed, mayBeTold } from './publish-event.command.ts';
import { bodyOf, secretsOf, sendWebhook, type Outcome } from './webhook-message.ts';
import type { Webhook } from './webhook.model.ts';

/**
 * Maximum number of events that this process sends at a time; and of these, to slow webhooks: those that did not answer soon last time, or
 * have not answered yet.
 */
const PLACES = 24;
const SLOW_PLACES = 12;
/** Maximum numbers in the whole installation. A webhook that has failed twice gets only one event at a time, to test whether it is back. */
const AT_ONCE = { webhook: 4, quickOfOwner: 8, slowOfOwner: 4 };
/** Longer than a try may take (`sendWebhook`). */
const LEASE_S = 20;
const QUICK_MS = 1_000;
/** How often a process looks for more work, and for how long after it last had some. */
const [LOOK_AGAIN_MS, AWAKE_MS] = [1_000, 60_000];

/**
 * Pauses of an event: 5 s, 20 s, 80 s … 12 h, until three days have passed. Each is up to a fifth longer at random, so that retries spread
 * out.
 */
const PAUSE = { firstS: 5, factor: 4, longestS: 43_200 };
/** Rests of a webhook that has failed twice in a row: 5 s, 15 s, 45 s … an hour. Meanwhile nothing is sent to it. */
const REST = { firstS: 5, factor: 3, longestS: 3_600 };
const FAILURES_BEFORE_REST = 2;
const JITTER = 0.2;
/**
 * A webhook ends after failing only for this long, including an event that has waited as long. Slightly less than the time for which an
 * event is tried, so that the last try of the first failed event decides, and a single failure days after an unrelated one does not.
 */
const FAILING_FOR = sql`interval '2 days 23 hours 50 minutes'`;
const GONE = 410;

/** SQL expression: the owner of a webhook. */
const OWNER = sql`coalesce(webhook.organisation_id::text, case webhook.holder when 'operator' then 'operators' else webhook.account_id::text end)`;

interface Claimed extends Pick<Webhook, 'url' | 'secret_sealed' | 'is_quick'> {
  readonly webhook_id: string;
  /** Null once the old secret is no longer valid. */
  readonly old_secret_sealed: Buffer | null;
  readonly event_id: string;
  readonly attempts: number;
  readonly type: string;
  readonly seq: number;
  readonly object_id: string;
  readonly data: object;
  readonly created_at: Date;
  /** False when the event is about a person whose data may no longer be sent; it has then ended as `withheld`. */
  readonly is_told: boolean;
}

/** SQL condition on `event`: it may leave the installation. */
export const EVENT_MAY_BE_TOLD = mayBeTold({
  organisationId: sql`event.organisation_id`,
  type: sql`event.type`,
  objectId: sql`event.object_id`,
});

/** Events being sent by this process. */
const sending = new Set<Promise<void>>();
let slow = 0;
let isStopped = false;
let lastBegun = -Infinity;
let looking: NodeJS.Timeout | undefined;
onDisconnect(() => clearTimeout(looking));
let filling: Promise<number> | null = null;
let isWanted = false;

/**
 * Sends due events to webhooks, as many at a time as there are places; a finished event frees its place for the next. Every worker may call
 * it at any time. Returns when places or events are used up, without waiting for responses, so that a slow receiver delays nobody.
 * Each event is sent at least once to each webhook, in no particular order. If a worker is killed, another sends its events again with the
 * same id once their leases end.
 * @returns number of events started
 */
export async function deliverWebhooks(): Promise<number> {
  isStopped = false;
  return fill();
}

/** Resolves when this process is sending nothing. */
export async function webhooksSent(): Promise<void> {
  while (sending.size > 0 || filling) await Promise.allSettled([...sending, filling]);
}

/** Starts no further deliveries, and waits for those in progress, ten seconds at most. */
export async function stopWebhooks(): Promise<void> {
  isStopped = true;
  clearTimeout(looking);
  await webhooksSent();
}

/** Runs one claim at a time; calls during a claim share the next one. */
async function fill(): Promise<number> {
  if (filling) {
    isWanted = true;
    return filling;
  }
  filling = claimAll();
  return filling;
}

async function claimAll(): Promise<number> {
  let begun = 0;
  try {
    do {
      isWanted = false;
      const claimed = await claim(PLACES - sending.size, SLOW_PLACES - slow);
      const told = claimed.filter((one) => one.is_told);
      for (const one of told) begin(one);
      begun += told.length;
      if (claimed.length > 0) lookAgain();
      // withheld events have taken the places of others
      isWanted ||= told.length < claimed.length;
    } while (isWanted && !isStopped);
    return begun;
  } finally {
    filling = null;
  }
}

/**
 * Schedules another look for work while this process had some recently, so that events left behind by a killed process, including a lost
 * job, do not wait for anybody.
 */
function lookAgain(): void {
  lastBegun = performance.now();
  clearTimeout(looking);
  const look = () => {
    if (isStopped || performance.now() - lastBegun > AWAKE_MS) return;
    looking = setTimeout(look, LOOK_AGAIN_MS).unref();
    fillOrLog();
  };
  looking = setTimeout(look, LOOK_AGAIN_MS).unref();
}

const fillOrLog = () =>
  void fill().catch((error: unknown) => logger().warn({ err: error }, 'webhooks: the next delivery could not be claimed'));

function begin(claimed: Claimed): void {
  const isSlow = !claimed.is_quick;
  if (isSlow) slow += 1;
  const sent = deliverOne(claimed)
    .catch((error: unknown) => logger().error({ err: error, ...identify(claimed) }, 'webhook: an attempt could not be stored'))
    .finally(() => {
      sending.delete(sent);
      if (isSlow) slow -= 1;
      if (!isStopped) fillOrLog();
    });
  sending.add(sent);
}

const identify = ({ webhook_id, event_id, attempts }: Claimed) => ({ webhook_id, event_id, attempt: attempts });

/**
 * Claims due events for this process, under a lease. Webhooks take turns: none gets a second place before each has its first, and quick
 * webhooks have places that slow ones cannot take. Claims are serialised across the installation, so that its limits hold. Events that may
 * no longer be sent end here, before each try.
 */
async function claim(places: number, slowPlaces: number): Promise<Claimed[]> {
  if (places <= 0) return [];
  return transact(async (trx) => {
    await lockName(trx, 'webhooks');
    return preparedRowsOf<Claimed>(
      trx,
      sql`with recursive listed as (
            (select webhook_id from webhook_delivery where state = 'waiting' order by webhook_id limit 1)
            union all
            select (select d.webhook_id from webhook_delivery d where d.state = 'waiting' and d.webhook_id > listed.webhook_id
                     order by d.webhook_id limit 1)
              from listed where listed.webhook_id is not null),
          held as (select webhook_id, count(*)::int as n from webhook_delivery where lease_until > now() group by webhook_id),
          open as (
            select webhook.id, webhook.is_quick, coalesce(held.n, 0) as held,
                   ${OWNER} as owner,
                   case when webhook.failures >= ${FAILURES_BEFORE_REST} then 1 else ${AT_ONCE.webhook} end as at_once
              from listed join webhook on webhook.id = listed.webhook_id join account on account.id = webhook.account_id
              left join held on held.webhook_id = webhook.id
             where ${isServed(sql`webhook`, sql`account`)} and (webhook.rests_until is null or webhook.rests_until <= now())),
          owned as (
            select ${OWNER} as owner, webhook.is_quick, sum(held.n)::int as held
              from held join webhook on webhook.id = held.webhook_id group by 1, 2),
          due as (
            select open.id as webhook_id, d.event_id, d.due_at, open.is_quick, open.owner,
                   open.held + row_number() over (partition by open.id order by d.due_at) as turn
              from open cross join lateral (
                select event_id, due_at from webhook_delivery
                 where webhook_id = open.id and state = 'waiting' and due_at <= now() and (lease_until is null or lease_until <= now())
                 order by due_at limit greatest(open.at_once - open.held, 0)) d),
          owners as (
            select due.*, coalesce(owned.held, 0) + row_number() over (partition by due.owner, due.is_quick order by due.turn, due.due_at) as owner_turn
              from due left join owned on owned.owner = due.owner and owned.is_quick = due.is_quick),
          allowed as (
            select owners.*, row_number() over (partition by is_quick order by turn, due_at) as place from owners
             where owner_turn <= case when is_quick then ${AT_ONCE.quickOfOwner}::int else ${AT_ONCE.slowOfOwner}::int end),
          chosen as (
            select webhook_id, event_id from allowed where is_quick or place <= ${Math.max(slowPlaces, 0)}::int
             order by turn, due_at limit ${places})
          update webhook_delivery delivery
             set attempts = attempts + told.is_told::int, state = case when told.is_told then 'waiting' else 'withheld' end,
                 lease_until = case when told.is_told then now() + ${LEASE_S} * interval '1 second' end
            from chosen, webhook, webhook_event event, lateral (select ${EVENT_MAY_BE_TOLD} as is_told) told
           where delivery.webhook_id = chosen.webhook_id and delivery.event_id = chosen.event_id
             and webhook.id = chosen.webhook_id and event.id = chosen.event_id
          returning told.is_told, delivery.webhook_id, delivery.event_id, delivery.attempts, webhook.url, webhook.is_quick, webhook.secret_sealed,
            case when webhook.old_secret_until > now() then webhook.old_secret_sealed end as old_secret_sealed,
            event.type, event.seq, event.object_id, event.data, event.created_at`,
    );
  });
}

async function deliverOne(claimed: Claimed): Promise<void> {
  const { webhook_id: webhookId, event_id: id, url } = claimed;
  const secrets = secretsOf(webhookId, [claimed.secret_sealed, claimed.old_secret_sealed]);
  const outcome = await sendWebhook({ url, id, body: bodyOf({ ...claimed, id }), secrets });
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) await storeSuccess(claimed, outcome);
  else await storeFailure(claimed, outcome);
}

/** SQL: inserts the try into the log, unless the webhook was deleted meanwhile. */
const logged = ({ webhook_id: webhookId, event_id: eventId, attempts }: Claimed, { at, tookMs, status, answer, error }: Outcome) =>
  sql`insert into webhook_try (webhook_id, event_id, number, at, took_ms, status, answer, error)
      select webhook_id, event_id, ${attempts}::int, ${at}::timestamptz, ${tookMs}::int, ${status}::smallint, ${answer}::text, ${error}::text
        from webhook_delivery where webhook_id = ${webhookId} and event_id = ${eventId} on conflict do nothing`;

async function storeSuccess(claimed: Claimed, outcome: Outcome): Promise<void> {
  const { webhook_id: webhookId, event_id: eventId, attempts } = claimed;
  const isQuick = outcome.tookMs < QUICK_MS;
  await preparedRowsOf(
    database(),
    // lock the webhook first, in the same order as ending it with its waiting deliveries
    sql`with held as (select id from webhook where id = ${webhookId} for no key update),
        logged as (${logged(claimed, outcome)}),
        delivered as (
          update webhook_delivery set state = 'delivered', lease_until = null
           where webhook_id = (select id from held) and event_id = ${eventId} and attempts = ${attempts} and state = 'waiting')
        update webhook set failures = 0, failing_since = null, rests_until = null, is_quick = ${isQuick}
          from held where webhook.id = held.id and (failures > 0 or is_quick <> ${isQuick})`,
  );
}

interface Failing extends Pick<Webhook, 'account_id' | 'holder' | 'url' | 'failures'> {
  readonly rests: boolean;
  readonly is_over: boolean;
}

async function storeFailure(claimed: Claimed, outcome: Outcome): Promise<void> {
  const { webhook_id: webhookId, event_id: eventId, attempts } = claimed;
  const dueAt = await transact(async (trx) => {
    const [webhook] = await preparedRowsOf<Failing>(
      trx,
      sql`select account_id, holder, url, failures, coalesce(rests_until > ${outcome.at}, false) as rests,
                 coalesce(failing_since < now() - ${FAILING_FOR}, false) and exists (
                   select from webhook_delivery d where d.webhook_id = webhook.id and d.event_id = ${eventId}
                      and d.created_at < now() - ${FAILING_FOR}) as is_over
            from webhook where id = ${webhookId} and ended_at is null for no key update`,
    );
    await preparedRowsOf(trx, logged(claimed, outcome));
    // it has ended, together with its waiting deliveries
    if (!webhook) return null;
    if (outcome.status === GONE || webhook.is_over) {
      await endWebhook(trx, { webhookId, ...webhook }, outcome.status === GONE ? 'gone' : 'failing');
      return null;
    }
    // failures of tries that were in progress when the rest began do not count
    const failures = webhook.failures + (webhook.rests ? 0 : 1);
    const restS = failures < FAILURES_BEFORE_REST || webhook.rests ? 0 : varied(growing(REST, failures - FAILURES_BEFORE_REST));
    await preparedRowsOf(
      trx,
      sql`update webhook set failures = ${failures}, failing_since = coalesce(failing_since, now()), is_quick = false,
            rests_until = greatest(rests_until, now() + ${Math.max(restS, outcome.retryAfterS)}::float8 * interval '1 second')
           where id = ${webhookId}`,
    );
    const pauseS = varied(growing(PAUSE, attempts - 1));
    const [left] = await preparedRowsOf<{ due_at: Date | null }>(
      trx,
      sql`update webhook_delivery set lease_until = null,
            state = case when tried_until <= now() then 'failed' else 'waiting' end,
            due_at = least(now() + ${pauseS}::float8 * interval '1 second', greatest(tried_until, now()))
           where webhook_id = ${webhookId} and event_id = ${eventId} and attempts = ${attempts} and state = 'waiting'
          returning case when state = 'waiting' then greatest(due_at, (select rests_until from webhook where id = ${webhookId})) end as due_at`,
    );
    return left?.due_at ?? null;
  });
  if (dueAt) await announceJob(database(), 'webhooks', { dueAt });
}

const growing = ({ firstS, factor, longestS }: typeof PAUSE, times: number): number => Math.min(firstS * factor ** times, longestS);
const varied = (seconds: number): number => seconds * (1 + Math.random() * JITTER);

/** The page on which a holder sees its webhooks. */
const PAGES = { account: '/settings/programs', organisation: '/organisation/programs', operator: '/operator/keys' } as const;

/** Ends a webhook that cannot be reached, with its waiting deliveries, and informs its owner. */
async function endWebhook(
  trx: Knex.Transaction,
  { webhookId, account_id: accountId, holder, url }: { webhookId: string } & Pick<Webhook, 'account_id' | 'holder' | 'url'>,
  why: 'failing' | 'gone',
): Promise<void> {
  await trx('webhook').where({ id: webhookId }).update({ ended_at: trx.fn.now(), ended_why: why });
  await failWaiting(trx, webhookId);
  logger().warn({ webhook_id: webhookId, why }, 'webhook: deactivated');
  await tellOfEnd(trx, { account_id: accountId, holder, url }, why);
}

/** Emails the owner of a webhook that it has ended, in the transaction that ends it. */
export async function tellOfEnd(
  trx: Knex.Transaction,
  { account_id: accountId, holder, url }: Pick<Webhook, 'account_id' | 'holder' | 'url'>,
  why: 'failing' | 'gone' | 'left',
): Promise<void> {
  const owner = await trx('account').where({ id: accountId }).whereNull('deleted_at').first('email', 'first_name');
  if (!owner) return;
  const data = { first_name: owner.first_name, address: url.replace(/^https?:\/\//, ''), why, link: PAGES[holder] } as const;
  await addMail(trx, { kind: 'webhook-ended', cause: `webhook-ended:${uuidv7()}`, accountId, to: owner.email, data });
}

/** Gives up a webhook's waiting deliveries, in the transaction that ends it. */
export async function failWaiting(trx: Knex.Transaction, webhookId: string): Promise<void> {
  await trx('webhook_delivery').where({ webhook_id: webhookId, state: 'waiting' }).update({ state: 'failed', lease_until: null });
}
