import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { WebhookData, WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { WEBHOOK_TRIED_DAYS } from '#contract/webhooks/webhooks.contract.ts';
import { isStillHeld } from '#domain/identity/api-keys/api-key.queries.ts';
import { opensToOthers } from '#domain/identity/accounts/account.queries.ts';
import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import type { EndedRun } from '#domain/platform/runs/engine.ts';
import { preparedRowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** The recipients of an event. */
export type Listener = { readonly accountId: string } | { readonly organisationId: string } | 'operators';

interface Published<E extends WebhookEvent> {
  readonly type: E;
  readonly to: Listener;
  /** The object it is about. The transaction must have locked its row, so that versions increase in the order of the facts. */
  readonly objectId: string;
  readonly data: WebhookData<E>;
}

/** SQL condition: a webhook is active, and its maker may still receive its events. */
export const isServed = (webhook: Sql, account: Sql): Sql =>
  sql`(${webhook}.ended_at is null and ${opensToOthers(account)} and ${isStillHeld(webhook, account)})`;

const accountOf = (to: Listener): string | null => (to !== 'operators' && 'accountId' in to ? to.accountId : null);
const organisationOf = (to: Listener): string | null => (to !== 'operators' && 'organisationId' in to ? to.organisationId : null);

function isOf(to: Listener): Sql {
  if (to === 'operators') return sql`webhook.holder = 'operator'`;
  return 'accountId' in to
    ? sql`webhook.account_id = ${to.accountId} and webhook.holder = 'account'`
    : sql`webhook.organisation_id = ${to.organisationId}`;
}

/**
 * SQL condition: an event may leave the installation. An organisation's events are about a member, whose account is the object; events
 * about a child without consent are not sent. Checked when an event is written and again before each sending, because a consent may be
 * withdrawn in between. A test event is about the webhook itself.
 */
export const mayBeTold = ({ organisationId, type, objectId }: Readonly<Record<'organisationId' | 'type' | 'objectId', Sql>>): Sql =>
  sql`case when ${organisationId} is null or ${type} = ${'webhook.test' satisfies WebhookEvent} then true
           else ${mayByAge('secret_address', objectId)} end`;

/**
 * Writes an event for the webhooks that listen, if any, in the transaction of its fact, so that neither is committed without the other. A
 * worker sends it right after the commit.
 */
export const publishEvent = <E extends WebhookEvent>(trx: Knex.Transaction, { type, to, ...about }: Published<E>): Promise<void> =>
  publishEvents(trx, { type, to, about: [about] });

interface PublishedOfMany<E extends WebhookEvent> extends Pick<Published<E>, 'type' | 'to'> {
  readonly about: readonly Pick<Published<E>, 'objectId' | 'data'>[];
}

/** Writes events of one type about many objects, like `publishEvent`, in one statement. */
export async function publishEvents<E extends WebhookEvent>(trx: Knex.Transaction, { type, to, about }: PublishedOfMany<E>): Promise<void> {
  if (about.length === 0) return;
  const told = { organisationId: sql`${organisationOf(to)}::uuid`, type: sql`${type}::text`, objectId: sql`one.object_id` };
  const [written] = await preparedRowsOf<{ deliveries: number }>(
    trx,
    sql`with heard as (
          select webhook.id from webhook join account on account.id = webhook.account_id
           where ${isOf(to)} and ${type} = any(webhook.events) and ${isServed(sql`webhook`, sql`account`)}),
        event as (
          insert into webhook_event (id, account_id, organisation_id, type, object_id, data)
          select one.id, ${accountOf(to)}::uuid, ${organisationOf(to)}::uuid, ${type}::text, one.object_id, one.data::jsonb
            from unnest(${about.map(() => uuidv7())}::uuid[], ${about.map(({ objectId }) => objectId)}::text[],
                        ${about.map(({ data }) => JSON.stringify(data))}::text[]) as one (id, object_id, data)
           where exists (select from heard) and ${mayBeTold(told)} returning id),
        delivery as (
          insert into webhook_delivery (webhook_id, event_id, tried_until)
          select heard.id, event.id, now() + make_interval(days => ${WEBHOOK_TRIED_DAYS}) from heard, event returning 1)
        select count(*)::int as deliveries from delivery`,
  );
  if (written!.deliveries > 0) await announceJob(trx, 'webhooks');
}

/** Informs the owner of a run that it has ended; for the installation's own runs, the operators. */
export const publishRunEnd = (trx: Knex.Transaction, { id, kind, accountId, status, errorCode }: EndedRun): Promise<void> =>
  publishEvent(trx, {
    type: 'run.ended',
    to: accountId === null ? 'operators' : { accountId },
    objectId: id,
    data: { kind, status, error_code: errorCode },
  });
