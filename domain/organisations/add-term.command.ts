import type { Knex } from 'knex';
import { organisationPlanById, type OrganisationPlan } from '#contract/billing/catalogue.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { grantTokens } from '#domain/billing/ledger/grant-tokens.command.ts';

/** A paid year. */
export interface Term {
  readonly orderId: string;
  readonly organisationId: string;
  readonly packageId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Returns the plan of an order. @throws Error for an id that is no plan for organisations: such an order must never have been accepted */
export function planOfOrder(packageId: string): OrganisationPlan {
  const plan = organisationPlanById(packageId);
  if (!plan) throw new Error(`${packageId} is not a plan for organisations`);
  return plan;
}

/**
 * Returns the occasion of a year's token lot, by which a refund finds it: the order, and for later years of its subscription their first
 * day too.
 */
export const lotOfYear = ({ orderId, startsAt }: Pick<Term, 'orderId' | 'startsAt'>, isFirst: boolean): string =>
  isFirst ? orderId : `${orderId}:${startsAt.toISOString()}`;

/**
 * Stores a paid year and fills the pool for it, once per order and first day. The organisation has the plan, and the seats, of its newest
 * year; with fewer seats than members no member is removed, but none can join.
 * @returns false when the year was already stored
 */
export async function addTerm(trx: Knex.Transaction, term: Term): Promise<boolean> {
  const plan = planOfOrder(term.packageId);
  const added = await trx('organisation_term')
    .insert({
      order_id: term.orderId,
      starts_at: term.startsAt,
      ends_at: term.endsAt,
      organisation_id: term.organisationId,
      package_id: term.packageId,
    })
    .onConflict(['order_id', 'starts_at'])
    .ignore()
    .returning('order_id');
  if (added.length === 0) return false;
  await trx('organisation')
    .where({ id: term.organisationId })
    .where('ends_at', '<=', term.endsAt)
    .update({ package_id: plan.id, seats: plan.seats, ends_at: term.endsAt });
  const years = await trx('organisation_term').where({ order_id: term.orderId }).count({ count: '*' }).first();
  await grantTokens(trx, {
    owner: { kind: 'organisation', id: term.organisationId },
    source: 'purchase',
    centitokens: plan.tokens * 100,
    periodKey: `year:${term.orderId}:${term.startsAt.toISOString()}`,
    expiresAt: term.endsAt,
    orderId: lotOfYear(term, Number(years!['count']) === 1),
    cause: toSentence('{plan}: tokens for the year', { plan: plan.name }),
  });
  return true;
}
