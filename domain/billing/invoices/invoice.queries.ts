import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import type { listInvoices as endpoint, RefundRefusal } from '#contract/billing/subscription.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';
import { IS_COURSE, REFUSAL } from '#domain/billing/refunds/refund-refusal.queries.ts';
import { refundSumOf, sharesOf, type Back } from '#domain/billing/refunds/refund-sum.queries.ts';
import { wordsOfPayment } from '#domain/billing/checkout/payment-messages.ts';
import { purchaseOf } from '#domain/billing/checkout/resolve-purchase.ts';

type Page = AnswerOf<typeof endpoint>;
type Invoice = Page['invoices'][number];

/**
 * Selects payments, with flags for each: why the owner cannot refund it now, whether it was for a course in the market, whether a bank
 * reversed it for good, whether a refund bounced and none was made since, and whether its plan has ended for good.
 */
const COLUMNS = sql`p.*,
  exists (select from subscription s where s.stripe_subscription_id = p.stripe_subscription_id and s.status = 'canceled') as plan_ended,
  p.disputed and exists (select from billing_dispute d where d.payment_id = p.id and d.status = 'lost') as charged_back,
  exists (select from refund r where r.payment_id = p.id and r.status = 'failed' and r.stripe_refund_id is not null
            and not exists (select from refund later where later.payment_id = p.id and later.created_at > r.created_at
                               and later.status <> 'failed')) as refund_failed, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at,
  ${REFUSAL} as refusal, ${IS_COURSE} as is_course,
  exists (select from billing_order o where o.id = p.order_id and o.status = 'review') as in_review`;

/** Selects payments, and bank payments that are pending and have no payment row yet. */
const ALL = sql`(
  select id, account_id, package_id, reason, description, amount_cents, refunded_cents, unused_cents, status, disputed, url, paid_at, created_at, stripe_subscription_id, order_id, method_fingerprint
    from billing_payment
  union all
  select id, account_id, package_id, 'purchase', null, amount_cents, 0, 0, 'open', false, null, null, created_at, null, id, null
    from billing_order o
   where status = 'pending' and not exists (select from billing_payment made where made.order_id = o.id)) p`;

type Row = Omit<PaymentRow, 'description'> & {
  readonly description: string | null;
  readonly sort_at: string;
  readonly refusal: RefundRefusal | null;
  readonly is_course: boolean;
  readonly in_review: boolean;
  readonly charged_back: boolean;
  readonly refund_failed: boolean;
  readonly plan_ended: boolean;
};
type Named = Row & { readonly description: string };

/** Lists a user's payments and invoices, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listInvoices({
  accountId,
  cursor,
  limit,
}: {
  accountId: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<Page> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const found = await rowsOf<Row>(
    database(),
    sql`select ${COLUMNS} from ${ALL} where p.account_id = ${accountId}
        ${after ? sql`and (p.created_at, p.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
      order by p.created_at desc, p.id desc limit ${limit + 1}`,
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    invoices: await toInvoices(page),
    next_cursor: found.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

/** Returns one payment or invoice of a user. @throws ProductError not_found */
export async function findInvoice({ accountId, paymentId }: { accountId: string; paymentId: string }): Promise<Invoice> {
  const rows = await rowsOf<Row>(
    database(),
    sql`select ${COLUMNS} from billing_payment p where p.account_id = ${accountId} and p.id = ${paymentId}`,
  );
  if (!rows[0]) throw notFound('payment');
  const [invoice] = await toInvoices(rows);
  return invoice!;
}

/** Adds the refundable amount to payments that their owner may refund. */
async function toInvoices(rows: readonly Row[]): Promise<Invoice[]> {
  const named = rows.map((row) => ({ ...row, description: row.description ?? purchaseOf(row.package_id)?.name ?? row.package_id }));
  const refundable = named.filter((row) => row.refusal === null);
  const backs = await sharesOf(database(), refundable);
  return named.map((row) => toInvoice(row, backs[refundable.indexOf(row)]));
}

function toInvoice(row: Named, back?: Back<Named | PaymentRow>): Invoice {
  const { description } = row;
  const words = wordsOfPayment(row.package_id, row.reason, row.description);
  return {
    id: row.id,
    at: (row.paid_at ?? row.created_at).toISOString(),
    description,
    ...(words && { description_words: words }),
    amount_cents: row.amount_cents,
    status: statusOf(row),
    // never ask a user to pay for a plan that has ended
    url: row.status === 'open' && row.plan_ended ? null : row.url,
    refundable: row.refusal === null,
    ...(row.refusal && { refusal: row.refusal }),
    ...(row.is_course && { is_course: true }),
    refund: back ? refundSumOf(back) : null,
  };
}

function statusOf(row: Row): Invoice['status'] {
  if (row.charged_back) return 'charged_back';
  if (row.disputed) return 'disputed';
  if (row.refund_failed) return 'refund_failed';
  if (row.refunded_cents > 0 && row.refunded_cents >= row.amount_cents && row.status === 'paid') return 'refunded';
  if (row.refunded_cents > 0) return 'partially_refunded';
  return row.in_review && row.status === 'paid' ? 'review' : row.status;
}
