import { useState } from 'react';
import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Stack from '@mui/material/Stack';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { INVESTMENT, SALES_LIMITS, sendSalesMessage } from '#contract/billing/sales.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextLink } from '#frontend/ui/link.tsx';

interface ContactSalesFormProps {
  /** The plan the visitor was looking at, or `INVESTMENT`; null for none in particular. */
  readonly packageId: string | null;
  /** The signed-in user, whose details are filled in. */
  readonly user: User | null;
}

const filledIn = () => ({ validate: (text: string) => VISIBLE.test(text) || t('Please fill in this field.') });

/** A message form for people who want a plan for an organisation; an operator answers it. */
export function ContactSalesForm({ packageId, user }: ContactSalesFormProps) {
  // pressing again after a lost answer sends the same message
  const [messageId] = useState(randomId);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: user ? `${user.first_name} ${user.last_name}` : '', email: user?.email ?? '', organisation: '', message: '' },
  });
  const { errors } = formState;
  const send = useAction({
    mutationFn: (fields: { name: string; email: string; organisation: string; message: string }) =>
      call(sendSalesMessage, { body: { message_id: messageId, package_id: packageId, ...fields } }),
  });
  const submit = handleSubmit((fields) => send.mutate(fields));
  const plan = organisationPlanById(packageId ?? '');
  if (send.isSuccess) {
    return (
      <div role="status">
        <Typography variant="h1" tabIndex={-1}>
          {t('We have received your message')}
        </Typography>
        <Typography sx={{ marginBlock: 2 }}>{t('Thank you. We will write to you.')}</Typography>
        <TextLink to="/">{t('Back to Home')}</TextLink>
      </div>
    );
  }
  return (
    <>
      <Typography variant="h1" tabIndex={-1}>
        {packageId === INVESTMENT ? t('Contact Investors') : t('Contact Sales')}
      </Typography>
      <Typography color="textSecondary" sx={{ marginBlockStart: 1 }}>
        {plan
          ? t('You are asking about {plan}. Tell us what you need, and we will write to you.', { plan: plan.name })
          : packageId === INVESTMENT
            ? t('Tell us what you would like to know about investing, and we will write to you.')
            : t('Tell us what your organisation needs, and we will write to you.')}
      </Typography>
      <Stack component="form" sx={{ gap: 2, marginBlockStart: 2.5 }} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('Your name')}
          required
          autoComplete="name"
          maxLength={SALES_LIMITS.name}
          error={errors.name?.message}
          {...register('name', filledIn())}
        />
        <TextField
          label={t('Email')}
          type="email"
          required
          autoComplete="email"
          error={errors.email?.message}
          {...register('email', {
            pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: t('An email address looks like name@example.com.') },
            ...filledIn(),
          })}
        />
        <TextField
          label={t('Name of your organisation')}
          required
          autoComplete="organization"
          maxLength={SALES_LIMITS.organisation}
          error={errors.organisation?.message}
          {...register('organisation', filledIn())}
        />
        <TextField
          label={t('Message')}
          required
          multiline
          minRows={4}
          maxLength={SALES_LIMITS.message}
          error={errors.message?.message}
          {...register('message', filledIn())}
        />
        <FormMessage message={send.error ? { kind: 'error', text: errorText(send.error, t('The message could not be sent.')) } : null} />
        <Button type="submit" variant="contained" size="large" aria-busy={send.isPending}>
          {t('Send message')}
        </Button>
      </Stack>
    </>
  );
}
