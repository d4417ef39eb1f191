import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { eventsOf, WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { WEBHOOK_URL_CHARS, type Webhook } from '#contract/webhooks/webhooks.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { useCreateWebhook, useUpdateWebhook, type Held } from './webhook-queries.ts';

interface Fields {
  readonly url: string;
  readonly events: WebhookEvent[];
}

interface WebhookFormProps {
  readonly held: Held;
  /** The webhook to change; null for a new one. */
  readonly webhook: Webhook | null;
  /** Receives the secret of a new webhook; null after a change. */
  readonly onDone: (secret: string | null) => void;
  readonly onCancel: () => void;
}

/** Asks for the address of a webhook and the events that it receives. */
export function WebhookForm({ held, webhook, onDone, onCancel }: WebhookFormProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Fields>({
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
  });
  const { errors } = formState;
  const [create, update] = [useCreateWebhook(held), useUpdateWebhook(held)];
  const { error } = webhook ? update : create;
  useEffect(() => setFocus('url'), [setFocus]);

  const onError = (failed: Error) => {
    if (!(failed instanceof ApiError)) return;
    for (const { path, message } of failed.errors) {
      const field = path.split('.')[0]!;
      if (field === 'url' || field === 'events') setError(field, { message }, { shouldFocus: true });
    }
  };
  const submit = handleSubmit(({ url, events }) => {
    const body = { url: url.trim(), events };
    if (webhook) update.mutate({ ...body, webhookId: webhook.webhook_id, is_active: true }, { onSuccess: () => onDone(null), onError });
    else create.mutate(body, { onSuccess: ({ secret }) => onDone(secret), onError });
  });

  return (
    <Stack
      component="form"
      noValidate
      aria-label={webhook ? t('Change the webhook') : t('New webhook')}
      sx={{ gap: 2.5 }}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t('Address')}
        required
        isSource
        autoComplete="off"
        maxLength={WEBHOOK_URL_CHARS}
        helper={t('Must begin with https:// and accept requests from the internet.')}
        error={errors.url?.message}
        {...register('url', { validate: (url) => URL.canParse(url.trim()) || t('Please enter a complete address.') })}
      />
      <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
        <FormLabel component="legend" sx={{ padding: 0, marginBlockEnd: 0.5 }}>
          {t('Events')}
        </FormLabel>
        {eventsOf(held.holder).map((event) => (
          <CheckField
            key={event}
            value={event}
            label={
              <Box component="span" sx={{ display: 'block' }}>
                {eventName(event)}
                <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                  {translateServerText(WEBHOOK_EVENTS[event].about.key, WEBHOOK_EVENTS[event].about)}
                </Typography>
              </Box>
            }
            {...register('events', { validate: (events) => events.length > 0 || t('Choose at least one option.') })}
          />
        ))}
        {errors.events?.message !== undefined && (
          <FormHelperText error role="alert">
            {errors.events.message}
          </FormHelperText>
        )}
      </Box>
      <FormMessage message={error ? { kind: 'error', text: errorText(error, t('The webhook could not be saved.')) } : null} />
      <ActionRow sx={{ marginBlock: 0 }}>
        <Button type="submit" variant="contained" aria-busy={create.isPending || update.isPending}>
          {webhook ? t('Save the webhook') : t('Create the webhook')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </ActionRow>
    </Stack>
  );
}

/** The name of an event. */
export const eventName = (event: WebhookEvent): string => translateServerText(WEBHOOK_EVENTS[event].name.key, WEBHOOK_EVENTS[event].name);
