import type { Knex } from 'knex';
import { CATALOGUE_VERSION, type OrganisationPlan } from '#contract/billing/catalogue.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

interface ContractOrder {
  readonly orderId: string;
  readonly ownerId: string;
  readonly plan: OrganisationPlan;
  /** `reference` is unique among contracts, ignoring case. */
  readonly detail: { readonly reference: string };
}

/** Adds the fulfilled order of a contract that was paid outside the product. @returns false when its reference is taken; nothing was added */
export async function addContractOrder(trx: Knex.Transaction, { orderId, ownerId, plan, detail }: ContractOrder): Promise<boolean> {
  const added = await rowsOf(
    trx,
    sql`insert into billing_order (id, account_id, kind, package_id, catalogue_version, amount_cents, status, fulfilled_at, detail)
        values (${orderId}, ${ownerId}, 'contract', ${plan.id}, ${CATALOGUE_VERSION}, ${plan.amount_cents}, 'fulfilled', now(),
                ${JSON.stringify(detail)})
        on conflict ((lower(detail->>'reference'))) where kind = 'contract' do nothing returning id`,
  );
  return added.length > 0;
}
