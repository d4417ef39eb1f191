import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { readPushState, subscribePush, unsubscribePush, type PushState } from '#contract/notifications/push.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';

interface PushPreferences {
  readonly runs: boolean;
  readonly replies: boolean;
}

/** Whether the browser supports push notifications. Phones do so once the app is installed. */
const supportsPush = (): boolean =>
  typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext;

const registered = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();
const subscribed = async (): Promise<PushSubscription | null> => (await (await registered())?.pushManager.getSubscription()) ?? null;

const EVERYTHING: PushPreferences = { runs: true, replies: true };

/** Push notifications of this browser: on or off, and their kinds. Changes apply at once, to this browser only. */
export default function PushSection({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const queryKey = ['push-state', userId] as const;
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => pushState(signal), enabled: supportsPush() });
  const refresh = () => cache.invalidateQueries({ queryKey });
  const save = useAction({
    mutationFn: (wishes: PushPreferences) => subscribeToPush(data?.public_key ?? '', wishes),
    onSuccess: (state) => void cache.setQueryData(queryKey, state),
  });
  const end = useAction({ mutationFn: unsubscribeFromPush, onSettled: refresh });
  const failure =
    (save.error && errorText(save.error, t('The notifications could not be changed.'))) ??
    (end.error && errorText(end.error, t('The notifications could not be turned off.')));
  const kept = data?.subscription ?? null;
  // the clicked value shows at once, and the next click is based on it
  const wishes = kept !== null && save.isPending ? save.variables : kept;
  return (
    <DeskSection
      title={t('Notifications in this browser')}
      about={t('Get notified when something is written or answered, even when this site is closed.')}
    >
      {!supportsPush() && <Typography>{t('This browser does not support notifications. On a phone, install the app first.')}</Typography>}
      {supportsPush() && data && wishes === null && (
        <Button variant="outlined" color="inherit" aria-busy={save.isPending} onClick={() => save.mutate(EVERYTHING)}>
          {t('Turn on in this browser')}
        </Button>
      )}
      {wishes !== null && (
        <>
          <div>
            <CheckField
              label={t('When a course, a recording, a video or a translation is ready')}
              checked={wishes.runs}
              onChange={({ target }) => save.mutate({ ...wishes, runs: target.checked })}
            />
            <CheckField
              label={t('When someone replies to you or mentions you')}
              checked={wishes.replies}
              onChange={({ target }) => save.mutate({ ...wishes, replies: target.checked })}
            />
          </div>
          <Button variant="outlined" color="inherit" aria-busy={end.isPending} onClick={() => end.mutate()}>
            {t('Turn off in this browser')}
          </Button>
        </>
      )}
      <FormMessage message={failure ? { kind: 'error', text: failure } : null} />
    </DeskSection>
  );
}

/** The current push subscription of this browser. */
async function pushState(signal: AbortSignal): Promise<PushState> {
  const subscription = await subscribed();
  return call(readPushState, { body: { endpoint: subscription?.endpoint ?? null }, signal });
}

/**
 * Subscribes this browser to push notifications. The browser asks for permission, which requires a user gesture.
 * @throws Error whose message can be shown; ApiError
 */
async function subscribeToPush(publicKey: string, wishes: PushPreferences): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(t('This browser blocks our notifications. You can allow them in its settings.'));
  const registration = await registered();
  if (!registration) throw new Error(t('This browser does not support notifications.'));
  const subscription =
    (await registration.pushManager.getSubscription()) ??
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch((cause: unknown) => {
      throw new Error(t('The notification service of this browser could not be reached. Try again later.'), { cause });
    }));
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error(t('This browser does not support notifications.'));
  return call(subscribePush, { body: { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] }, ...wishes } });
}

/** Ends the push subscription, here and on the server. */
async function unsubscribeFromPush(): Promise<void> {
  const subscription = await subscribed();
  if (!subscription) return;
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}
