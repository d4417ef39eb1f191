import { useRef, useState } from 'react';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import { COURSE_REFUNDS, REFUND_BELOW_PERCENT, REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatCents, formatDate, formatTokenCount } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { invoicePages, type Invoice, useRefund } from './subscription-queries.ts';

const statusWord = ({ status, amount_cents: cents }: Invoice): string =>
  ({
    paid: cents === 0 ? t('Paid from credit') : t('Paid'),
    review: t('We are looking at it'),
    open: t('Not yet paid'),
    void: t('Void'),
    refunded: t('Refunded'),
    partially_refunded: t('Partially refunded'),
    failed: t('Failed'),
    disputed: t('Disputed'),
    charged_back: t('Reversed by your bank'),
    refund_failed: t('Refund did not arrive'),
  })[status];

/** The caption of the link to an invoice's Stripe page; null if that page is of no use. */
function pageWord({ status, url }: Invoice): string | null {
  if (url === null || status === 'void' || status === 'failed') return null;
  return status === 'open' ? t('Confirm the payment') : t('Receipt');
}

const TROUBLED: readonly Invoice['status'][] = ['failed', 'review', 'disputed', 'charged_back', 'refund_failed'];

/** All payments, newest first; refundable ones have a button (PLAN-26). */
export function InvoiceList({ userId }: { readonly userId: string }) {
  const pages = useInfiniteQuery(invoicePages(userId));
  const { data, error, refetch } = pages;
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const takesPayments = useAcceptsPayments();
  const [askedId, setAskedId] = useState<string | null>(null);
  if (!data) {
    return (
      <CardContent>
        {error ? (
          <ErrorState title={t('Your payments could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading your payments')} rows={3} />
        )}
      </CardContent>
    );
  }
  const invoices = data.pages.flatMap((page) => page.invoices);
  // the current state of the invoice, because its refundable part may change while the dialog is open
  const asked = invoices.find(({ id }) => id === askedId);
  if (invoices.length === 0) {
    return (
      <CardContent>
        <Typography color="textSecondary">{t('No payments yet. Receipts for plans and tokens will appear here.')}</Typography>
      </CardContent>
    );
  }
  return (
    <>
      <List disablePadding ref={list}>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} onRefund={takesPayments ? () => setAskedId(invoice.id) : null} />
        ))}
      </List>
      <CardContent>
        <ShowMore pages={pages} list={list} />
        <Typography variant="body2" color="textSecondary">
          {t('A payment can be refunded within {n, plural, one {# day} other {# days}}, once every twelve months.', { n: REFUND_DAYS })}{' '}
          {t('Your usage so far is deducted at list prices.')}{' '}
          {invoices.some((invoice) => invoice.is_course) &&
            t(
              'A marketplace course can be refunded within {n} days, until you have opened {percent}% of its lessons or exported it; at most {courses} courses in twelve months, by account and by payment method.',
              { n: REFUND_DAYS, percent: REFUND_BELOW_PERCENT, courses: COURSE_REFUNDS },
            )}
        </Typography>
      </CardContent>
      {asked && <RefundDialog userId={userId} invoice={asked} onClose={() => setAskedId(null)} />}
    </>
  );
}

interface InvoiceRowProps {
  readonly invoice: Invoice;
  /** Null while nothing is refundable. */
  readonly onRefund: (() => void) | null;
}

/** Why a payment cannot be refunded, where its owner would not know it from the payment's status or date. */
function refusalWord({ refusal }: Invoice): string | null {
  switch (refusal) {
    case 'refund.was_disputed':
      return t('It cannot be refunded, because a bank has decided a dispute over it.');
    case 'refund.exported':
      return t('It cannot be refunded, because you have exported the course.');
    case 'refund.too_far':
      return t('It cannot be refunded, because you have opened {percent}% of the lessons or more.', { percent: REFUND_BELOW_PERCENT });
    case 'refund.again':
      return t('It cannot be refunded, because this course was already refunded once.');
    case 'refund.courses_used':
      return t('It cannot be refunded, because {n} courses of yours or of this payment method were refunded within twelve months.', {
        n: COURSE_REFUNDS,
      });
    default:
      return null;
  }
}

function InvoiceRow({ invoice, onRefund }: InvoiceRowProps) {
  const { at, amount_cents: cents, status, url, refundable } = invoice;
  const page = pageWord(invoice);
  const description = translateServerText(invoice.description, invoice.description_words);
  const refusal = refusalWord(invoice);
  const which = <VisuallyHidden> {t('{what} of {date}', { what: description, date: formatDate(at) })}</VisuallyHidden>;
  return (
    <Entry
      title={description}
      lines={[<MetaLine key="facts" facts={[formatDate(at), statusWord(invoice)]} />, ...(refusal === null ? [] : [refusal])]}
      mark={TROUBLED.includes(status) ? 'failed' : undefined}
      figure={formatCents(cents)}
      actions={
        <>
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

interface RefundDialogProps {
  readonly userId: string;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Explains what the user loses with a refund, and requests it (PLAN-26). */
function RefundDialog({ userId, invoice, onClose }: RefundDialogProps) {
  const refund = useRefund(userId);
  const { amount_cents: cents, parts, used }: RefundSum = invoice.refund ?? { amount_cents: invoice.amount_cents, parts: [invoice] };
  const amount = formatCents(cents);
  const act = () =>
    refund.mutate(
      { invoiceId: invoice.id, shownCents: cents },
      {
        onSuccess: ({ given }) => {
          toast('success', t('Your refund of {amount} is on its way.', { amount: formatCents(given.amount_cents) }));
          onClose();
        },
      },
    );
  return (
    <AskDialog
      title={cents > 0 ? t('Refund {amount}?', { amount }) : t('There is nothing left to refund')}
      onClose={onClose}
      actions={
        <>
          {cents > 0 && (
            <Button variant="outlined" color="error" aria-busy={refund.isPending} onClick={act}>
              {t('Refund {amount}', { amount })}
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            {cents > 0 ? t('Not now') : t('Close')}
          </Button>
        </>
      }
    >
      {parts.map(({ description, description_words: words, amount_cents: part, is_rest: isRest }) => {
        const what = translateServerText(description, words);
        return (
          <p key={`${description} ${part}`}>
            {parts.length === 1 && !used ? what : `${isRest ? t('Unused part of {what}', { what }) : what}: ${formatCents(part)}`}
          </p>
        );
      })}
      {used && <p>{usedWords(used)}</p>}
      {invoice.is_course ? (
        <>
          <p>{t('The course will be removed from My Courses immediately, with your progress, your notes in it and your rating.')}</p>
          <p>
            {t(
              'Each course is refunded once, and at most {courses} courses in twelve months. While the refund is under way, no more lessons can be opened.',
              { courses: COURSE_REFUNDS },
            )}
          </p>
          <p>{t('The money is refunded to the payment method you used, usually within ten days.')}</p>
        </>
      ) : (
        <>
          <p>{t('The plan that it paid for or upgraded ends immediately, and its unused tokens are removed. Your courses stay yours.')}</p>
          <p>
            {t('You can do this once every twelve months. The money is refunded to the payment method you used, usually within ten days.')}
          </p>
        </>
      )}
      {refund.error && <Alert severity="error">{errorText(refund.error, t('The payment could not be refunded.'))}</Alert>}
    </AskDialog>
  );
}

/** The part of the money that is not refunded, and why. */
function usedWords({ courses, centitokens, amount_cents: cents }: NonNullable<RefundSum['used']>): string {
  return [
    t('Deducted at list prices: {amount}.', { amount: formatCents(cents) }),
    ...(courses > 0 ? [t('Courses written with the plan: {n}.', { n: courses })] : []),
    ...(centitokens > 0 ? [t('Tokens spent: {n}.', { n: formatTokenCount(centitokens / 100) })] : []),
  ].join(' ');
}
