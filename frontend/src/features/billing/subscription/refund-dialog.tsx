import Button from '@mui/material/Button';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatCents } from '#frontend/lib/format.ts';
import { t, told } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { Refusal } from './cancel-dialog.tsx';
import { useRefund, type Invoice } from './subscription-queries.ts';

interface RefundDialogProps {
  readonly userId: string;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Says what goes with the money, and gives it back (PLAN-26). */
export function RefundDialog({ userId, invoice, onClose }: RefundDialogProps) {
  const refund = useRefund(userId);
  const { amount_cents: cents, parts }: RefundSum = invoice.refund ?? { amount_cents: invoice.amount_cents, parts: [invoice] };
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
      title={t('Have {amount} given back?', { amount })}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" color="error" aria-busy={refund.isPending} onClick={act}>
            {t('Give back {amount}', { amount })}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Leave it')}
          </Button>
        </>
      }
    >
      {parts.map(({ description, description_words: words, amount_cents: part, is_rest: isRest }) => {
        const what = told(description, words);
        return (
          <p key={`${description} ${part}`}>
            {parts.length === 1 ? what : `${isRest ? t('Unused rest of {what}', { what }) : what}: ${formatCents(part)}`}
          </p>
        );
      })}
      <p>
        {t('A plan that was paid or raised with it ends at once, and tokens of it that are still there go too. Your courses stay yours.')}
      </p>
      <p>{t('It can be done once in twelve months. The money comes back the way it was paid, usually within ten days.')}</p>
      {refund.error && <Refusal role="alert">{errorText(refund.error, t('The payment could not be given back.'))}</Refusal>}
    </AskDialog>
  );
}
