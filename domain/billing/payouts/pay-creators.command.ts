import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { PAYOUT_MINIMUM_CENTS } from '#contract/studio/creator-payouts.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { logger } from '#domain/platform/logger.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { postTransaction } from '#domain/billing/ledger/post-transaction.ts';
import { lockMoney, PLATFORM } from '#domain/billing/ledger/record-sale.command.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { callStripe, type StripeTransfer } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { syncPayoutAccount } from './sync-payout-account.command.ts';
import { payoutBalance } from './payouts.queries.ts';

/** Maximum number per pass; the next sweep takes the rest. */
const BATCH = 50;
const RETRY_AFTER = '10 minutes';
/** Pause after a failed payout, so that a broken bank account is reported once a day. */
const PAUSE_AFTER_FAILURE = '1 day';
/** At most one payout a day keeps bank statements readable. */
const BETWEEN_PAYOUTS = '20 hours';
/** Stripe forgets an idempotency key after a day; until then a repeat returns the same transfer. */
const KEY_HOURS = 20;

/** SQL condition: the account of a `payout` is not suspended; money of a suspended creator waits, in whatever state. */
const MAY_BE_PAID = sql`not exists (select from account blocked where blocked.id = payout.account_id and blocked.suspended_at is not null)`;

interface PayoutRow {
  readonly id: string;
  /** Null when the account was deleted meanwhile. */
  readonly account_id: string | null;
  readonly stripe_account_id: string;
  readonly cents: number;
  readonly created_at: Date;
}

/** Pays out creators' earnings. Call it regularly; it also resumes payouts that a crash left unfinished. @returns number of payouts sent */
export async function payCreators(): Promise<number> {
  for (let page = await dueCreators(null); page.length > 0; page = await dueCreators(page.at(-1)!))
    await forEachRow('payouts', page, reservePayout);
  const pending = await rowsOf<PayoutRow>(
    database(),
    sql`select id, account_id, stripe_account_id, cents, created_at from creator_payout payout
         where state = 'pending' and (tried_at is null or tried_at < now() - ${RETRY_AFTER}::interval) and ${MAY_BE_PAID}
         order by tried_at nulls first limit ${BATCH}`,
  );
  let sent = 0;
  await forEachRow('payouts', pending, async (payout) => {
    if (await sendPayout(payout)) sent += 1;
  });
  await forgetPaidOff();
  return sent;
}

/**
 * Returns a page of creators who are owed enough, by id. Whether the amount can be paid out yet is checked one by one, so creators whose
 * sales must still wait do not block those after them. Suspended creators are paid after the suspension.
 */
async function dueCreators(after: string | null): Promise<string[]> {
  const creators = await rowsOf<{ account_id: string }>(
    database(),
    sql`select a.account_id from creator_payout_account a
       join account on account.id = a.account_id and account.suspended_at is null
       join ledger_account l on l.owner_kind = 'user' and l.owner_id = a.account_id::text and l.unit = 'USD' and l.kind = 'payable'
      where a.payouts_enabled and l.balance >= ${PAYOUT_MINIMUM_CENTS} and (${after}::uuid is null or a.account_id > ${after}::uuid)
        and not exists (select from creator_payout p where p.account_id = a.account_id
                           and (p.state = 'pending'
                                or p.created_at > now() - (case when p.state = 'sent' then ${BETWEEN_PAYOUTS} else ${PAUSE_AFTER_FAILURE} end)::interval))
      order by a.account_id limit ${BATCH}`,
  );
  return creators.map((row) => row.account_id);
}

/** Deletes the payout details of deleted accounts that were paid or cannot be. */
async function forgetPaidOff(): Promise<void> {
  await rowsOf(
    database(),
    sql`delete from creator_payout_account a using account
      where account.id = a.account_id and account.deleted_at is not null
        and (not a.payouts_enabled
             or not exists (select from ledger_account l where l.owner_kind = 'user' and l.owner_id = a.account_id::text and l.unit = 'USD'
                               and l.kind = 'payable' and l.balance >= ${PAYOUT_MINIMUM_CENTS}))
        and not exists (select from creator_payout p where p.account_id = a.account_id and p.state = 'pending')`,
  );
}

/** Notifies the creator, if the account still exists, and the creator's programs. */
async function notifyCreator(
  trx: Knex.Transaction,
  { id, account_id: accountId }: PayoutRow,
  { state, cause, cents }: { state: 'sent' | 'failed' | 'returned'; cause: string; cents: string | number },
): Promise<void> {
  const isThere = accountId && (await trx('account').where({ id: accountId, deleted_at: null }).first('id'));
  if (!isThere) return;
  const kind = state === 'sent' ? 'payout.sent' : 'payout.failed';
  await addNotification(trx, { accountId, kind, cause, subject: dollars(cents) });
  const data = { state, amount_cents: Number(cents), currency: 'USD' } as const;
  await publishEvent(trx, { type: 'payout.settled', to: { accountId }, objectId: id, data });
}

/** Stores a payout and deducts the available amount from what the creator is owed, in one transaction. */
async function reservePayout(accountId: string): Promise<void> {
  // most sales are too recent to be paid out: do not lock the platform's money for them
  if ((await payoutBalance(database(), accountId)).available < PAYOUT_MINIMUM_CENTS) return;
  await database().transaction(async (trx) => {
    await lockMoney(trx, accountId);
    const { available } = await payoutBalance(trx, accountId);
    const [account] = await rowsOf<{ stripe_account_id: string }>(
      trx,
      sql`select stripe_account_id from creator_payout_account payout where account_id = ${accountId} and payouts_enabled and ${MAY_BE_PAID}`,
    );
    if (!account || available < PAYOUT_MINIMUM_CENTS) return;
    const id = uuidv7();
    const row = { id, account_id: accountId, stripe_account_id: account.stripe_account_id, cents: available };
    const added = await trx('creator_payout').insert(row).onConflict().ignore().returning('id');
    if (added.length > 0) await move(trx, { key: `payout:${id}`, kind: 'payout', accountId, cents: -available });
  });
}

/** Sends a payout. @returns whether it has arrived at the creator's account; false for one who was suspended meanwhile */
async function sendPayout(payout: PayoutRow): Promise<boolean> {
  const { id, cents } = payout;
  const tried = await rowsOf(
    database(),
    sql`update creator_payout payout set tried_at = now() where id = ${id} and ${MAY_BE_PAID} returning id`,
  );
  if (tried.length === 0) return false;
  try {
    const transfer =
      (await transferOf(payout)) ??
      (await callStripe('transfers.create', 'transfer', (stripe) =>
        stripe.transfers.create(
          {
            amount: Number(cents),
            currency: 'usd',
            destination: payout.stripe_account_id,
            transfer_group: id,
            description: 'Coursewright course sales',
            metadata: { payout_id: id },
          },
          { idempotencyKey: `payout:${id}` },
        ),
      ));
    await settleSent(payout, transfer.id);
    return true;
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    // the outcome is unknown, or the fault is ours: the next sweep repeats the call with the same key
    if (error.kind !== 'refused' && error.kind !== 'missing') logger().warn({ err: error, payout: id }, 'payout: not sent yet');
    else if (error.stripeCode === 'balance_insufficient') await raiseShortfall(payout);
    else await giveBack(payout, 'failed', error.stripeCode ?? 'refused');
    return false;
  }
}

/** Finds a transfer made before a crash, for when Stripe may have forgotten the idempotency key. @throws StripeFailure */
async function transferOf({ id, created_at: created }: PayoutRow): Promise<StripeTransfer | undefined> {
  if (Date.now() - created.getTime() < KEY_HOURS * 3_600_000) return undefined;
  const list = await callStripe('transfers.list', 'list', (stripe) => stripe.transfers.list({ transfer_group: id, limit: 1 }));
  return list.data[0];
}

async function settleSent(payout: PayoutRow, transferId: string): Promise<void> {
  await database().transaction(async (trx) => {
    const settled = await trx('creator_payout')
      .where({ id: payout.id, state: 'pending' })
      .update({ state: 'sent', stripe_transfer_id: transferId, failure: null, settled_at: trx.fn.now() })
      .returning('cents');
    if (settled.length > 0) await notifyCreator(trx, payout, { state: 'sent', cause: `payout:${payout.id}`, cents: settled[0]!.cents });
  });
}

/** Raises an alarm: the platform's own balance at Stripe is too small, so the payout waits for an operator. */
async function raiseShortfall({ id, account_id: accountId, cents }: PayoutRow): Promise<void> {
  await raiseAlarm(database(), {
    kind: 'payout.shortfall',
    occasion: id,
    subject: `payout:${id}`,
    ...(accountId && { accountId }),
    detail: { cents: Number(cents) },
  });
}

/** Credits a failed or returned payout back to the creator, once per payout. */
async function giveBack(payout: PayoutRow, state: 'failed' | 'returned', failure: string): Promise<void> {
  const { id, account_id: accountId } = payout;
  await database().transaction(async (trx) => {
    // the ledger knows the owner, even of a deleted account
    const { owner_id: ownerId } = (await trx('ledger_transaction')
      .where({ idempotency_key: `payout:${id}` })
      .first('owner_id'))!;
    await lockMoney(trx, ownerId);
    const [back] = await trx('creator_payout')
      .where({ id, state: state === 'failed' ? 'pending' : 'sent' })
      .update({ state, failure, settled_at: trx.fn.now() })
      .returning('cents');
    if (!back) return;
    await move(trx, { key: `payout-return:${id}`, kind: 'payout_return', accountId: ownerId, cents: Number(back.cents) });
    await notifyCreator(trx, payout, { state, cause: `payout-return:${id}`, cents: back.cents });
  });
  if (!accountId) return;
  // Stripe names what is missing: the creator sees it, and is not paid until it is provided
  await syncPayoutAccount({ accountId }).catch((error: unknown) => logger().warn({ err: error }, 'payout: account not read'));
}

/** Handles a transfer that was reversed at Stripe. @returns false when it is not ours @throws StripeFailure */
export async function syncTransfer(transferId: string): Promise<boolean> {
  const payout = await database()('creator_payout').where({ stripe_transfer_id: transferId }).first();
  if (!payout) return false;
  const transfer = await callStripe('transfers.retrieve', 'transfer', (stripe) => stripe.transfers.retrieve(transferId));
  if (transfer.reversed) await giveBack(payout, 'returned', 'reversed');
  return true;
}

async function move(
  trx: Knex.Transaction,
  { key, kind, accountId, cents }: { key: string; kind: 'payout' | 'payout_return'; accountId: string; cents: number },
): Promise<void> {
  await postTransaction(trx, {
    key,
    request: { accountId, cents },
    unit: 'USD',
    kind,
    owner: personOwner(accountId),
    cause: kind === 'payout' ? toSentence('Payout') : toSentence('Payout returned'),
    entries: [
      { account: 'payable', amount: cents },
      { account: 'clearing', amount: -cents, owner: PLATFORM },
    ],
  });
}

const dollars = (cents: string | number): string => `$${(Number(cents) / 100).toFixed(2)}`;
