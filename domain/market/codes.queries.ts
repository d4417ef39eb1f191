import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import type { MarketCode } from '#contract/market/codes.contract.ts';
import { database } from '#domain/platform/database.ts';
import { HOLDS_USE } from './market-code.commands.ts';

/** Stripe's minimum amount, in cents. */
const LEAST_CENTS = 50;

/** Applies a discount to a price in cents, rounded up, so that a creator never gives more than stated. */
export const priceWith = (listCents: number, percent: number): number =>
  Math.max(LEAST_CENTS, Math.ceil((listCents * (100 - percent)) / 100));

/** Lists a creator's codes, newest first. */
export async function listCodes(accountId: string): Promise<MarketCode[]> {
  const rows = await rowsOf<ListedCode>(
    database(),
    sql`select code.*, c.title, (select count(*)::int from market_code_use u join billing_order o on o.id = u.order_id
                                where u.code_id = code.id and ${HOLDS_USE}) as uses
       from market_code code left join creator_course c on c.id = code.creator_course_id
      where code.account_id = ${accountId} order by code.created_at desc, code.id desc limit 200`,
  );
  return rows.map((row) => ({
    code_id: row.id,
    code: row.code,
    percent: row.percent,
    course: row.creator_course_id === null ? null : { id: row.creator_course_id, title: row.title ?? '' },
    max_uses: row.max_uses,
    uses: row.uses,
    expires_at: row.expires_at?.toISOString() ?? null,
    state: row.ended_at
      ? 'ended'
      : row.expires_at && row.expires_at <= new Date()
        ? 'expired'
        : row.max_uses !== null && row.uses >= row.max_uses
          ? 'used_up'
          : 'active',
    created_at: row.created_at.toISOString(),
  }));
}

type ListedCode = CodeRow & { readonly uses: number; readonly title: string | null };

interface CodeRow {
  readonly id: string;
  readonly code: string;
  readonly percent: number;
  readonly creator_course_id: string | null;
  readonly expires_at: Date | null;
  readonly ended_at: Date | null;
  readonly created_at: Date;
  readonly max_uses: number | null;
}

/** Returns a code that is valid for a course now, or null. Its use limit is checked when an order takes it. */
export async function findCode(code: string, of: { creatorId: string; creatorCourseId: string }): Promise<CodeRow | null> {
  const row = await database()('market_code')
    .where({ account_id: of.creatorId, code: code.trim().toUpperCase(), ended_at: null })
    .where(
      expression(
        database(),
        sql`(creator_course_id is null or creator_course_id = ${of.creatorCourseId}) and (expires_at is null or expires_at > now())`,
      ),
    )
    .first();
  return row ?? null;
}
