import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** In spend_day: the whole installation. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';
const MICRO_USD_PER_CENT = 10_000;
const DAY_MS = 86_400_000;

/** Micro-dollars spent today (UTC). */
export interface Spent {
  person: number;
  everyone: number;
}

/** What was spent, and the part of it that no vendor has reported: calls that broke off count as what they are presumed to have cost. */
export interface SpentToday extends Spent {
  person_presumed: number;
  everyone_presumed: number;
}

/** A row `spent` of what :account and the whole installation have spent today, to put before a statement that depends on it. */
export const SPENT_TODAY = `spent as (
  select coalesce(sum(micro_usd) filter (where account_id = :account), 0) as person,
         coalesce(sum(micro_usd) filter (where account_id = :everyone), 0) as everyone,
         coalesce(sum(presumed_micro_usd) filter (where account_id = :account), 0) as person_presumed,
         coalesce(sum(presumed_micro_usd) filter (where account_id = :everyone), 0) as everyone_presumed
    from spend_day where day = cast(now() at time zone 'utc' as date) and account_id in (:account, :everyone))`;

/** The daily brakes in micro-dollars; Infinity where none is set. */
export function spendCaps(): Spent {
  const { userCents, installCents } = config().spend;
  const capOf = (cents: number) => (cents === 0 ? Infinity : cents * MICRO_USD_PER_CENT);
  return { person: capOf(userCents), everyone: capOf(installCents) };
}

/** Seconds until midnight UTC, when the brakes begin a new day. */
export const brakesRenewInS = (): number => Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000);

/** What was refused, and until when. */
const REFUSALS = {
  'spend.user_cap': "Today's generation allowance is used up. It renews at midnight UTC.",
  'spend.install_cap': 'Generation is paused for today. It goes on at midnight UTC.',
} as const;

/** @throws ProductError spend.user_cap, spend.install_cap, with the seconds left until midnight UTC */
export function refuseOverspent(spent: Spent): void {
  const caps = spendCaps();
  const code =
    Number(spent.person) >= caps.person ? 'spend.user_cap' : Number(spent.everyone) >= caps.everyone ? 'spend.install_cap' : null;
  if (code) throw new ProductError(code, REFUSALS[code], { data: { retryAfterS: brakesRenewInS() } });
}

/**
 * A run that has begun is ended only by what vendors have reported: a presumption must not end a run when nobody has overspent. It cannot
 * run away, since its calls are counted by its steps, and nothing new begins while the presumed cost stands at the brake.
 */
export const reportedSpend = (spent: SpentToday): Spent => ({
  person: Number(spent.person) - Number(spent.person_presumed),
  everyone: Number(spent.everyone) - Number(spent.everyone_presumed),
});

/**
 * Checks the brakes before work is accepted, presumed cost included and without an account only the installation's; every call checks what was
 * reported again. @throws like `refuseOverspent`
 */
export async function assertSpendAllowed(accountId: string | null): Promise<void> {
  const { rows } = await database().raw(`with ${SPENT_TODAY} select * from spent`, { account: accountId, everyone: EVERYONE } as never);
  refuseOverspent(rows[0]);
}
