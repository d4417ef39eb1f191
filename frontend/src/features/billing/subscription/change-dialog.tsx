import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { planById, TIERS } from '#contract/billing/catalogue.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatCents, formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { planNameWithInterval, nameOfPlan } from './plan-words.ts';
import { changePreview, invoicePages, useChange, type ChangePreview } from './subscription-queries.ts';

interface ChangeDialogProps {
  readonly userId: string;
  readonly plan: CurrentSubscription;
  /** The previewed plan. */
  readonly packageId: string;
  readonly onClose: () => void;
}

/** Shows the cost of a plan change today and when it takes effect, before the change is made. */
export function ChangeDialog({ userId, plan, packageId, onClose }: ChangeDialogProps) {
  const { data: preview, error } = useQuery(changePreview(userId, packageId));
  const change = useChange(userId);
  const [old, name] = namesOf(plan, packageId);
  const act = () =>
    preview &&
    change.mutate(preview, {
      onSuccess: (now) => {
        toast(
          'success',
          now.package_id === packageId ? t('Your plan is {plan} now.', { plan: name }) : t('{plan} is scheduled.', { plan: name }),
        );
        onClose();
      },
    });
  const failure = change.error ?? error;
  const isToConfirm = failure instanceof ApiError && failure.code === 'payments.to_confirm';
  return (
    <AskDialog
      title={isToConfirm ? t('Confirm the payment for {plan}', { plan: name }) : t('Change from {old} to {new}?', { old, new: name })}
      onClose={onClose}
      actions={
        isToConfirm ? (
          <>
            <ConfirmLink userId={userId} />
            <Button color="inherit" onClick={onClose}>
              {t('Close')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="contained" disabled={!preview} aria-busy={change.isPending} onClick={act}>
              {preview && preview.due_now_cents > 0
                ? t('Change and pay {amount}', { amount: formatCents(preview.due_now_cents) })
                : t('Change the plan')}
            </Button>
            <Button color="inherit" onClick={onClose}>
              {t('Keep {plan}', { plan: old })}
            </Button>
          </>
        )
      }
    >
      {!preview && !failure && <p role="status">{t('Working out what the change costs.')}</p>}
      {preview && !isToConfirm && sentences(preview, plan).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {isToConfirm && <p role="alert">{t('Your bank asks you to confirm this payment. Your plan changes as soon as you have.')}</p>}
      {failure && !isToConfirm && <Alert severity="error">{errorText(failure, t('The plan could not be changed.'))}</Alert>}
    </AskDialog>
  );
}

/** The names of both plans, with their billing intervals if these differ. */
function namesOf({ plan, package_id: id, interval }: CurrentSubscription, packageId: string): [string, string] {
  if (id === null || interval === planById(packageId)?.interval) return [plan, nameOfPlan(packageId)];
  return [planNameWithInterval(id), planNameWithInterval(packageId)];
}

/** The link to the bank's confirmation, as soon as the payment is in the list. */
function ConfirmLink({ userId }: { readonly userId: string }) {
  const { data, isFetching } = useInfiniteQuery(invoicePages(userId));
  const url = isFetching ? undefined : data?.pages[0]?.invoices.find(({ status }) => status === 'open')?.url;
  if (!url) return null;
  return (
    <Button variant="contained" href={url} target="_blank" rel="noreferrer noopener">
      {t('Confirm the payment')}
    </Button>
  );
}

function sentences(
  { direction, due_now_cents: due, starts_at: startsAt, package_id: packageId }: ChangePreview,
  from: CurrentSubscription,
): string[] {
  const plan = nameOfPlan(packageId);
  if (direction === 'downgrade') return later({ plan, date: formatDate(startsAt) }, from, packageId);
  return [
    due > 0
      ? t('Due now: {amount}. What you have already paid for this period has been deducted.', { amount: formatCents(due) })
      : t('Nothing is due now.'),
    t('{plan} starts immediately, with its tokens and courses.', { plan }),
  ];
}

function later(words: { plan: string; date: string }, { package_id: id, interval }: CurrentSubscription, packageId: string): string[] {
  const next = planById(packageId);
  const keep = t('Until then nothing changes.');
  if (interval !== 'year' || next?.interval !== 'month')
    return [t('{plan} starts on {date}, when the period you have paid for ends. Nothing is due today.', words), keep];
  const now = id === null ? undefined : planById(id);
  const isMore = now !== undefined && TIERS.indexOf(next.tier) > TIERS.indexOf(now.tier);
  return [
    t('Your year is paid until {date}. {plan} starts then, billed monthly. Nothing is due today.', words),
    keep,
    ...(isMore ? [t('To switch to {plan} immediately, choose yearly billing.', { plan: words.plan })] : []),
  ];
}
