import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { database } from '#domain/platform/database.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { entitlementOf } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { currentWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import type { Wallet } from '#domain/billing/ledger/read-wallet.queries.ts';

/** A user's tokens on the wire (PAY-17): in tokens, with at most two decimals. */
export interface WalletBalance {
  readonly balance: number;
  readonly daily_available: number;
  readonly monthly_available: number;
  readonly purchased_available: number;
  readonly held: number;
  readonly organisation_available: number | null;
  readonly organisation_name: string | null;
  readonly quotas: { name: string; allowed: number; used: number; held: number; resets_at: string | null }[];
}

interface Stored {
  readonly sources: Record<string, number> | null;
  readonly held: number | null;
  readonly pooled: number;
  readonly organisation: string | null;
}

/**
 * Returns a user's balance. Due grants are made first, so that new work finds the same figures; if nothing is due, this only reads.
 * `purchased_available` is everything except daily and monthly tokens.
 */
export async function walletBalance(accountId: string, now = new Date()): Promise<WalletBalance> {
  const wallet = await currentWallet(personOwner(accountId), now);
  const [stored] = await rowsOf<Stored>(
    database(),
    sql`select (select json_object_agg(source, total) from (select source, sum(remaining) as total from token_lot
               where owner_kind = 'user' and owner_id = ${accountId} and remaining > 0 group by source) s) as sources,
            (select balance from ledger_account where owner_kind = 'user' and owner_id = ${accountId} and unit = 'TOK' and kind = 'held') as held,
            (select coalesce(sum(remaining), 0) from token_lot where owner_kind = 'organisation' and owner_id = ${wallet.organisationId} and remaining > 0
                and effective_at <= ${now} and (expires_at is null or expires_at > ${now})) as pooled,
            (select name from organisation where id = ${wallet.organisationId}) as organisation`,
  );
  const sources = stored!.sources ?? {};
  const { daily = 0, trial = 0, monthly = 0 } = sources;
  const balance = Object.values(sources).reduce((sum, part) => sum + part, 0);
  return {
    balance: inTokens(balance),
    daily_available: inTokens(daily + trial),
    monthly_available: inTokens(monthly),
    purchased_available: inTokens(balance - daily - trial - monthly),
    held: inTokens(stored!.held ?? 0),
    organisation_available: wallet.organisationId === null ? null : inTokens(Number(stored!.pooled)),
    organisation_name: stored!.organisation,
    quotas: quotasOf(wallet),
  };
}

/** Returns the plan's quotas of this period, without features it does not have. */
function quotasOf({ plan, quotaPeriod, counters }: Wallet): WalletBalance['quotas'] {
  if (!quotaPeriod) return [];
  const offered = Object.entries(entitlementOf(plan).quotas) as [QuotaName, number][];
  return offered.flatMap(([name, entitled]) => {
    const counter = counters.find(({ feature }) => feature === name);
    const allowed = Math.max(entitled, counter?.allowed ?? 0);
    if (allowed === 0) return [];
    return [{ name, allowed, used: counter?.used ?? 0, held: counter?.held ?? 0, resets_at: quotaPeriod.resetsAt?.toISOString() ?? null }];
  });
}
