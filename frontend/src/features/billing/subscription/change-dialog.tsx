import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatCents, formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AskDialog } from '#frontend/ui/ask-dialog.tsx';
import { Refusal } from './cancel-dialog.tsx';
import { nameOfPlan } from './plan-words.ts';
import { changePreview, useChange, type ChangePreview } from './subscription-queries.ts';

interface ChangeDialogProps {
  readonly userId: string;
  readonly plan: CurrentSubscription;
  /** The plan that is looked at. */
  readonly packageId: string;
  readonly onClose: () => void;
}

/** What a change of plan costs today and when it begins, before it is made. */
export function ChangeDialog({ userId, plan, packageId, onClose }: ChangeDialogProps) {
  const { data: preview, error } = useQuery(changePreview(userId, packageId));
  const change = useChange(userId);
  const name = nameOfPlan(packageId);
  const act = () =>
    preview &&
    change.mutate(preview, {
      onSuccess: (now) => {
        toast(
          'success',
          now.package_id === packageId ? t('Your plan is {plan} now.', { plan: name }) : t('{plan} is planned.', { plan: name }),
        );
        onClose();
      },
    });
  const failure = change.error ?? error;
  return (
    <AskDialog
      title={t('Change from {old} to {new}?', { old: plan.plan, new: name })}
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" disabled={!preview} aria-busy={change.isPending} onClick={act}>
            {preview && preview.due_now_cents > 0
              ? t('Change and pay {amount}', { amount: formatCents(preview.due_now_cents) })
              : t('Change the plan')}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Keep {plan}', { plan: plan.plan })}
          </Button>
        </>
      }
    >
      {!preview && !failure && <p role="status">{t('Working out what the change costs.')}</p>}
      {preview && sentences(preview, name).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {failure && <Refusal role="alert">{errorText(failure, t('The plan could not be changed.'))}</Refusal>}
    </AskDialog>
  );
}

function sentences({ direction, due_now_cents: due, starts_at: startsAt }: ChangePreview, name: string): string[] {
  if (direction === 'downgrade') {
    return [
      t('{plan} begins on {date}, when the period you have paid for ends. Nothing is due today.', {
        plan: name,
        date: formatDate(startsAt),
      }),
      t('Until then you keep what you have.'),
    ];
  }
  return [
    due > 0
      ? t('Due now: {amount}. What you have already paid for this period is taken off.', { amount: formatCents(due) })
      : t('Nothing is due now.'),
    t('{plan} begins at once, with its tokens and courses.', { plan: name }),
  ];
}
