import type { Knex } from 'knex';
import type { SalesMessage } from '#contract/billing/sales.contract.ts';
import { DELETED_DOMAIN } from '#domain/mail/mail.commands.ts';
import { database } from '#domain/platform/database.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';

interface MessageRow extends Omit<SalesMessage, 'sales_message_id' | 'at' | 'answered_at'> {
  readonly id: string;
  readonly at: Date;
  readonly answered_at: Date | null;
  readonly sort_at: string;
}

const MESSAGE = sql`select message.id, message.package_id, message.name, message.email, message.organisation, message.message, message.at,
    message.answered_at, operator.email as answered_by, to_char(message.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at
  from sales_message message left join account operator on operator.id = message.answered_by`;

/** Lists messages that are unanswered, or that are answered, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listSalesMessages({
  state,
  cursor,
  limit,
}: {
  state: 'open' | 'answered';
  cursor?: string | undefined;
  limit: number;
}): Promise<{ messages: SalesMessage[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<MessageRow>(
    database(),
    sql`${MESSAGE} where message.answered_at is ${state === 'open' ? sql`null` : sql`not null`}
        ${after ? sql`and (message.at, message.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
      order by message.at desc, message.id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: page.map(toMessage),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

/** Returns one message; null when the id is unknown. */
export async function findSalesMessage(store: Knex, messageId: string): Promise<SalesMessage | null> {
  const [row] = await rowsOf<MessageRow>(store, sql`${MESSAGE} where message.id = ${messageId}`);
  return row ? toMessage(row) : null;
}

const toMessage = ({ id, sort_at: _sortAt, at, answered_at, answered_by, ...written }: MessageRow): SalesMessage => ({
  sales_message_id: id,
  ...written,
  at: at.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
  answered_by: answered_by?.endsWith(DELETED_DOMAIN) ? null : answered_by,
});
