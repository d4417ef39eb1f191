import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { isForOrganisation, nameOfPlan } from './plan-words.ts';
import { useCancel } from './subscription-queries.ts';

interface CancelDialogProps {
  readonly userId: string;
  readonly plan: CurrentSubscription;
  readonly onClose: () => void;
}

/** Explains what cancelling ends and what stays, and cancels. */
export function CancelDialog({ userId, plan, onClose }: CancelDialogProps) {
  const cancel = useCancel(userId);
  const end = plan.trial_ends ?? plan.period_end;
  const date = end === null ? t('the end of the period') : formatDate(end);
  const act = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        toast('info', t('{plan} ends on {date}.', { plan: plan.plan, date }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('Cancel {plan}?', { plan: plan.plan })}
      act={t('Cancel the plan')}
      keep={t('Keep {plan}', { plan: plan.plan })}
      isPending={cancel.isPending}
      error={cancel.error && errorText(cancel.error, t('The plan could not be cancelled.'))}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{t('Until {date} nothing changes: you keep its tokens and courses, and nothing more is charged.', { date })}</p>
      {isForOrganisation(plan) ? (
        <p>
          {t(
            'After that, members can no longer use the organisation’s pool: its remaining tokens expire, and everyone returns to their own plan. All courses and purchased tokens stay.',
          )}
        </p>
      ) : (
        <p>{t('After that you have the Free Plan. Your courses, what you have learned, and tokens you bought stay yours.')}</p>
      )}
      {plan.next_package_id !== null && (
        <p>{t('The change to {plan} is then cancelled; it applies again if you resume.', { plan: nameOfPlan(plan.next_package_id) })}</p>
      )}
      <p>{t('Until then you can take it back at any time.')}</p>
    </ConfirmDialog>
  );
}
