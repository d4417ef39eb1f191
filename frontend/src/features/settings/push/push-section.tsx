import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PushWishes } from '#contract/notifications/push.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { pushState, subscribeToPush, supportsPush, unsubscribeFromPush } from './push-subscription.ts';

const EVERYTHING: PushWishes = { runs: true, replies: true, reminders: true };

/** Push notifications of this browser: on or off, and their kinds. Changes apply at once, to this browser only. */
export default function PushSection({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const queryKey = ['push-state', userId] as const;
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => pushState(signal), enabled: supportsPush() });
  const refresh = () => cache.invalidateQueries({ queryKey });
  const save = useAction({
    mutationFn: (wishes: PushWishes) => subscribeToPush(data?.public_key ?? '', wishes),
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
            <CheckField
              label={t('Course reminders, instead of emails, if they are on in your settings')}
              checked={wishes.reminders}
              onChange={({ target }) => save.mutate({ ...wishes, reminders: target.checked })}
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
