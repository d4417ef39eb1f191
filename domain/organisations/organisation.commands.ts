import { organisationPlanById, type OrganisationPlan } from '#contract/billing/catalogue.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { grantTokens, lotOfYear } from '#domain/billing/ledger/grant.commands.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { notePersonJoined } from './admit-people.command.ts';

export interface PaidOrganisation {
  readonly orderId: string;
  readonly packageId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly startsAt: Date;
  /** The end of the paid year. */
  readonly endsAt: Date;
}

/**
 * Creates the organisation of a paid order: the buyer owns it, and its pool holds the plan's tokens until the year ends. Call it in the
 * transaction that fulfils the order; repeating the order changes nothing.
 * It never fails, because the order is paid: an existing organisation of the owner is renewed instead, under its own name, and a member of
 * another organisation leaves it. `mayOwnOrganisation` checks that beforehand.
 * @returns id of the organisation
 */
export async function createOrganisation(trx: Knex.Transaction, paid: PaidOrganisation): Promise<string> {
  const known = await trx('organisation_term').where({ order_id: paid.orderId }).first('organisation_id');
  if (known) return known.organisation_id;

  const organisationId = (await ownedBy(trx, paid.ownerId)) ?? (await found(trx, paid));
  const { orderId, packageId, startsAt, endsAt } = paid;
  await addTerm(trx, { orderId, organisationId, packageId, startsAt, endsAt });
  return organisationId;
}

/** Locks the owner's organisation, so that its years are added one after another. */
async function ownedBy(trx: Knex.Transaction, accountId: string): Promise<string | undefined> {
  const [organisation] = await rowsOf<{ id: string }>(
    trx,
    sql`select o.id from organisation o join organisation_member m on m.organisation_id = o.id
      where m.account_id = ${accountId} and m.role = 'owner' for update of o`,
  );
  return organisation?.id;
}

async function found(trx: Knex.Transaction, { ownerId, packageId, name, startsAt, endsAt }: PaidOrganisation): Promise<string> {
  const id = uuidv7();
  const { seats } = planOfOrder(packageId);
  await trx('organisation').insert({ id, name, package_id: packageId, seats, starts_at: startsAt, ends_at: endsAt });
  // deleted rather than changed: dependent rows, such as a place in a class, go with it
  await trx('organisation_member').where({ account_id: ownerId }).whereNot({ role: 'owner' }).delete();
  const owner = await trx('organisation_member')
    .insert({ account_id: ownerId, organisation_id: id, role: 'owner' })
    .onConflict('account_id')
    .ignore()
    .returning('account_id');
  // two orders of one user were fulfilled concurrently: the whole fulfilment must be retried, and will renew
  if (owner.length === 0) throw new Error('the buyer became an owner meanwhile');
  const { email } = (await trx('account').where({ id: ownerId }).first('email'))!;
  await notePersonJoined(trx, { organisationId: id, accountId: ownerId, email, role: 'owner', source: 'purchase' });
  return id;
}

/**
 * Renews an organisation whose subscription was paid for another year: moves its end, and fills its pool for that year. Repeating the year
 * changes nothing.
 * @returns whether this call renewed it; also false when the order has no organisation (yet)
 */
export async function renewOrganisation(
  trx: Knex.Transaction,
  { orderId, startsAt, endsAt }: { orderId: string; startsAt: Date; endsAt: Date },
): Promise<boolean> {
  const [last] = await rowsOf<{ id: string; package_id: string }>(
    trx,
    sql`select o.id, t.package_id from organisation_term t join organisation o on o.id = t.organisation_id
      where t.order_id = ${orderId} order by t.starts_at desc limit 1 for update of o`,
  );
  if (!last) return false;
  return addTerm(trx, { orderId, organisationId: last.id, packageId: last.package_id, startsAt, endsAt });
}

/**
 * Ends the years of an order that was refunded or whose subscription ended early, at the time `at`; with `startsAt`, only the year that
 * began then. Years of other orders stay. The ledger revokes the remaining tokens.
 */
export async function endOrganisation(
  trx: Knex.Transaction,
  { orderId, at, startsAt = null }: { orderId: string; at: Date; startsAt?: Date | null },
): Promise<void> {
  const [ended] = await rowsOf<{ organisation_id: string }>(
    trx,
    sql`update organisation_term set ends_at = greatest(${at}::timestamptz, starts_at + interval '1 microsecond')
      where order_id = ${orderId} and ends_at > ${at} and starts_at = coalesce(${startsAt}::timestamptz, starts_at) returning organisation_id`,
  );
  if (!ended) return;
  await rowsOf(
    trx,
    sql`update organisation o set ends_at = (select max(t.ends_at) from organisation_term t where t.organisation_id = o.id) where o.id = ${ended.organisation_id}`,
  );
}

/** A paid year. */
interface Term {
  readonly orderId: string;
  readonly organisationId: string;
  readonly packageId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Returns the plan of an order.
 * @throws Error for a package that is no plan for organisations, for which no order may have been accepted
 */
function planOfOrder(packageId: string): OrganisationPlan {
  const plan = organisationPlanById(packageId);
  if (!plan) throw new Error(`${packageId} is not a plan for organisations`);
  return plan;
}

/**
 * Stores a paid year and fills the pool for it, once per order and first day. The organisation has the plan and the seats of its newest
 * year; with fewer seats than members, nobody is removed but nobody can join.
 * @returns false when the year was already stored
 */
async function addTerm(trx: Knex.Transaction, term: Term): Promise<boolean> {
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
