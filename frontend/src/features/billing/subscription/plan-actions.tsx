import { useState } from 'react';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { openPortal, type CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { useAcceptsPayments } from '#frontend/lib/about.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { navigateToPayment } from '#frontend/lib/payment-address.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { isOwnAndPaid } from './plan-words.ts';
import { useChange, useResume } from './subscription-queries.ts';

interface PlanActionsProps {
  readonly userId: string;
  readonly plan: CurrentSubscription;
}

/** The actions available for the plan: choose, change, cancel or resume it, and edit the card at the payment service. */
export function PlanActions({ userId, plan }: PlanActionsProps) {
  const cache = useQueryClient();
  const takesPayments = useAcceptsPayments();
  const [isAsking, setAsking] = useState(false);
  const resume = useResume(userId);
  const change = useChange(userId);
  const portal = useAction({
    mutationFn: async () => navigateToPayment(cache, (await call(openPortal, { body: { origin_url: location.origin } })).url),
  });
  // paid through the payment service now or later: a trial without a card is not
  const isPaid = plan.has_payment_account && plan.amount_cents !== null && (plan.renews || plan.cancel_at_period_end);
  const isChange = isOwnAndPaid(plan);
  const failure = resume.error ?? portal.error ?? change.error;
  const takeBack = () => resume.mutate(undefined, { onSuccess: (now) => toast('success', t('{plan} continues.', { plan: now.plan })) });
  // requesting the current plan reverts a planned change
  const stay = () =>
    plan.package_id !== null &&
    change.mutate(plan.package_id, { onSuccess: (now) => toast('success', t('{plan} continues.', { plan: now.plan })) });
  return (
    <>
      <ActionRow>
        <DialogLink dialog="plan" variant={isChange ? 'outlined' : 'contained'}>
          {isChange ? t('Change plan') : t('Choose a plan')}
        </DialogLink>
        <DialogLink dialog="tokens" variant="outlined" color="inherit">
          {t('Buy Tokens')}
        </DialogLink>
        {plan.has_payment_account && (
          <Button variant="outlined" color="inherit" disabled={!takesPayments} aria-busy={portal.isPending} onClick={() => portal.mutate()}>
            {portal.isPending ? t('Processing...') : t('Card and receipts')}
          </Button>
        )}
        {isPaid && plan.next_package_id !== null && (
          <Button variant="outlined" color="inherit" disabled={!takesPayments} aria-busy={change.isPending} onClick={stay}>
            {t('Stay on {plan}', { plan: plan.plan })}
          </Button>
        )}
        {isPaid && plan.cancel_at_period_end && (
          <Button variant="contained" disabled={!takesPayments} aria-busy={resume.isPending} onClick={takeBack}>
            {t('Resume plan')}
          </Button>
        )}
        {isPaid && !plan.cancel_at_period_end && (
          <Button color="error" disabled={!takesPayments} onClick={() => setAsking(true)}>
            {t('Cancel plan')}
          </Button>
        )}
      </ActionRow>
      {failure && <Alert severity="error">{errorText(failure, t('The payment service could not be reached.'))}</Alert>}
      {isAsking && <CancelDialog userId={userId} plan={plan} onClose={() => setAsking(false)} />}
    </>
  );
}
