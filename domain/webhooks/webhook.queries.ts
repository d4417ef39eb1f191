import type { Knex } from 'knex';
import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { DELIVERIES_A_PAGE, type Webhook, type WebhookDelivery, type WebhookTry } from '#contract/webhooks/webhooks.contract.ts';
import { holdingOf, type Holding } from '#domain/identity/api-keys/api-key.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { ageAllows } from '#domain/identity/age/age-eligibility.queries.ts';
import { isServed } from './publish-event.command.ts';
import { bodyOf } from './webhook-message.ts';
import type { Webhook as Row, WebhookDelivery as DeliveryRow, WebhookEvent as EventRow } from './webhook.model.ts';

/** One webhook of a holder. */
export interface OneWebhook extends Holding {
  readonly webhookId: string;
}

/** An event that was sent to the webhook, or waits for it. */
export interface OneDelivery extends OneWebhook {
  readonly eventId: string;
}

/** Returns a holder's webhooks as a condition on `webhook`. @throws as `holdingOf` */
export const webhooksOf = (holding: Holding, store: Knex = database()) => holdingOf(holding, store, sql`webhook`);

/** Lists a holder's webhooks, newest first. @throws as `webhooksOf` */
export async function listWebhooks(holding: Holding): Promise<Webhook[]> {
  const { condition } = await webhooksOf(holding);
  return readWebhooks(database(), condition);
}

/** Requires that a webhook belongs to a holder. @throws ProductError not_found; as `webhooksOf` */
async function assertHeld({ webhookId, ...holding }: OneWebhook, store: Knex = database()): Promise<void> {
  const { condition } = await webhooksOf(holding, store);
  const found = isUuid(webhookId) ? await rowsOf(store, sql`select from webhook where id = ${webhookId} and ${condition}`) : [];
  if (found.length === 0) throw notFound('webhook');
}

type Shown = Omit<Row, 'secret_sealed' | 'old_secret_sealed'> & {
  readonly is_served: boolean;
  readonly rests_by_age: boolean;
  /** Whether its organisation's year has ended. */
  readonly is_lapsed: boolean;
  readonly waiting: number;
  readonly last: { at: string; state: DeliveryRow['state']; status: number | null } | null;
};

/** Returns webhooks as shown. @param which SQL condition on `webhook` */
export async function readWebhooks(store: Knex, which: Sql): Promise<Webhook[]> {
  const rows = await rowsOf<Shown>(
    store,
    sql`select webhook.*, ${isServed(sql`webhook`, sql`account`)} as is_served,
               not ${ageAllows('secret_address', sql`account`)} as rests_by_age,
               exists (select from organisation o where o.id = webhook.organisation_id and o.ends_at <= now()) as is_lapsed,
               (select count(*)::int from webhook_delivery where webhook_id = webhook.id and state = 'waiting') as waiting,
               (select jsonb_build_object('at', last.at, 'status', last.status, 'state', delivery.state)
                  from webhook_try last join webhook_delivery delivery using (webhook_id, event_id)
                 where last.webhook_id = webhook.id order by last.at desc limit 1) as last
          from webhook join account on account.id = webhook.account_id where ${which} order by webhook.created_at desc, webhook.id desc`,
  );
  const now = Date.now();
  return rows.map((row) => ({
    webhook_id: row.id,
    url: row.url,
    events: row.events as WebhookEvent[],
    // a webhook that receives nothing counts as ended, even if nobody has ended it yet
    state: !row.is_served ? ('ended' as const) : row.failures > 0 ? ('failing' as const) : ('active' as const),
    ended_why: row.ended_why ?? (row.is_served ? null : row.is_lapsed ? 'lapsed' : row.rests_by_age ? 'age' : 'left'),
    created_at: row.created_at.toISOString(),
    old_secret_until: row.old_secret_until && row.old_secret_until.getTime() > now ? row.old_secret_until.toISOString() : null,
    waiting: row.waiting,
    last: row.last && { ...row.last, at: new Date(row.last.at).toISOString() },
  }));
}

type DeliveryShown = Pick<DeliveryRow, 'event_id' | 'state' | 'created_at' | 'attempts' | 'due_at'> &
  Pick<EventRow, 'type'> & { readonly status: number | null; readonly sort_at: string };

const toDelivery = ({ event_id, type, state, created_at: at, attempts, due_at: due, status }: DeliveryShown): WebhookDelivery => ({
  event_id,
  type: type as WebhookEvent,
  state,
  created_at: at.toISOString(),
  tries: attempts,
  due_at: state === 'waiting' ? due.toISOString() : null,
  status,
});

const deliveries = (which: Sql): Sql =>
  sql`select delivery.event_id, delivery.state, delivery.created_at, delivery.attempts,
             greatest(delivery.due_at, webhook.rests_until) as due_at, event.type, (delivery.created_at at time zone 'UTC')::text as sort_at,
             (select status from webhook_try t where t.webhook_id = delivery.webhook_id and t.event_id = delivery.event_id
               order by number desc limit 1) as status
        from webhook_delivery delivery join webhook_event event on event.id = delivery.event_id join webhook on webhook.id = delivery.webhook_id
       where ${which}`;

/** Lists a webhook's sent and waiting events, newest first. @throws as `assertHeld`; ProductError validation.failed for a wrong cursor */
export async function listDeliveries({
  cursor: after,
  ...of
}: OneWebhook & { readonly cursor: string | undefined }): Promise<{ deliveries: WebhookDelivery[]; next_cursor: string | null }> {
  const cursor = after === undefined ? null : decodeCursor(after, 'cursor');
  await assertHeld(of);
  const older = cursor
    ? sql`and (delivery.created_at, delivery.event_id) < (${cursor.at}::timestamp at time zone 'UTC', ${cursor.id}::uuid)`
    : empty;
  const rows = await rowsOf<DeliveryShown>(
    database(),
    sql`${deliveries(sql`delivery.webhook_id = ${of.webhookId} ${older}`)}
        order by delivery.created_at desc, delivery.event_id desc limit ${DELIVERIES_A_PAGE + 1}`,
  );
  const page = rows.slice(0, DELIVERIES_A_PAGE);
  const last = page.at(-1);
  return {
    deliveries: page.map(toDelivery),
    next_cursor: rows.length > page.length && last ? encodeCursor({ at: last.sort_at, id: last.event_id }) : null,
  };
}

/** Returns the state of an event for a webhook. @throws ProductError not_found */
export async function readDelivery(
  store: Knex,
  { webhookId, eventId }: Pick<OneDelivery, 'webhookId' | 'eventId'>,
): Promise<WebhookDelivery> {
  const which = sql`delivery.webhook_id = ${webhookId} and delivery.event_id = ${isUuid(eventId) ? eventId : null}::uuid`;
  const [row] = await rowsOf<DeliveryShown>(store, deliveries(which));
  if (!row) throw notFound('delivery');
  return toDelivery(row);
}

/** Returns an event with its body and all tries, oldest first. @throws as `assertHeld` */
export async function findDelivery(of: OneDelivery): Promise<{ delivery: WebhookDelivery; body: string; tries: WebhookTry[] }> {
  await assertHeld(of);
  const delivery = await readDelivery(database(), of);
  const [event, tries] = await Promise.all([
    database()('webhook_event').where({ id: of.eventId }).first(),
    database()('webhook_try').where({ webhook_id: of.webhookId, event_id: of.eventId }).orderBy('number'),
  ]);
  if (!event) throw notFound('delivery');
  return {
    delivery,
    body: bodyOf(event),
    tries: tries.map(({ at, took_ms, status, answer, error }) => ({ at: at.toISOString(), took_ms, status, answer, error })),
  };
}
