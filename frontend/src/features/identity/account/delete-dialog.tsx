import { useId } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import { REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import { DELETION_GRACE_DAYS, requestDeletion, type AccountDetails } from '#contract/identity/account.contract.ts';
import { PAYOUT_MINIMUM_CENTS } from '#contract/studio/creator-payouts.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatDollars, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { clearNotices, toast } from '#frontend/lib/toast.ts';
import { clearSession } from '#frontend/lib/session/token-store.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';

interface DeleteDialogProps {
  /** Paid services that end with the account. */
  readonly ends: AccountDetails['deletion_ends'];
  readonly onClose: () => void;
}

/** Explains what is deleted and when. Requires the password, so that a stranger at an unlocked screen cannot delete the account. */
export function DeleteDialog({ ends, onClose }: DeleteDialogProps) {
  const form = useId();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } });
  const ask = useAction({
    mutationFn: (body: { password: string }) => call(requestDeletion, { body }),
    onSuccess: ({ deletion_due_at: due }) => {
      clearSession();
      clearNotices();
      toast('info', t('Your account will be deleted on {date}. Sign in before then to keep it.', { date: formatDate(due) }));
    },
    onError: (error) => setError('password', { message: errorText(error, t('The account could not be deleted.')) }, { shouldFocus: true }),
  });
  const submit = handleSubmit((fields) => ask.mutate(fields));
  return (
    <AskDialog
      title={t('Delete the account?')}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={form} variant="contained" color="error" aria-busy={ask.isPending}>
            {t('Delete the account in {days, plural, one {# day} other {# days}}', { days: DELETION_GRACE_DAYS })}
          </Button>
          <Button color="inherit" onClick={onClose}>
            {t('Keep the account')}
          </Button>
        </>
      }
    >
      <p>
        {t('You are signed out everywhere now. In {days, plural, one {# day} other {# days}} everything is deleted for good.', {
          days: DELETION_GRACE_DAYS,
        })}
      </p>
      {ends.plan && (
        <p>
          {t(
            'Your plan ends with the account. What you paid in the last {days, plural, one {day} other {# days}} can be refunded on the billing page first.',
            {
              days: REFUND_DAYS,
            },
          )}
        </p>
      )}
      {ends.organisation && (
        <p>
          {t(
            'Members of {name} keep its tokens until {date}. Once you leave, nobody can invite or remove people, and its plan will not renew.',
            { name: ends.organisation.name, date: formatDate(ends.organisation.ends_at) },
          )}
        </p>
      )}
      {ends.earnings && (
        <p>
          {ends.earnings.reason === 'account'
            ? t(
                'Your courses have earned {amount} that has nowhere to go. Set up payouts in the Creator Studio first, or it is lost with the account.',
                { amount: formatDollars(ends.earnings.amount) },
              )
            : t('Your courses have earned {amount}. That is below {minimum}, the least we pay out, and is lost with the account.', {
                amount: formatDollars(ends.earnings.amount),
                minimum: formatPrice(PAYOUT_MINIMUM_CENTS / 100),
              })}
        </p>
      )}
      <p>{t('Sign in before then and you can keep the account as it is.')}</p>
      <Fields id={form} noValidate onSubmit={(event) => void submit(event)} sx={{ marginBlockStart: 2 }}>
        <PasswordField
          isNew={false}
          label={t('Your password')}
          error={formState.errors.password?.message}
          {...register('password', required())}
        />
      </Fields>
    </AskDialog>
  );
}
