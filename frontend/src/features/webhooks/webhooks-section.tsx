import { useState } from 'react';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { KeyHolder } from '#contract/identity/key-scopes.ts';
import { OLD_SECRET_HOURS, type Webhook } from '#contract/webhooks/webhooks.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatList, formatStamp, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { NewSecret } from '#frontend/ui/dialogs/new-secret.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { eventName, WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook, webhooks, type Held } from './webhook-queries.ts';

interface WebhooksSectionProps {
  readonly userId: string;
  readonly holder: KeyHolder;
}

/** The open form, log or question, other than the list. */
type Doing =
  | { readonly what: 'make' }
  | { readonly what: 'change' | 'log' | 'rotate' | 'end' | 'delete'; readonly webhook: Webhook }
  | { readonly what: 'keep'; readonly secret: string; readonly isNew: boolean };

const ABOUT: Readonly<Record<KeyHolder, () => string>> = {
  account: () => t('Your software is notified immediately when something is ready or sold. It receives ids and states, not texts.'),
  organisation: () => t('The organisation’s software is notified immediately when someone joins or earns a certificate.'),
  operator: () => t('Your software is notified immediately of alerts, decided batches and the installation’s own runs.'),
};

/** The webhooks of a holder: create, inspect, test, change and end them. */
export default function WebhooksSection({ userId, holder }: WebhooksSectionProps) {
  const held = { userId, holder };
  const { data, error, isPending, refetch } = useQuery(webhooks(held));
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const isForm = doing?.what === 'make' || doing?.what === 'change';
  return (
    <>
      <DeskSection
        title={t('Webhooks')}
        about={
          <>
            {ABOUT[holder]()}{' '}
            <Link href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer">
              {t('How to verify them')}
            </Link>
          </>
        }
        entries={
          data?.length
            ? data.map((webhook) => (
                <WebhookEntry key={webhook.webhook_id} held={held} webhook={webhook} onDo={(what) => setDoing({ what, webhook })} />
              ))
            : undefined
        }
      >
        {isPending && <LoadingState rows={2} label={t('Loading the webhooks')} />}
        {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && doing === null && (
          <Typography color="textSecondary">{t('A webhook is a URL on your server that we notify when something happens.')}</Typography>
        )}
        {doing?.what === 'keep' && (
          <NewSecret
            secret={doing.secret}
            said={
              doing.isNew
                ? t('The webhook is ready. Copy its secret now: it is not shown again.')
                : t(
                    'The new secret is in use from now on. Copy it now: it is not shown again. The previous secret stays valid for {n, plural, one {# hour} other {# hours}}.',
                    {
                      n: OLD_SECRET_HOURS,
                    },
                  )
            }
            label={t('The secret')}
            helper={t('Your software uses this secret to verify that an event comes from here.')}
            copy={t('Copy the secret')}
            onKept={close}
          />
        )}
        {isForm && (
          <WebhookForm
            key={doing.what === 'change' ? doing.webhook.webhook_id : 'new'}
            held={held}
            webhook={doing.what === 'change' ? doing.webhook : null}
            onDone={(secret) => {
              if (secret === null) toast('success', t('The webhook is saved.'));
              setDoing(secret === null ? null : { what: 'keep', secret, isNew: true });
            }}
            onCancel={close}
          />
        )}
        {!isForm && doing?.what !== 'keep' && data && (
          <Button variant="outlined" color="inherit" onClick={() => setDoing({ what: 'make' })}>
            {t('Create a webhook')}
          </Button>
        )}
      </DeskSection>
      {doing?.what === 'log' && (
        <WebhookLog of={{ ...held, webhookId: doing.webhook.webhook_id }} webhook={doing.webhook} onClose={close} />
      )}
      {(doing?.what === 'end' || doing?.what === 'delete' || doing?.what === 'rotate') && (
        <ConfirmChange
          held={held}
          what={doing.what}
          webhook={doing.webhook}
          onSecret={(secret) => setDoing({ what: 'keep', secret, isNew: false })}
          onClose={close}
        />
      )}
    </>
  );
}

function stateWords({ state, ended_why: why, waiting }: Webhook): string {
  if (why === 'owner') return t('Turned off');
  if (why === 'gone') return t('Inactive: the address reported that it no longer exists');
  if (why === 'failing') return t('Inactive: the address has accepted nothing for three days');
  if (why === 'age') return t('Paused: under 13, this needs consent from a parent or your school');
  if (why === 'left') return t('Inactive: the person who set it up is no longer an owner, closed their account or reset their password');
  if (why === 'lapsed') return t('Paused: your organisation’s year has ended. It continues when you renew');
  if (state === 'failing')
    return t('Failing. {n, plural, one {# event is waiting} other {# events are waiting}} to be sent again', { n: waiting });
  return waiting === 0 ? t('Active') : t('Active, {n, plural, one {# event waiting} other {# events waiting}}', { n: waiting });
}

function lastWords({ last }: Webhook): string {
  if (last === null) return t('Nothing has been sent yet');
  const when = formatWhen(last.at);
  return last.status === null
    ? t('Last sent {when}, no answer', { when })
    : t('Last sent {when}, answered {status}', { when, status: String(last.status) });
}

interface WebhookEntryProps {
  readonly held: Held;
  readonly webhook: Webhook;
  readonly onDo: (what: 'change' | 'log' | 'rotate' | 'end' | 'delete') => void;
}

function WebhookEntry({ held, webhook, onDo }: WebhookEntryProps) {
  const test = useTestWebhook(held);
  const { url, state, events, old_secret_until: oldUntil } = webhook;
  const isActive = state !== 'ended';
  // a webhook stopped by an age rule continues by itself after consent
  const hasEnded = !isActive && webhook.ended_why !== 'age';
  const sendTest = () =>
    test.mutate(webhook.webhook_id, {
      onSuccess: () => {
        toast('success', t('The test was sent. The log shows the response.'));
        onDo('log');
      },
      onError: (error) => toast('error', errorText(error, t('The test could not be sent.'))),
    });
  return (
    <Entry
      mark={state === 'failing' ? 'attention' : webhook.ended_why !== null && webhook.ended_why !== 'owner' ? 'failed' : undefined}
      title={<bdi dir="ltr">{url}</bdi>}
      lines={[
        formatList(events.map(eventName)),
        <MetaLine key="state" facts={[stateWords(webhook), lastWords(webhook)]} />,
        ...(oldUntil === null ? [] : [t('The previous secret remains valid until {when}', { when: formatStamp(oldUntil) })]),
      ]}
      actions={
        <>
          <Button color="inherit" onClick={() => onDo('log')}>
            {t('Log')}
            <VisuallyHidden>{` ${url}`}</VisuallyHidden>
          </Button>
          {isActive && (
            <Button color="inherit" aria-busy={test.isPending} onClick={sendTest}>
              {t('Send a test')}
              <VisuallyHidden>{` ${url}`}</VisuallyHidden>
            </Button>
          )}
          <OptionsButton title={url}>
            {(anchor, onClose) => {
              const choose = (what: 'change' | 'rotate' | 'end' | 'delete') => () => {
                onClose();
                onDo(what);
              };
              return (
                <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
                  <MenuItem onClick={choose('change')}>{!hasEnded ? t('Change') : t('Change and make active')}</MenuItem>
                  {isActive && <MenuItem onClick={choose('rotate')}>{t('New secret')}</MenuItem>}
                  {!hasEnded && <MenuItem onClick={choose('end')}>{t('Turn off')}</MenuItem>}
                  <MenuItem onClick={choose('delete')}>{t('Delete')}</MenuItem>
                </Menu>
              );
            }}
          </OptionsButton>
        </>
      }
    />
  );
}

interface ConfirmChangeProps {
  readonly held: Held;
  readonly what: 'end' | 'delete' | 'rotate';
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a webhook is ended, deleted, or given a new secret. */
function ConfirmChange({ held, what, webhook, onSecret, onClose }: ConfirmChangeProps) {
  const { webhook_id: webhookId, url, events } = webhook;
  const [update, remove, rotate] = [useUpdateWebhook(held), useDeleteWebhook(held), useRotateSecret(held)];
  const { error, isPending } = { end: update, delete: remove, rotate }[what];
  const words = {
    end: [
      t('Turn off this webhook?'),
      t('Turn off the webhook'),
      t('Nothing more is sent to it, and pending events are discarded. You can activate it again.'),
      t('The webhook could not be turned off.'),
    ],
    delete: [t('Delete this webhook?'), t('Delete the webhook'), t('Its log is deleted too.'), t('The webhook could not be deleted.')],
    rotate: [
      t('Create a new secret?'),
      t('Create the secret'),
      t(
        'Takes effect immediately. The previous secret stays valid for {n, plural, one {# hour} other {# hours}}, so you have time to update your app.',
        { n: OLD_SECRET_HOURS },
      ),
      t('The new secret could not be created.'),
    ],
  }[what] as [title: string, act: string, says: string, failed: string];
  const confirm = () => {
    if (what === 'end') update.mutate({ webhookId, url, events: [...events], is_active: false }, { onSuccess: onClose });
    else if (what === 'delete') remove.mutate(webhookId, { onSuccess: onClose });
    else rotate.mutate(webhookId, { onSuccess: ({ secret }) => onSecret(secret) });
  };
  return (
    <ConfirmDialog
      title={words[0]}
      act={words[1]}
      isDestructive={what !== 'rotate'}
      isPending={isPending}
      error={error && errorText(error, words[3])}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <bdi dir="ltr">{url}</bdi>
      </p>
      <p>{words[2]}</p>
    </ConfirmDialog>
  );
}
