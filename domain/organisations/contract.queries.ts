import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { listContracts as endpoint } from '#contract/organisations/organisation.contract.ts';
import { database } from '#domain/platform/database.ts';

const NEWEST = 50;

/** Lists the newest contracts that operators recorded. */
export async function listContracts(): Promise<AnswerOf<typeof endpoint>> {
  const contracts = await rowsOf<Row>(
    database(),
    sql`select o.id as order_id, o.detail->>'reference' as reference, o.package_id, organisation.name as organisation_name,
            a.email as owner_email, o.amount_cents, t.starts_at, t.ends_at
       from billing_order o join organisation_term t on t.order_id = o.id
       join organisation on organisation.id = t.organisation_id join account a on a.id = o.account_id
      where o.kind = 'contract' order by o.created_at desc, o.id desc limit ${NEWEST}`,
  );
  return {
    contracts: contracts.map((row) => ({ ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() })),
  };
}

type Contract = AnswerOf<typeof endpoint>['contracts'][number];
type Row = Omit<Contract, 'starts_at' | 'ends_at'> & { starts_at: Date; ends_at: Date };
