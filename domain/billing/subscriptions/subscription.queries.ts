import { FREE_PLAN, organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { findMembership } from '#domain/membership/membership.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { planSummary } from './current-plan.queries.ts';
import { findCustomer } from '#domain/billing/checkout/ensure-customer.command.ts';
import { fetchHasCard } from './fetch-subscription.ts';
import { findOrganisationPlan, findOwnPlan } from './own-subscription.ts';
import type { SubscriptionRow } from './subscription-row.ts';

const DAY_MS = 86_400_000;
const SAID = { trialing: 'Trial', active: 'Active', past_due: 'Payment due' } as const;

/** Returns a user's current plan for the billing page (G13); the free plan has a name and no status. */
export async function currentSubscription(accountId: string): Promise<CurrentSubscription> {
  const [row, customer, goesAt] = await Promise.all([findOwnPlan(accountId), findCustomer(accountId), deletionOf(accountId)]);
  const has_payment_account = customer !== null;
  if (!row) return { ...(await withoutPlan(accountId)), has_payment_account, ends_by_itself: false };
  const ends_by_itself = row.status === 'trialing' && !(await hasCard(row));
  const goesBefore = goesAt !== null && goesAt < row.period_end;
  const goesOn = row.stripe_subscription_id !== null && !row.cancel_at_period_end && !ends_by_itself && !goesBefore;
  return { ...ofRow(row), renews: goesOn, has_payment_account, ends_by_itself };
}

/** Returns when the account, and with it the plan, will end because the owner requested deletion; null without a request. */
async function deletionOf(accountId: string): Promise<Date | null> {
  const account = await database()('account').where({ id: accountId }).first('deletion_due_at');
  return account?.deletion_due_at ?? null;
}

/** Tells whether a card is on file. False for our own trials, and when Stripe is unavailable. */
const hasCard = async ({ stripe_subscription_id: id }: SubscriptionRow): Promise<boolean> =>
  id !== null && fetchHasCard(id).catch(() => true);

type Shown = Omit<CurrentSubscription, 'has_payment_account' | 'ends_by_itself'>;

function ofRow(row: SubscriptionRow): Omit<Shown, 'renews'> {
  const plan = planById(row.package_id);
  const trialEnd = row.status === 'trialing' ? (row.trial_end ?? row.period_end) : null;
  return {
    plan: plan?.name ?? row.package_id,
    package_id: row.package_id,
    status: SAID[row.status as keyof typeof SAID],
    interval: plan?.interval ?? null,
    amount_cents: plan?.amount_cents ?? null,
    period_end: row.period_end.toISOString(),
    trial_ends: trialEnd?.toISOString() ?? null,
    trial_days_left: trialEnd && Math.max(0, Math.ceil((trialEnd.getTime() - Date.now()) / DAY_MS)),
    cancel_at_period_end: row.cancel_at_period_end,
    next_package_id: row.cancel_at_period_end ? null : row.next_package_id,
  };
}

/** Returns the plan of the user's organisation, if any. Only the payer sees price and renewal. */
async function withoutPlan(accountId: string): Promise<Shown> {
  const [summary, paid, organisation] = await Promise.all([
    planSummary(accountId),
    findOrganisationPlan(accountId),
    findMembership(accountId),
  ]);
  const bundle = summary.plan ? organisationPlanById(summary.plan) : undefined;
  return {
    plan: bundle?.name ?? FREE_PLAN.name,
    package_id: bundle?.id ?? null,
    status: bundle ? 'Active' : null,
    interval: bundle?.interval ?? null,
    amount_cents: (bundle && paid && organisationPlanById(paid.package_id)?.amount_cents) ?? null,
    period_end: bundle ? (summary.expires?.toISOString() ?? null) : null,
    trial_ends: null,
    trial_days_left: null,
    cancel_at_period_end: (bundle && paid?.cancel_at_period_end) ?? false,
    renews: (bundle && organisation?.renews) ?? false,
    next_package_id: null,
  };
}

/** Contents of an organisation's wallet, in tokens. */
interface Pool {
  /** Spendable now: without expired lots, even those whose expiry is not posted yet. */
  readonly available: number;
  /** Reserved by running jobs. */
  readonly held: number;
}

const CENTITOKENS = 100;

/** Returns the pool of an organisation. */
export async function poolOf(organisationId: string): Promise<Pool> {
  const [pool] = await rowsOf<Pool>(
    database(),
    sql`select coalesce(sum(remaining) filter (where remaining > 0 and effective_at <= now() and (expires_at is null or expires_at > now())), 0)::bigint
              as available,
            coalesce((select balance from ledger_account
                       where owner_kind = 'organisation' and owner_id = ${organisationId} and unit = 'TOK' and kind = 'held'), 0)::bigint as held
       from token_lot where owner_kind = 'organisation' and owner_id = ${organisationId} and remaining > 0`,
  );
  return { available: pool!.available / CENTITOKENS, held: pool!.held / CENTITOKENS };
}

/**
 * Returns the tokens that each of these users has spent from the pool since the first of the month (UTC), by account id, in one statement.
 */
export async function spentFromPool(organisationId: string, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const people = await rowsOf<{ id: string; spent: number }>(
    database(),
    sql`select person.id, month.spent
       from unnest(${accountIds}::text[]) as person(id)
       cross join lateral (
         select sum(e.amount)::bigint as spent
           from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
           join ledger_account a on a.id = e.account_id and a.kind = 'spent'
          where t.unit = 'TOK' and t.owner_kind = 'organisation' and t.owner_id = ${organisationId} and coalesce(t.actor_id, '') = person.id
            and t.at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' and t.kind = 'capture') month
      where month.spent is not null`,
  );
  return new Map(people.map((row) => [row.id, row.spent / CENTITOKENS]));
}
