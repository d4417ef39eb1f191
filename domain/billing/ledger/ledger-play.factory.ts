import { rowsOf, sql } from '#domain/platform/sql.ts';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { freezeLot, thawLot, revokeLot } from './lot.commands.ts';
import { grantTokens, ensureGrants } from './grant.commands.ts';
import { loadWallet } from './load-wallet.command.ts';
import type { Owner } from './owner.ts';
import { recordSale, recordSaleRefund } from './record-sale.command.ts';
import { reserveQuota, settleQuota } from '#domain/billing/quotas/quota.commands.ts';
import { reserveTokens, reserveWork, type Work, captureHold, releaseHold } from './hold.commands.ts';

/** One ledger operation, as small numbers that a round maps to its own names. */
export interface Play {
  readonly op: (typeof OPERATIONS)[number];
  readonly wallet: number;
  /** Number of the order, job or sale: several operations share one. */
  readonly at: number;
  readonly amount: number;
  /** Minutes after the round's beginning. Not sorted, so the clock also goes backwards. */
  readonly minute: number;
  /** Its connection is killed before the commit. */
  readonly dies: boolean;
}

export const OPERATIONS = [
  'purchase',
  'gift',
  'reserve',
  'capture',
  'release',
  'revoke',
  'revokePart',
  'freeze',
  'thaw',
  'ensure',
  'expire',
  'quota',
  'quotaUsed',
  'quotaBack',
  'work',
  'workDone',
  'workBack',
  'sale',
  'refund',
] as const;

/** Listed repeatedly to occur more often, so that there are holds to settle. */
const OFTEN = [
  'purchase',
  'gift',
  'reserve',
  'reserve',
  'reserve',
  'reserve',
  'work',
  'work',
  'work',
  'capture',
  'capture',
  'release',
] as const;

export const WALLETS = 4;

/** Generates the operations of one round. */
export const aRound = (operations: number): fc.Arbitrary<Play[]> =>
  fc.array(
    fc.record({
      op: fc.constantFrom(...OPERATIONS, ...OFTEN),
      wallet: fc.nat(WALLETS - 1),
      at: fc.nat(11),
      amount: fc.integer({ min: 1, max: 4_000 }),
      minute: fc.nat(3 * 24 * 60),
      dies: fc.nat(29).map((one) => one === 0),
    }),
    { minLength: operations, maxLength: operations },
  );

export interface Round {
  readonly name: string;
  readonly owners: readonly Owner[];
  readonly begin: Date;
}

/** Executes one operation. @returns its outcome */
export async function perform(trx: Knex.Transaction, round: Round, play: Play): Promise<string> {
  const { wallet, at, amount } = play;
  const owner = round.owners[wallet]!;
  const now = new Date(round.begin.getTime() + play.minute * 60_000);
  const name = `${round.name}-${wallet}-${at}`;
  const order = { orderId: `o${name}`, now };
  const job = { jobId: `j${name}`, now };
  const work = { jobId: `w${name}`, now };
  const expiresAt = new Date(now.getTime() + 60_000);
  switch (play.op) {
    case 'purchase':
      return grantTokens(trx, {
        ...order,
        owner,
        source: 'purchase',
        centitokens: 1_000 + at * 700,
        periodKey: order.orderId,
        cause: 'Purchase',
      });
    case 'gift':
      return grantTokens(trx, {
        owner,
        source: 'admin',
        centitokens: amount,
        periodKey: name,
        expiresAt: at % 2 ? new Date(now.getTime() + amount * 60_000) : null,
        cause: 'Gift',
        now,
      });
    case 'reserve':
      return reserveTokens(trx, { ...job, owner, centitokens: amount, expiresAt, cause: 'Course' });
    case 'capture':
      return (
        await captureHold(trx, {
          ...job,
          centitokens: (reserved) => Math.floor((reserved * (at + 1)) / 12),
          fault: at % 2 ? 'ours' : 'theirs',
        })
      ).outcome;
    case 'release':
      return releaseHold(trx, job);
    case 'revoke':
      return (await revokeLot(trx, { ...order, centitokens: 'all' })).revoked > 0 ? 'revoked' : 'nothing';
    case 'revokePart':
      return (await revokeLot(trx, { ...order, centitokens: amount, key: `${amount}` })).revoked > 0 ? 'revoked' : 'nothing';
    case 'freeze':
      return freezeLot(trx, order);
    case 'thaw':
      return thawLot(trx, order);
    case 'ensure':
      return String((await ensureGrants(trx, owner, now)) >= 0);
    case 'expire':
      return String((await loadWallet(trx, owner, { now, withoutGrants: true })).lots.length >= 0);
    case 'quota':
      return owner.kind === 'user'
        ? reserveQuota(trx, { ...job, owner, feature: 'text_course', units: 1 + (amount % 2), expiresAt })
        : 'none';
    case 'quotaUsed':
      return settleQuota(trx, { jobId: job.jobId, feature: 'text_course', used: true });
    case 'quotaBack':
      return settleQuota(trx, { jobId: job.jobId, feature: 'text_course', used: false });
    case 'work':
      return startWork(trx, { ...work, accountId: owner.id, isPerson: owner.kind === 'user', centitokens: amount, expiresAt });
    case 'workDone':
      return endWork(trx, work, Math.floor((amount * (at + 1)) / 12));
    case 'workBack':
      return endWork(trx, work, 0);
    case 'sale':
      return recordSale(trx, { orderId: `s${name}`, creatorId: owner.id, priceCents: 100 + at * 7, cause: 'Sale' });
    case 'refund':
      return recordSaleRefund(trx, { orderId: `s${name}`, refundId: `r${name}-${amount % 5}`, cents: 1 + (amount % 60) });
  }
}

type Job = Pick<Work, 'jobId' | 'now'>;

/**
 * Starts a user's job, paid by their plan, their organisation's wallet or their own. Like real callers: once per job, whose row is locked.
 */
async function startWork(
  trx: Knex.Transaction,
  { isPerson, ...work }: Omit<Work, 'cause' | 'quota'> & { isPerson: boolean },
): Promise<string> {
  if (!isPerson) return 'none';
  await rowsOf(trx, sql`select pg_advisory_xact_lock(hashtext(${work.jobId}))`);
  const [hold] = await rowsOf<{ exists: boolean }>(
    trx,
    sql`select exists (select from token_hold where job_id = ${work.jobId}) or exists (select from quota_hold where job_id = ${work.jobId}) as exists`,
  );
  if (hold!.exists) return 'replayed';
  const quota = { feature: 'text_course', units: 1 } as const;
  return (await reserveWork(trx, { ...work, cause: 'Course', ...(work.centitokens % 4 === 0 && { quota }) })).from;
}

async function endWork(trx: Knex.Transaction, work: Job, centitokens: number): Promise<string> {
  const { outcome } = await captureHold(trx, { ...work, centitokens: (reserved) => Math.min(reserved, centitokens), fault: 'theirs' });
  return outcome === 'none' ? settleQuota(trx, { jobId: work.jobId, feature: 'text_course', used: centitokens > 0 }) : outcome;
}
