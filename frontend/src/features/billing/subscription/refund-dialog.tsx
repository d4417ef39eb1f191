import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatCents, formatTokenCount } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { useRefund, type Invoice } from './subscription-queries.ts';

interface RefundDialogProps {
  readonly userId: string;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Explains what a refund takes away, and requests it (PLAN-26). */
export function RefundDialog({ userId, invoice, onClose }: RefundDialogProps) {
  const refund = useRefund(userId);
  const { amount_cents: cents, parts, used }: RefundSum = invoice.refund ?? { amount_cents: invoice.amount_cents, parts: [invoice] };
  const amount = formatCents(cents);
  const act = () =>
    refund.mutate(invoice.id, {
      onSuccess: ({ given }) => {
        toast('success', t('{amount} is on its way back to you.', { amount: formatCents(given.amount_cents) }));
        onClose();
      },
    });
  return (
    <AskDialog
      title={cents > 0 ? t('Refund {amount}?', { amount }) : t('Nothing is left to refund')}
      onClose={onClose}
      actions={
        <>
          {cents > 0 && (
            <Button variant="outlined" color="error" aria-busy={refund.isPending} onClick={act}>
              {t('Refund {amount}', { amount })}
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            {cents > 0 ? t('Leave it') : t('Close')}
          </Button>
        </>
      }
    >
      {parts.map(({ description, description_words: words, amount_cents: part, is_rest: isRest }) => {
        const what = translateServerText(description, words);
        return (
          <p key={`${description} ${part}`}>
            {parts.length === 1 && !used ? what : `${isRest ? t('Unused rest of {what}', { what }) : what}: ${formatCents(part)}`}
          </p>
        );
      })}
      {used && <p>{usedWords(used)}</p>}
      {invoice.is_course ? (
        <>
          <p>{t('The course leaves My Courses at once, with your progress, your notes in it and your rating.')}</p>
          <p>{t('The money goes back to the payment method you used, usually within ten days.')}</p>
        </>
      ) : (
        <>
          <p>{t('The plan it paid for, or upgraded, ends at once, and its unused tokens go too. Your courses stay yours.')}</p>
          <p>
            {t('You can do this once every twelve months. The money goes back to the payment method you used, usually within ten days.')}
          </p>
        </>
      )}
      {refund.error && <Alert severity="error">{errorText(refund.error, t('The payment could not be refunded.'))}</Alert>}
    </AskDialog>
  );
}

/** The part of the money that is not refunded, and for what. */
function usedWords({ courses, centitokens, amount_cents: cents }: NonNullable<RefundSum['used']>): string {
  return [
    t('Deducted at list prices: {amount}.', { amount: formatCents(cents) }),
    ...(courses > 0 ? [t('Courses written with the plan: {n}.', { n: courses })] : []),
    ...(centitokens > 0 ? [t('Tokens spent: {n}.', { n: formatTokenCount(centitokens / 100) })] : []),
  ].join(' ');
}
