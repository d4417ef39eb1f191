import { useForm } from 'react-hook-form';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { readReset, resetPassword, type WaysIn } from '#contract/identity/account.contract.ts';
import { PROVIDER_NAMES, type Provider } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { DeadLink } from '#frontend/ui/states/dead-link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { newPasswordRule, required } from './field-rules.ts';
import { Column, Fields } from './form-column.tsx';
import { PasswordField } from './password-field.tsx';

interface ResetPasswordFormProps {
  /** From the mailed link. */
  readonly token: string;
  /** Called after the password was changed and every session ended. */
  readonly onDone: () => void;
}

/** The fields of a reset; `end_…` lists by id what ends with the old password. */
interface Reset {
  readonly password: string;
  readonly code: string;
  readonly end_passkeys: string[];
  readonly end_providers: Provider[];
}

const isDeadLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth.link_invalid';

/** Sets a new password with a mailed link, and ends other ways into the account. For an invalid link it offers to request a new one. */
export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const waysIn = useQuery({
    queryKey: ['reset', token],
    queryFn: ({ signal }) => call(readReset, { body: { token }, signal }),
    enabled: token !== '',
    retry: (count, error) => !isDeadLink(error) && count < 2,
  });
  const reset = useAction({
    mutationFn: ({ code, ...chosen }: Reset) => call(resetPassword, { body: { token, ...chosen, ...(code !== '' && { code }) } }),
    onSuccess: onDone,
  });
  if (token === '' || isDeadLink(reset.error) || isDeadLink(waysIn.error)) {
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
      {waysIn.isPending && <LoadingState rows={2} label={t('Loading your sign-in methods')} />}
      {waysIn.error && (
        <ErrorState title={t('Your sign-in methods could not be loaded')} error={waysIn.error} onRetry={() => void waysIn.refetch()} />
      )}
      {waysIn.data && <Form waysIn={waysIn.data} error={reset.error} isPending={reset.isPending} onSubmit={reset.mutate} />}
    </Column>
  );
}

interface FormProps {
  readonly waysIn: WaysIn;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (reset: Reset) => void;
}

function Form({ waysIn, error, isPending, onSubmit }: FormProps) {
  const { register, handleSubmit, formState } = useForm<Reset>({
    defaultValues: { password: '', code: '', end_passkeys: [], end_providers: [] },
  });
  const { passkeys, providers } = waysIn;
  return (
    <>
      <Typography color="textSecondary">
        {waysIn.proven
          ? t('Saving it signs you out on every device.')
          : t(
              'This address has not been confirmed yet. Saving the new password confirms it, signs out every device and removes all other ways to sign in.',
            )}
      </Typography>
      <Fields noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
        <PasswordField
          isNew
          label={t('New password')}
          error={formState.errors.password?.message}
          {...register('password', newPasswordRule())}
        />
        {waysIn.second_factor && (
          <TextField
            label={t('Code of your authenticator, or a recovery code')}
            required
            autoComplete="one-time-code"
            maxLength={20}
            error={formState.errors.code?.message}
            {...register('code', required())}
          />
        )}
        {passkeys.length + providers.length > 0 && (
          <Box component="fieldset" sx={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
            <Typography component="legend" sx={{ marginBlockEnd: 0.5 }}>
              {t('These can also sign in to your account. Tick any you do not recognise or have lost to remove them:')}
            </Typography>
            {passkeys.map(({ passkey_id: id, name, created_at: at }) => (
              <CheckField
                key={id}
                label={t('Passkey {name}, added on {date}', { name, date: formatDate(at) })}
                {...register('end_passkeys')}
                value={id}
              />
            ))}
            {providers.map(({ provider, email, linked_at: at }) => (
              <CheckField
                key={provider}
                label={t('{name} with {email}, added on {date}', { name: PROVIDER_NAMES[provider], email, date: formatDate(at) })}
                {...register('end_providers')}
                value={provider}
              />
            ))}
          </Box>
        )}
        <FormMessage message={error ? { kind: 'error', text: errorText(error, t('The password could not be changed.')) } : null} />
        <Button type="submit" variant="contained" size="large" aria-busy={isPending}>
          {t('Save the new password')}
        </Button>
      </Fields>
    </>
  );
}
