import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { addTerm, planOfOrder } from './add-term.command.ts';

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
 *
 * It never fails, because the order is paid: an existing organisation of the owner is renewed instead, under its own name; a member of
 * another one leaves it. `mayOwnOrganisation` checks that beforehand.
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
  const owner = await trx('organisation_member')
    .insert({ account_id: ownerId, organisation_id: id, role: 'owner' })
    .onConflict('account_id')
    .merge({ organisation_id: id, role: 'owner', joined_at: trx.fn.now() })
    .where('organisation_member.role', 'member')
    .returning('account_id');
  // two orders of one user were fulfilled concurrently: the whole fulfilment must be retried, and then renews
  if (owner.length === 0) throw new Error('the buyer became an owner meanwhile');
  return id;
}
