import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { resetPassword } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { DeadLink } from '#frontend/ui/states/dead-link.tsx';
import { newPasswordRule } from './field-rules.ts';
import { Column, Fields } from './form-column.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { PasswordField } from './password-field.tsx';

interface ResetPasswordFormProps {
  /** From the mailed link. */
  readonly token: string;
  /** The password was changed and every session ended. */
  readonly onDone: () => void;
}

/** Sets a new password with a mailed link. For an invalid link it offers to request a new one. */
export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  const reset = useAction({
    mutationFn: ({ password }: { password: string }) => call(resetPassword, { body: { token, password } }),
    onSuccess: onDone,
  });
  const isDead = token === '' || (reset.error instanceof ApiError && reset.error.code === 'auth.link_invalid');
  const submit = handleSubmit((fields) => reset.mutate(fields));
  if (isDead) {
    return (
      <DeadLink
        action={
          <LinkButton to="/forgot-password" variant="contained" size="large">
            {t('Ask for a new link')}
          </LinkButton>
        }
      >
        {t('A link to choose a new password works once, within an hour.')}
      </DeadLink>
    );
  }
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Choose a new password')}
      </Typography>
      <Typography color="textSecondary">{t('Saving it signs you out on every device.')}</Typography>
      <Fields noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          isNew
          label={t('New password')}
          error={formState.errors.password?.message}
          {...register('password', newPasswordRule())}
        />
        <FormMessage
          message={reset.error ? { kind: 'error', text: errorText(reset.error, t('The password could not be changed.')) } : null}
        />
        <Button type="submit" variant="contained" size="large" aria-busy={reset.isPending}>
          {t('Save the new password')}
        </Button>
      </Fields>
    </Column>
  );
}
