import { empty, join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Movement } from '#contract/billing/wallet.contract.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { currentWallet } from '#domain/billing/ledger/load-wallet.command.ts';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { database } from '#domain/platform/database.ts';
import { inTokens } from '#domain/platform/token-words.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { workIdOf } from '#domain/platform/job-id.ts';

interface MovementsRequest {
  readonly accountId: string;
  readonly kind?: Movement['kind'] | undefined;
  /** UTC dates, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly kind: Movement['kind'];
  readonly cause: string;
  readonly cause_words: Sentence | null;
  readonly change: number;
  readonly balance_after: number;
  readonly owner_kind: 'user' | 'organisation';
  readonly job_id: string | null;
  readonly order_id: string | null;
  readonly sort_at: string;
}

/**
 * Lists movements of the user's own wallet, and those of their organisation's that they caused or that have no actor (others' are private);
 * newest first. Each wallet is read by its index, however long it is. Due grants are made first, so that the list adds up to the balance.
 * @throws ProductError validation.failed for an invalid cursor
 */
export async function listMovements(given: MovementsRequest): Promise<{ movements: Movement[]; next_cursor: string | null }> {
  const cursor = given.cursor ? decodeCursor(given.cursor, 'cursor') : null;
  if (!cursor) await currentWallet(personOwner(given.accountId));
  const filters = [
    given.kind ? sql`and kind = ${given.kind}` : empty,
    given.from ? sql`and at >= ${given.from}::timestamp at time zone 'UTC'` : empty,
    given.to ? sql`and at < (${given.to}::timestamp + interval '1 day') at time zone 'UTC'` : empty,
    cursor ? sql`and (at, id) < (${cursor.at}::timestamp at time zone 'UTC', ${cursor.id}::uuid)` : empty,
  ];
  const wallet = (owner: Sql): Sql =>
    sql`(select * from ledger_transaction where unit = 'TOK' and ${owner} ${join(filters, ' ')}
          order by at desc, id desc limit ${given.limit + 1})`;
  const pool = sql`owner_kind = 'organisation'
    and owner_id = (select organisation_id::text from organisation_member where account_id = ${given.accountId})`;
  const rows = await rowsOf<Row>(
    database(),
    sql`select id, at, kind, cause, cause_words, change, balance_after, owner_kind, job_id, order_id, (at at time zone 'UTC')::text as sort_at
       from (${wallet(sql`owner_kind = 'user' and owner_id = ${given.accountId}`)}
             union all ${wallet(sql`${pool} and coalesce(actor_id, '') = ${given.accountId}`)}
             union all ${wallet(sql`${pool} and coalesce(actor_id, '') = ''`)}) m
      order by at desc, id desc limit ${given.limit + 1}`,
  );
  const page = rows.slice(0, given.limit);
  const last = page.at(-1);
  return {
    movements: page.map(toMovement),
    next_cursor: rows.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

const toMovement = (row: Row): Movement => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  cause: row.cause,
  ...(row.cause_words && { cause_words: row.cause_words }),
  tokens: inTokens(row.change),
  balance_after: inTokens(row.balance_after),
  wallet: row.owner_kind === 'user' ? 'own' : 'organisation',
  task_id: row.job_id && workIdOf(row.job_id),
  order_id: row.order_id,
});
