import type { MarketCode } from '#contract/market/codes.contract.ts';
import { database } from '#domain/platform/database.ts';
import { HOLDS_USE } from './reserve-code.command.ts';

/** Stripe's minimum amount, cents. */
const LEAST_CENTS = 50;

/** Applies a discount to a price in cents: rounded up, so that a creator never gives more than stated. */
export const priceWith = (listCents: number, percent: number): number =>
  Math.max(LEAST_CENTS, Math.ceil((listCents * (100 - percent)) / 100));

/** Lists a creator's codes, newest first. */
export async function listCodes(accountId: string): Promise<MarketCode[]> {
  const { rows } = await database().raw(
    `select code.*, c.title, (select count(*)::int from market_code_use u join billing_order o on o.id = u.order_id
                                where u.code_id = code.id and ${HOLDS_USE}) as uses
       from market_code code left join creator_course c on c.id = code.creator_course_id
      where code.account_id = ? order by code.created_at desc, code.id desc limit 200`,
    [accountId],
  );
  return rows.map((row: CodeRow & { uses: number; title: string | null; created_at: Date; max_uses: number | null }) => ({
    code_id: row.id,
    code: row.code,
    percent: row.percent,
    course: row.creator_course_id && { id: row.creator_course_id, title: row.title ?? '' },
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

interface CodeRow {
  readonly id: string;
  readonly code: string;
  readonly percent: number;
  readonly creator_course_id: string | null;
  readonly expires_at: Date | null;
  readonly ended_at: Date | null;
}

/** Finds a code that is valid for a course now; null when there is none. Its use limit is checked when an order takes it. */
export async function findCode(code: string, of: { creatorId: string; creatorCourseId: string }): Promise<CodeRow | null> {
  const row = await database()('market_code')
    .where({ account_id: of.creatorId, code: code.trim().toUpperCase(), ended_at: null })
    .whereRaw('(creator_course_id is null or creator_course_id = ?) and (expires_at is null or expires_at > now())', [of.creatorCourseId])
    .first();
  return row ?? null;
}
