import { uuidv7 } from 'uuidv7';
import type { QuotaName } from '#contract/billing/catalogue.ts';
import { COMPONENT_PARTS, courseCost } from '#contract/generation/course-cost.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { actingKey } from '#domain/platform/acting-key.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** A price is valid for a day. */
const QUOTE_HOURS = 24;
/** Maximum quotes of one account; the oldest make room. */
const QUOTES_AT_MOST = 50;

interface CoursePrice {
  /** Hundredths of a token that an order reserves; parts covered by the plan cost nothing. */
  readonly price: number;
  /** Tokens. `pool`: the organisation's tokens; null for people without one. */
  readonly balance: number;
  readonly pool: number | null;
}

/**
 * Returns the current price of a course with this form for an account, and the account's balance. Other work of the account may use up the
 * plan's units, so an order states the accepted price (`assertAccepted`).
 * @param poolOnly for an organisation's key, which does not use its creator's plan
 */
export async function coursePrice(
  accountId: string,
  form: Pick<CourseForm, 'ai_components' | 'duration' | 'general_course'>,
  poolOnly = (actingKey()?.organisationId ?? null) !== null,
): Promise<CoursePrice> {
  const { balance, organisation_available: pool, quotas } = await walletBalance(accountId);
  const unitsLeft = (feature: QuotaName) => {
    if (poolOnly) return 0;
    const line = quotas.find(({ name }) => name === feature);
    return line ? Math.max(0, line.allowed - line.used - line.held) : 0;
  };
  const names = Object.keys(COMPONENT_PARTS) as (keyof typeof COMPONENT_PARTS)[];
  const parts = names.filter((name) => form.ai_components[name]).map((name) => COMPONENT_PARTS[name]);
  return { price: courseCost(parts, form.duration, unitsLeft, form.general_course).usual, balance, pool };
}

export interface Quote extends CoursePrice {
  readonly quoteId: string;
}

/** Quotes the price of a course, and stores it with its form. */
export async function quoteCourse({
  accountId,
  form,
  poolOnly,
}: {
  accountId: string;
  form: CourseForm;
  poolOnly?: boolean;
}): Promise<Quote> {
  const priced = await coursePrice(accountId, form, poolOnly);
  const quoteId = uuidv7();
  await transact(async (trx) => {
    await rowsOf(
      trx,
      sql`delete from course_quote where id in (
            select id from course_quote where account_id = ${accountId} order by created_at desc, id desc offset ${QUOTES_AT_MOST - 1})`,
    );
    await trx('course_quote').insert({ id: quoteId, account_id: accountId, form: JSON.stringify(form) as never, price: priced.price });
  });
  return { quoteId, ...priced };
}

/** The idempotency key under which a quote is ordered, once. */
export const orderKeyOf = (quoteId: string): string => `quote:${quoteId}`;

/**
 * Returns a quote of an account: the form, and the price in hundredths of a token.
 * @throws ProductError not_found, also for an expired quote
 */
export async function readQuote({
  accountId,
  quoteId,
}: {
  accountId: string;
  quoteId: string;
}): Promise<{ form: CourseForm; price: number }> {
  const [row] = isUuid(quoteId)
    ? await rowsOf<{ form: CourseForm; price: number }>(
        database(),
        sql`select form, price from course_quote
             where id = ${quoteId} and account_id = ${accountId} and created_at > now() - make_interval(hours => ${QUOTE_HOURS})`,
      )
    : [];
  if (!row) throw notFound('quote');
  return row;
}
