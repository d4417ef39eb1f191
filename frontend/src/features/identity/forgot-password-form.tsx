import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { forgotPassword } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { emailRule } from './field-rules.ts';
import { Column, Fields } from './form-column.tsx';
import { FormMessage, type Message } from '#frontend/ui/fields/form-message.tsx';

/** Requests a password reset by email address. The answer is the same whether the account exists or not. */
export function ForgotPasswordForm() {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const ask = useAction({ mutationFn: (body: { email: string }) => call(forgotPassword, { body }) });
  const submit = handleSubmit((fields) => ask.mutate(fields));
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Forgot your password?')}
      </Typography>
      <Typography color="textSecondary">{t('Tell us your email address. We will send you a link to choose a new password.')}</Typography>
      <Fields noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('Email')}
          type="email"
          required
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email', emailRule())}
        />
        <FormMessage message={messageOf(ask)} />
        <Button type="submit" variant="contained" size="large" aria-busy={ask.isPending}>
          {ask.isSuccess ? t('Send the link again') : t('Send the link')}
        </Button>
      </Fields>
      <TextLink to="/sign-in">{t('Back to sign-in')}</TextLink>
    </Column>
  );
}

function messageOf({ data, error }: { data: { message: string; mail_configured: boolean } | undefined; error: unknown }): Message | null {
  if (error) return { kind: 'error', text: errorText(error, t('The link could not be sent.')) };
  if (!data) return null;
  if (!data.mail_configured) {
    return {
      kind: 'error',
      text: t('This installation cannot send email yet. Your link will be sent when it can; please contact its operator.'),
    };
  }
  return { kind: 'info', text: t('{message} The link works for one hour. Check your spam folder too.', { message: data.message }) };
}
