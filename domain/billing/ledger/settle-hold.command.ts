import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { BURN_PRIORITY } from '#contract/billing/lot-sources.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { byBurnOrder, type Burnable } from './burn-order.ts';
import { assertWhole, type Owner } from './owner.ts';
import { assertSameRequest, postTransaction, type Entry, type LotChange, type NewLot } from './post-transaction.ts';

/** Who caused work to end without using everything: decides about tokens that expired meanwhile. */
export type Fault = 'ours' | 'theirs';

export interface Settlement {
  readonly jobId: string;
  /** The job's cost, or a function of the reserved amount; 0 releases everything. */
  readonly centitokens: number | ((reserved: number) => number);
  readonly fault?: Fault;
  readonly now?: Date;
}

export interface Settled {
  /** `none`: nothing was ever reserved for the job. */
  readonly outcome: 'settled' | 'replayed' | 'none';
  /** In hundredths of a token. */
  readonly charged: number;
}

const DAY_MS = 86_400_000;

interface Part extends Burnable {
  readonly amount: number;
  readonly frozen: boolean;
  readonly revoked: boolean;
}

interface Hold {
  readonly id: string;
  readonly owner: Owner;
  readonly amount: number;
  readonly cause: string;
  readonly causeWords: Sentence | null;
  readonly actorId: string | null;
  readonly captured: number;
  readonly seen: string | null;
  readonly clockMs: number | null;
  readonly parts: readonly Part[];
}

/**
 * Ends a hold once: part of it is spent, the rest returns to its lots. If a lot was frozen or revoked meanwhile, so is the rest. If it
 * expired, the rest is lost, unless the work failed by our fault: then it stays valid for another 24 hours.
 * @throws ProductError idempotency.body_mismatch when it was ended differently; RangeError for more than was reserved
 */
export async function settleHold(trx: Knex.Transaction, given: Settlement): Promise<Settled> {
  const { jobId } = given;
  const hold = await lockHold(trx, jobId);
  if (!hold) return { outcome: 'none', charged: 0 };
  const centitokens = typeof given.centitokens === 'number' ? given.centitokens : given.centitokens(hold.amount);
  assertWhole(centitokens, 0);
  const request = { jobId, centitokens };
  if (hold.seen !== null) {
    assertSameRequest(hold.seen, request);
    return { outcome: 'replayed', charged: hold.captured };
  }
  if (centitokens > hold.amount) throw new RangeError(`job ${jobId}: ${centitokens} is more than the ${hold.amount} that were reserved`);
  const { fault = 'ours', now = new Date() } = given;
  const clock = new Date(Math.max(now.getTime(), hold.clockMs ?? 0));
  const plan = divide(hold, { centitokens, clock, fault, jobId });
  await postTransaction(trx, {
    key: `settle:${jobId}`,
    request,
    kind: centitokens > 0 ? 'capture' : 'release',
    owner: hold.owner,
    cause: hold.causeWords ?? hold.cause,
    actorId: hold.actorId,
    jobId,
    ...plan,
  });
  return { outcome: 'settled', charged: centitokens };
}

async function lockHold(trx: Knex.Transaction, jobId: string): Promise<Hold | null> {
  const locked = await rowsOf(
    trx,
    sql`select h.id from token_hold h
       join ledger_account w on w.owner_kind = h.owner_kind and w.owner_id = h.owner_id and w.unit = 'TOK' and w.kind = 'available'
      where h.job_id = ${jobId} for no key update of w`,
  );
  if (locked.length === 0) return null;
  const [hold] = await rowsOf<Hold>(
    trx,
    sql`select h.id, json_build_object('kind', h.owner_kind, 'id', h.owner_id) as owner, h.amount, h.cause, h.cause_words as "causeWords", h.actor_id as "actorId", h.captured,
            (select request_hash from ledger_transaction where idempotency_key = 'settle:' || h.job_id) as seen,
            (select (extract(epoch from clock_at) * 1000)::bigint from ledger_account
              where owner_kind = h.owner_kind and owner_id = h.owner_id and unit = 'TOK' and kind = 'available') as "clockMs",
            (select json_agg(json_build_object('id', l.id, 'amount', x.amount, 'priority', l.priority, 'remaining', 0,
                      'frozen', l.frozen_at is not null, 'revoked', l.revoked_at is not null,
                      'effectiveMs', (extract(epoch from l.effective_at) * 1000)::bigint, 'expiresMs', (extract(epoch from l.expires_at) * 1000)::bigint))
               from token_hold_lot x join token_lot l on l.id = x.lot_id where x.hold_id = h.id) as parts
       from token_hold h where h.job_id = ${jobId}`,
  );
  return hold ?? null;
}

/** Splits each lot's part into spent and returned tokens. */
function divide(
  hold: Hold,
  { centitokens, clock, fault, jobId }: { centitokens: number; clock: Date; fault: Fault; jobId: string },
): {
  entries: Entry[];
  lots: LotChange[];
  newLots: NewLot[];
  settled: { holdId: string; captured: { lotId: string; amount: number }[] };
} {
  const entries: Entry[] = [];
  const lots: LotChange[] = [];
  const captured: { lotId: string; amount: number }[] = [];
  let missing = centitokens;
  let saved = 0;
  for (const part of hold.parts.toSorted(byBurnOrder)) {
    const lotId = part.id;
    const spent = Math.min(missing, part.amount);
    const rest = part.amount - spent;
    missing -= spent;
    entries.push({ account: 'held', amount: -part.amount, lotId });
    if (spent > 0) {
      entries.push({ account: 'spent', amount: spent, lotId });
      captured.push({ lotId, amount: spent });
    }
    const hasEnded = part.expiresMs !== null && part.expiresMs <= clock.getTime();
    const goes = part.revoked ? 'revoked' : part.frozen ? 'frozen' : hasEnded ? 'expired' : 'available';
    if (rest > 0) entries.push({ account: goes, amount: rest, lotId });
    if (goes === 'expired' && fault === 'ours') saved += rest;
    const restPart = goes === 'available' ? 'remaining' : goes === 'frozen' ? 'frozen' : 'dead';
    lots.push({ id: lotId, held: -part.amount, spent, [restPart]: rest });
  }
  const newLots = saved > 0 ? [returnLot(jobId, saved, clock)] : [];
  for (const { id, amount } of newLots)
    entries.push({ account: 'issued', amount: -amount, lotId: id }, { account: 'available', amount, lotId: id });
  return { entries, lots, newLots, settled: { holdId: hold.id, captured } };
}

const returnLot = (jobId: string, amount: number, clock: Date): NewLot => ({
  id: uuidv7(),
  source: 'return',
  priority: BURN_PRIORITY.return,
  amount,
  period_key: jobId,
  effective_at: clock,
  expires_at: new Date(clock.getTime() + DAY_MS),
  order_id: null,
  subscription_id: null,
});
