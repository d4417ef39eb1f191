import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { eventsOf, type WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { WEBHOOKS_AT_MOST, type Webhook, type WebhookDelivery } from '#contract/webhooks/webhooks.contract.ts';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import type { Holding } from '#domain/identity/api-keys/api-key.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { AddressRefused } from '#domain/platform/network/ask-stranger.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { reseal } from '#domain/platform/secrets/sealed.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { EVENT_MAY_BE_TOLD, failWaiting, tellOfEnd } from './deliver-webhooks.command.ts';
import { isServed } from './publish-event.command.ts';
import { newWebhookSecret, readWebhookAddress, secretContext } from './webhook-message.ts';
import { readDelivery, readWebhooks, webhooksOf, type OneDelivery, type OneWebhook } from './webhook.queries.ts';

interface Wanted {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

type BySession = { readonly sessionId: string };

/** @throws ProductError webhook.bad_address; validation.failed for an event that the holder cannot receive */
function checked({ holder, url, events }: Wanted & Pick<Holding, 'holder'>): { url: string; events: WebhookEvent[] } {
  const chosen = [...new Set(events)];
  if (chosen.some((event) => !eventsOf(holder).includes(event))) {
    const why = 'A webhook of this holder cannot hear this.';
    throw new ProductError('validation.failed', why, { data: { errors: [fieldProblem('events', why)] } });
  }
  try {
    return { url: readWebhookAddress(url).href, events: chosen };
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    const why = 'It must be an https address of the public internet, on its usual port.';
    throw new ProductError('webhook.bad_address', why, { cause: error, data: { errors: [fieldProblem('url', why)] } });
  }
}

interface Audited extends Holding {
  readonly webhookId: string;
  readonly organisationId: string | null;
  readonly action: 'webhook.create' | 'webhook.change' | 'webhook.delete' | 'webhook.rotate';
  readonly detail?: object;
}

function audit(trx: Knex.Transaction, { accountId, holder, webhookId, organisationId, action, detail }: Audited): Promise<void> {
  const subject = organisationId ? `organisation:${organisationId}` : `account:${accountId}`;
  return recordAudit({ actor: `account:${accountId}`, action, subject, detail: { holder, webhook: webhookId, ...detail } }, trx);
}

const shown = async (trx: Knex.Transaction, webhookId: string): Promise<Webhook> => {
  const [webhook] = await readWebhooks(trx, sql`webhook.id = ${webhookId}`);
  return webhook!;
};

/**
 * Creates a webhook, which sends a holder's events to an address.
 * @returns the webhook, and its signing secret, which is shown only this once
 * @throws ProductError not_found, webhook.bad_address, validation.failed for an event that the holder cannot receive, webhook.too_many
 */
export async function createWebhook(given: Holding & Wanted & BySession): Promise<{ webhook: Webhook; secret: string }> {
  const { accountId, holder } = given;
  const { url, events } = checked(given);
  const id = uuidv7();
  const { secret, sealed } = newWebhookSecret(id);
  return transact(async (trx) => {
    await lockForKey(trx, given);
    const { condition, organisationId } = await webhooksOf(given, trx);
    // operators share theirs, so they are counted under one lock
    await lockName(trx, `webhooks:${organisationId ?? (holder === 'operator' ? holder : accountId)}`);
    const [held] = await rowsOf<{ webhooks: number }>(trx, sql`select count(*)::int as webhooks from webhook where ${condition}`);
    if (held!.webhooks >= WEBHOOKS_AT_MOST)
      throw new ProductError('webhook.too_many', 'You have reached the maximum number of webhooks. Delete one to add another.');
    await trx('webhook').insert({ id, account_id: accountId, holder, organisation_id: organisationId, url, events, secret_sealed: sealed });
    await audit(trx, { accountId, holder, webhookId: id, organisationId, action: 'webhook.create', detail: { events } });
    return { webhook: await shown(trx, id), secret };
  });
}

/**
 * Changes a webhook. Reactivating an ended webhook starts afresh: missed events are not sent. Deactivating one gives up its waiting
 * deliveries. The webhook then belongs to the person who changed it, and receives events as long as they may. Only activating it has an age
 * rule; anybody may deactivate it.
 * @throws ProductError not_found, webhook.bad_address, validation.failed; as `assertAge`
 */
export async function updateWebhook({ isActive, ...given }: OneWebhook & Wanted & BySession & { isActive: boolean }): Promise<Webhook> {
  const { accountId, holder, webhookId } = given;
  const { url, events } = checked(given);
  return transact(async (trx) => {
    await lockForKey(trx, given);
    if (isActive) await assertAge(accountId, 'secret_address', trx);
    const organisationId = await lockWebhook(trx, given);
    const anew = { failures: 0, failing_since: null, rests_until: null, is_quick: false };
    await trx('webhook')
      .where({ id: webhookId })
      .update({
        account_id: accountId,
        url,
        events,
        ...anew,
        ended_at: isActive ? null : expression(trx, sql`coalesce(ended_at, now())`),
        ended_why: isActive ? null : expression(trx, sql`coalesce(ended_why, 'owner')`),
      });
    if (!isActive) await failWaiting(trx, webhookId);
    else await announceJob(trx, 'webhooks');
    await audit(trx, { accountId, holder, webhookId, organisationId, action: 'webhook.change', detail: { events, is_active: isActive } });
    return shown(trx, webhookId);
  });
}

/** Locks a holder's webhook. @returns its organisation @throws ProductError not_found */
async function lockWebhook(trx: Knex.Transaction, { webhookId, ...holding }: OneWebhook): Promise<string | null> {
  const { condition, organisationId } = await webhooksOf(holding, trx);
  const locked = isUuid(webhookId)
    ? await rowsOf(trx, sql`select from webhook where id = ${webhookId} and ${condition} for no key update`)
    : [];
  if (locked.length === 0) throw notFound('webhook');
  return organisationId;
}

/** Deletes a webhook with its log. @throws ProductError not_found */
export async function deleteWebhook(given: OneWebhook): Promise<void> {
  await transact(async (trx) => {
    const organisationId = await lockWebhook(trx, given);
    await trx('webhook').where({ id: given.webhookId }).delete();
    await audit(trx, { ...given, organisationId, action: 'webhook.delete' });
  });
}

/**
 * Creates a new secret. The previous secret stays valid for some hours; older ones do not.
 * @returns the webhook, and the new secret, which is shown only this once
 * @throws ProductError not_found
 */
export async function rotateWebhookSecret({
  keepHours,
  ...given
}: OneWebhook & BySession & { keepHours: number }): Promise<{ webhook: Webhook; secret: string }> {
  const { webhookId } = given;
  const { secret, sealed } = newWebhookSecret(webhookId);
  return transact(async (trx) => {
    await lockForKey(trx, given);
    const organisationId = await lockWebhook(trx, given);
    const before =
      keepHours === 0
        ? { old_secret_sealed: null, old_secret_until: null }
        : {
            old_secret_sealed: expression(trx, sql`secret_sealed`),
            old_secret_until: expression(trx, sql`now() + make_interval(hours => ${keepHours})`),
          };
    await trx('webhook')
      .where({ id: webhookId })
      .update({ secret_sealed: sealed, ...before });
    await audit(trx, { ...given, organisationId, action: 'webhook.rotate', detail: { keep_hours: keepHours } });
    return { webhook: await shown(trx, webhookId), secret };
  });
}

/**
 * Sends a test event to a webhook: one try, before all waiting events, even while the webhook rests.
 * @returns the event's id
 * @throws ProductError not_found, webhook.ended
 */
export async function testWebhook(given: OneWebhook): Promise<string> {
  const { webhookId } = given;
  const eventId = uuidv7();
  await transact(async (trx) => {
    const organisationId = await lockWebhook(trx, given);
    await beginAtOnce(trx, webhookId);
    const owner = await trx('webhook').where({ id: webhookId }).first('account_id', 'holder');
    await trx('webhook_event').insert({
      id: eventId,
      account_id: owner!.holder === 'account' ? owner!.account_id : null,
      organisation_id: organisationId,
      type: 'webhook.test' satisfies WebhookEvent,
      object_id: webhookId,
      data: JSON.stringify({}),
    });
    await trx('webhook_delivery').insert({
      webhook_id: webhookId,
      event_id: eventId,
      due_at: expression(trx, FIRST),
      tried_until: trx.fn.now(),
    });
    await announceJob(trx, 'webhooks');
  });
  return eventId;
}

/**
 * Sends an event again, with the same id: one more try, as for a test.
 * @returns the event's state: `withheld` if it is about a person whose data may no longer be sent
 * @throws ProductError not_found, webhook.ended
 */
export async function resendDelivery(given: OneDelivery): Promise<WebhookDelivery> {
  const { webhookId, eventId } = given;
  return transact(async (trx) => {
    await lockWebhook(trx, given);
    await readDelivery(trx, given);
    await beginAtOnce(trx, webhookId);
    // an event in progress continues, and a waiting one keeps the time until which it is tried
    await rowsOf(
      trx,
      sql`update webhook_delivery set state = case when ${EVENT_MAY_BE_TOLD} then 'waiting' else 'withheld' end, due_at = ${FIRST},
            tried_until = case when state = 'waiting' then tried_until else now() end
            from webhook_event event where webhook_id = ${webhookId} and event_id = ${eventId} and event.id = event_id`,
    );
    await announceJob(trx, 'webhooks');
    return readDelivery(trx, given);
  });
}

/** Due time before all waiting events, because a person has asked for it. */
const FIRST = sql`now() - interval '3 days'`;

/** @throws ProductError webhook.ended */
async function beginAtOnce(trx: Knex.Transaction, webhookId: string): Promise<void> {
  const changed = await rowsOf(
    trx,
    sql`update webhook set rests_until = null from account
         where webhook.id = ${webhookId} and account.id = webhook.account_id and ${isServed(sql`webhook`, sql`account`)} returning webhook.id`,
  );
  if (changed.length === 0) throw new ProductError('webhook.ended', 'This webhook is inactive. Activate it first.');
}

/**
 * Ends the webhooks that an account has made, in the caller's transaction, because its password was reset or it was suspended. Those made
 * for an organisation end as if their maker had left it: the owners are informed.
 * @returns number of webhooks ended
 */
export async function endWebhooksOf(trx: Knex.Transaction, accountId: string): Promise<number> {
  const ended = await trx('webhook')
    .where({ account_id: accountId, organisation_id: null, ended_at: null })
    .update({ ended_at: trx.fn.now(), ended_why: 'owner' })
    .returning('id');
  for (const { id } of ended) await failWaiting(trx, id);
  return ended.length + (await endForOrganisations(trx, accountId));
}

/** Ends the webhooks that an account has made for organisations. @returns number of webhooks ended */
async function endForOrganisations(trx: Knex.Transaction, accountId: string): Promise<number> {
  const held = await trx('webhook').where({ account_id: accountId }).whereNotNull('organisation_id').distinct('organisation_id');
  let count = 0;
  for (const { organisation_id: organisationId } of held) count += await endWebhooksIn(trx, organisationId!, [accountId]);
  return count;
}

/**
 * Ends an organisation's webhooks made by people who no longer own it, in the caller's transaction, and informs its owners: a person who
 * left may still control the address and know its secret. An owner who reactivates a webhook takes it over.
 * @returns number of webhooks ended
 */
export async function endWebhooksIn(trx: Knex.Transaction, organisationId: string, accountIds: readonly string[]): Promise<number> {
  const ended = await trx('webhook')
    .where({ organisation_id: organisationId, ended_at: null })
    .whereIn('account_id', accountIds)
    .update({ ended_at: trx.fn.now(), ended_why: 'left' })
    .returning(['id', 'url', 'holder']);
  if (ended.length === 0) return 0;
  const owners = await trx('organisation_member').where({ organisation_id: organisationId, role: 'owner' }).pluck('account_id');
  for (const { id, url, holder } of ended) {
    await failWaiting(trx, id);
    for (const accountId of owners) await tellOfEnd(trx, { account_id: accountId, url, holder }, 'left');
  }
  return ended.length;
}

/**
 * Deletes the webhooks that an account has made for itself or for operators, in the caller's transaction. Those made for an organisation
 * belong to it: they end, and the owners are informed (`endWebhooksIn`).
 * @returns number of webhooks deleted
 */
export async function deleteWebhooksOf(trx: Knex.Transaction, accountId: string): Promise<number> {
  await endForOrganisations(trx, accountId);
  return trx('webhook').where({ account_id: accountId, organisation_id: null }).delete();
}

/** Encrypts all secrets with the installation's new secret, in the caller's transaction. @returns number of webhooks */
export async function resealWebhooks(trx: Knex.Transaction, before: Uint8Array): Promise<number> {
  let count = 0;
  for (const { id, secret_sealed: sealed, old_secret_sealed: old } of await trx('webhook').forUpdate().select('*')) {
    const [next, nextOld] = [reseal(sealed, secretContext(id), before), old && reseal(old, secretContext(id), before)];
    if (!next && !nextOld) continue;
    await trx('webhook')
      .where({ id })
      .update({ ...(next && { secret_sealed: next }), ...(nextOld && { old_secret_sealed: nextOld }) });
    count += 1;
  }
  return count;
}
