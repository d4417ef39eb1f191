import { useRef, useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import { REFUND_BELOW_PERCENT } from '#contract/market/market.contract.ts';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { formatCents, formatDate } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { invoicePages, type Invoice } from './subscription-queries.ts';

const statusWord = ({ status, amount_cents: cents }: Invoice): string =>
  ({
    paid: cents === 0 ? t('Paid from credit') : t('Paid'),
    open: t('Not yet paid'),
    void: t('Void'),
    refunded: t('Refunded'),
    partially_refunded: t('Partially refunded'),
    failed: t('Failed'),
    disputed: t('Disputed'),
    charged_back: t('Taken back by your bank'),
    refund_failed: t('Refund did not arrive'),
  })[status];

/** The caption of the link to an invoice's Stripe page; null when that page is of no use. */
function pageWord({ status, url }: Invoice): string | null {
  if (url === null || status === 'void' || status === 'failed') return null;
  return status === 'open' ? t('Confirm the payment') : t('Receipt');
}

const TROUBLED: readonly Invoice['status'][] = ['failed', 'disputed', 'charged_back', 'refund_failed'];

/** All payments, newest first; refundable ones have a button (PLAN-26). */
export function InvoiceList({ userId }: { readonly userId: string }) {
  const pages = useInfiniteQuery(invoicePages(userId));
  const { data, error, refetch } = pages;
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const takesPayments = useAcceptsPayments();
  const [asked, setAsked] = useState<Invoice | null>(null);
  if (!data) {
    if (error) return <ErrorState title={t('Your payments could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading your payments')} rows={3} />;
  }
  const invoices = data.pages.flatMap((page) => page.invoices);
  if (invoices.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ marginBlockStart: 1.5 }}>
        {t('No payments yet. Receipts for plans and tokens will appear here.')}
      </Typography>
    );
  }
  return (
    <>
      <EntryList ref={list}>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} onRefund={takesPayments ? () => setAsked(invoice) : null} />
        ))}
      </EntryList>
      <ShowMore pages={pages} list={list} />
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 1.5 }}>
        {t('A payment can be refunded within {n, plural, one {# day} other {# days}}, once every twelve months.', { n: REFUND_DAYS })}{' '}
        {t('What you have already used is deducted at list prices.')}{' '}
        {invoices.some((invoice) => invoice.is_course) &&
          t('A marketplace course can be refunded within {n} days, until you have completed {percent}% of it.', {
            n: REFUND_DAYS,
            percent: REFUND_BELOW_PERCENT,
          })}
      </Typography>
      {asked && <RefundDialog userId={userId} invoice={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface InvoiceRowProps {
  readonly invoice: Invoice;
  /** Null while nothing is refundable. */
  readonly onRefund: (() => void) | null;
}

function InvoiceRow({ invoice, onRefund }: InvoiceRowProps) {
  const { at, amount_cents: cents, status, url, refundable } = invoice;
  const page = pageWord(invoice);
  const description = translateServerText(invoice.description, invoice.description_words);
  const which = <VisuallyHidden> {t('{what} of {date}', { what: description, date: formatDate(at) })}</VisuallyHidden>;
  return (
    <Entry
      title={description}
      lines={[`${formatDate(at)} · ${statusWord(invoice)}`]}
      mark={TROUBLED.includes(status) ? 'failed' : undefined}
      actions={
        <>
          <Typography component="span" variant="h6">
            {formatCents(cents)}
          </Typography>
          {url !== null && page !== null && (
            <Button size="small" color="inherit" href={url} target="_blank" rel="noreferrer noopener">
              {page}
              {which}
            </Button>
          )}
          {refundable && onRefund && (
            <Button size="small" color="inherit" onClick={onRefund}>
              {t('Ask for refund')}
              {which}
            </Button>
          )}
        </>
      }
    />
  );
}
