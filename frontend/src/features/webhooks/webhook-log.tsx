import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { WEBHOOK_LOG_DAYS, type Webhook, type WebhookDelivery, type WebhookTry } from '#contract/webhooks/webhooks.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { TextBlock } from '#frontend/ui/text-block.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { eventName } from './webhook-form.tsx';
import { deliveries, delivery as oneDelivery, useResend, type OneWebhook } from './webhook-queries.ts';

interface WebhookLogProps {
  readonly of: OneWebhook;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The events sent to a webhook, with every attempt and its answer; each event can be sent again. */
export function WebhookLog({ of, webhook, onClose }: WebhookLogProps) {
  const pages = useInfiniteQuery(deliveries(of));
  return (
    <FormDialog
      title={t('Webhook deliveries')}
      onClose={onClose}
      actions={
        <Button color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        <bdi dir="ltr">{webhook.url}</bdi>
      </Typography>
      <PagedList
        pages={pages}
        rowsOf={(page) => page.deliveries}
        failed={t('The log could not be loaded')}
        loading={t('Loading the log')}
        placeholders={4}
        empty={
          <Typography sx={{ marginBlock: 2 }}>
            {t('Nothing was sent in the last {n, plural, one {# day} other {# days}}. A test shows whether the address answers.', {
              n: WEBHOOK_LOG_DAYS,
            })}
          </Typography>
        }
      >
        {(rows, list) => (
          <EntryList ref={list} aria-label={t('Webhook deliveries')}>
            {rows.map((row) => (
              <DeliveryEntry key={row.event_id} of={of} delivery={row} canSend={webhook.state !== 'ended'} />
            ))}
          </EntryList>
        )}
      </PagedList>
    </FormDialog>
  );
}

function stateWords({ state, status, tries, due_at: dueAt }: WebhookDelivery): string {
  const answered = status === null ? t('no answer') : t('answered {status}', { status: String(status) });
  if (state === 'delivered') return t('Delivered, {answered}', { answered });
  if (state === 'withheld') return t('Not sent: consent for the child it concerns was withdrawn');
  if (state === 'failed') return t('Stopped retrying, {answered}', { answered });
  if (tries === 0) return t('Waiting to be sent');
  return t('Failed ({answered}). Next attempt: {when}', { answered, when: formatStamp(dueAt!) });
}

const MARKS = { delivered: undefined, waiting: 'attention', failed: 'failed', withheld: undefined } as const;

interface DeliveryEntryProps {
  readonly of: OneWebhook;
  readonly delivery: WebhookDelivery;
  readonly canSend: boolean;
}

function DeliveryEntry({ of, delivery, canSend }: DeliveryEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const resend = useResend(of);
  const name = eventName(delivery.type);
  const when = formatStamp(delivery.created_at);
  const sendAgain = () =>
    resend.mutate(delivery.event_id, {
      onSuccess: (sent) =>
        sent.state === 'withheld'
          ? toast('error', t('The event was not sent because consent for the child it concerns was withdrawn.'))
          : toast('success', t('Sent again.')),
      onError: (error) => toast('error', errorText(error, t('The event could not be resent.'))),
    });
  return (
    <Entry
      mark={delivery.state === 'waiting' && delivery.tries === 0 ? undefined : MARKS[delivery.state]}
      title={name}
      lines={[when, stateWords(delivery), t('{n, plural, =0 {No attempts yet} one {# attempt} other {# attempts}}', { n: delivery.tries })]}
      actions={
        <>
          <Button color="inherit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Details')}
            <VisuallyHidden>{` ${name}, ${when}`}</VisuallyHidden>
          </Button>
          {canSend && (
            <Button color="inherit" aria-busy={resend.isPending} onClick={sendAgain}>
              {t('Send again')}
              <VisuallyHidden>{` ${name}, ${when}`}</VisuallyHidden>
            </Button>
          )}
        </>
      }
    >
      {isOpen ? <Details of={of} delivery={delivery} /> : undefined}
    </Entry>
  );
}

function Details({ of, delivery }: Pick<DeliveryEntryProps, 'of' | 'delivery'>) {
  const { data, error, refetch } = useQuery(oneDelivery(of, delivery.event_id, `${delivery.state} ${delivery.tries}`));
  if (!data) {
    return error ? (
      <ErrorState title={t('The event could not be loaded')} error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={t('Loading the event')} rows={2} />
    );
  }
  return (
    <Stack sx={{ gap: 1.5, marginBlockStart: 1 }}>
      <TextBlock label={t('Request body')} value={JSON.stringify(JSON.parse(data.body), null, 2)} />
      {data.tries.map((one, at) => (
        <Try key={one.at} number={at + 1} of={one} />
      ))}
    </Stack>
  );
}

function Try({ number, of: { at, took_ms: tookMs, status, answer, error } }: { readonly number: number; readonly of: WebhookTry }) {
  const took = t('{n} ms', { n: formatNumber(tookMs) });
  return (
    <div>
      <Typography variant="body2">
        {t('Try {n}', { n: number })} · {formatStamp(at)} · {took} ·{' '}
        {status === null ? t('no answer') : t('answered {status}', { status: String(status) })}
      </Typography>
      {error !== null && (
        <Typography variant="body2" color="error" dir="ltr">
          {error}
        </Typography>
      )}
      {answer !== null && answer !== '' && <TextBlock label={t('Response to attempt {n}', { n: number })} value={answer} />}
    </div>
  );
}
