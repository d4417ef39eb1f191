import type { Knex } from 'knex';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';

/** The account id in `spend_day` that stands for the whole installation. */
export const ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000';
export const MICRO_USD_PER_CENT = 10_000;
const DAY_MS = 86_400_000;

/** Micro-dollars spent today (UTC). */
export interface Spent {
  person: number;
  everyone: number;
}

/** Today's spending, and the part of it that no vendor has reported: interrupted calls count at their presumed cost. */
export interface SpentToday extends Spent {
  person_presumed: number;
  everyone_presumed: number;
}

/** The UTC day, as an SQL expression. */
export const TODAY = sql`(now() at time zone 'utc')::date`;

/** A CTE `spent` with today's spending of an account and of the whole installation, for statements that depend on it. */
export const spentToday = (accountId: string | null): Sql => sql`spent as (
  select coalesce(sum(micro_usd) filter (where account_id = ${accountId}), 0) as person,
         coalesce(sum(micro_usd) filter (where account_id = ${ALL_ACCOUNTS}), 0) as everyone,
         coalesce(sum(presumed_micro_usd) filter (where account_id = ${accountId}), 0) as person_presumed,
         coalesce(sum(presumed_micro_usd) filter (where account_id = ${ALL_ACCOUNTS}), 0) as everyone_presumed
    from spend_day where day = ${TODAY} and account_id in (${accountId}, ${ALL_ACCOUNTS}))`;

/** Returns the daily caps in micro-dollars; Infinity where none is set. */
export function spendCaps(): Spent {
  const { userCents, installCents } = config().spend;
  const capOf = (cents: number) => (cents === 0 ? Infinity : cents * MICRO_USD_PER_CENT);
  return { person: capOf(userCents), everyone: capOf(installCents) };
}

/** Returns the seconds until midnight UTC, when the caps reset. */
export const secondsUntilCapsReset = (): number => Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);

/** Errors of the caps. */
const REFUSALS = {
  'spend.user_cap': "Today's generation allowance is used up. It renews at midnight UTC.",
  'spend.install_cap': 'Generation is paused for today. It resumes at midnight UTC.',
} as const;

/** Checks spending against the caps. @throws ProductError spend.user_cap, spend.install_cap, with the seconds left until midnight UTC */
export function refuseOverspent(spent: Spent): void {
  const caps = spendCaps();
  const code =
    Number(spent.person) >= caps.person ? 'spend.user_cap' : Number(spent.everyone) >= caps.everyone ? 'spend.install_cap' : null;
  if (code) throw new ProductError(code, REFUSALS[code], { data: { retryAfterS: secondsUntilCapsReset() } });
}

/**
 * Checks reported spending only: a presumed cost must not end a running run before the cap is really reached. The cost stays bounded,
 * because a run's steps limit its calls and nothing new starts while presumed cost is at the cap.
 */
export const reportedSpend = (spent: SpentToday): Spent => ({
  person: Number(spent.person) - Number(spent.person_presumed),
  everyone: Number(spent.everyone) - Number(spent.everyone_presumed),
});

/**
 * Checks the caps before work is accepted, including presumed cost; without an account, only the installation's. Every call checks the
 * reported cost again. @throws like `refuseOverspent`
 */
export async function assertSpendAllowed(accountId: string | null): Promise<void> {
  const [spent] = await rowsOf<SpentToday>(database(), sql`with ${spentToday(accountId)} select * from spent`);
  refuseOverspent(spent!);
}

/** Returns the accounts whose daily rows include a call, in a fixed order, so that two concurrent calls cannot deadlock. */
const countedFor = (accountId: string | null): string[] => [ALL_ACCOUNTS, ...(accountId ? [accountId] : [])].sort();

interface Spending {
  readonly accountId: string | null;
  readonly service: Service;
  readonly microUsd: number;
  readonly isPresumed?: boolean;
}

/**
 * Adds a call's cost to the daily spending of its user (null: none), of the installation and of its service. A presumed cost waits for
 * `settlePresumed`; until then, and for good if the call is never settled, it counts as unreported.
 */
export async function addSpend(trx: Knex.Transaction, { accountId, service, microUsd, isPresumed = false }: Spending): Promise<void> {
  const rows = countedFor(accountId).map((account_id) => ({
    day: expression(trx, TODAY),
    account_id,
    micro_usd: microUsd,
    presumed_micro_usd: isPresumed ? microUsd : 0,
    calls: 1,
  }));
  await trx('spend_day')
    .insert(rows)
    .onConflict(['day', 'account_id'])
    .merge({
      micro_usd: expression(trx, sql`spend_day.micro_usd + excluded.micro_usd`),
      presumed_micro_usd: expression(trx, sql`spend_day.presumed_micro_usd + excluded.presumed_micro_usd`),
      calls: expression(trx, sql`spend_day.calls + 1`),
    });
  await addToService(trx, service, { microUsd, presumed: isPresumed ? microUsd : 0 });
}

/** Adds to a service's cost of the day, for its budget. Always after `spend_day`: two concurrent calls must not wait for each other. */
const addToService = (trx: Knex.Transaction, service: Service, { microUsd, presumed }: { microUsd: number; presumed: number }) =>
  trx('service_spend_day')
    .insert({ service, day: expression(trx, TODAY), micro_usd: microUsd, presumed_micro_usd: presumed })
    .onConflict(['service', 'day'])
    .merge({
      micro_usd: expression(trx, sql`service_spend_day.micro_usd + excluded.micro_usd`),
      presumed_micro_usd: expression(trx, sql`service_spend_day.presumed_micro_usd + excluded.presumed_micro_usd`),
    });

interface Settled {
  readonly accountId: string | null;
  /** Id of the call; its day is the one the cost counts on. */
  readonly callId: string;
  /** The presumed amount that was added, and the actual cost. */
  readonly presumed: number;
  readonly cost: number;
}

/** Replaces a call's presumed cost by its actual cost, on the day the call began. */
export async function settlePresumed(trx: Knex.Transaction, { accountId, callId, presumed, cost }: Settled): Promise<void> {
  const itsDay = expression(trx, sql`(select (started_at at time zone 'utc')::date from vendor_call where id = ${callId})`);
  const itsService = expression(trx, sql`(select service from vendor_call where id = ${callId})`);
  const replaced = { micro_usd: cost - presumed, presumed_micro_usd: -presumed };
  for (const who of countedFor(accountId)) await trx('spend_day').where({ account_id: who }).where('day', itsDay).increment(replaced);
  await trx('service_spend_day').where('service', itsService).where('day', itsDay).increment(replaced);
}
