import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { ProductError } from '#domain/platform/errors.ts';

/** Condition: order `o` occupies a use of a code. It is paid, or its payment page is still open, at most an hour after the order. */
export const HOLDS_USE = sql`(o.status in ('open', 'pending', 'fulfilled', 'partially_refunded', 'disputed', 'review')
  or (o.status in ('created', 'failed') and o.created_at > now() - interval '70 minutes'))`;

/** A price reduced by a code. */
export interface Discount {
  readonly codeId: string;
  /** Without the code. */
  readonly listCents: number;
}

/**
 * Takes one use of a code for a new order, in the transaction that creates it. Locks the code, so its limit is never exceeded.
 * @throws ProductError market.code_used_up
 */
export async function reserveCode(trx: Knex.Transaction, { codeId, listCents, orderId }: Discount & { orderId: string }): Promise<void> {
  const code = await trx('market_code').where({ id: codeId }).forUpdate().first('max_uses');
  const [uses] = await rowsOf<{ held: number }>(
    trx,
    sql`select count(*)::int as held from market_code_use u join billing_order o on o.id = u.order_id where u.code_id = ${codeId} and ${HOLDS_USE}`,
  );
  if (!code || (code.max_uses !== null && uses!.held >= code.max_uses))
    throw new ProductError('market.code_used_up', 'This code has reached its limit of uses.');
  await trx('market_code_use').insert({ order_id: orderId, code_id: codeId, list_cents: listCents });
}
