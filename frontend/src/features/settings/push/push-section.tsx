import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { supportsPush, pushState, subscribeToPush, unsubscribeFromPush, type PushPreferences } from './push-subscription.ts';

const EVERYTHING: PushPreferences = { runs: true, replies: true };

/** Push notifications of this browser: on, off, and their kinds. Changes apply at once, to this browser only. */
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
  const failure = save.error ?? end.error;
  const kept = data?.subscription ?? null;
  // the clicked value shows at once, and the next click is based on it
  const wishes = kept !== null && save.isPending ? save.variables : kept;
  return (
    <RuledSection isInner title={t('While this is closed')}>
      <SectionBody>
        {!supportsPush() && <Typography>{t('This browser does not support notifications. On a phone, install the app first.')}</Typography>}
        {supportsPush() && data && wishes === null && (
          <>
            <Typography color="textSecondary">
              {t('This browser can tell you when something is written or answered, even when no page of ours is open.')}
            </Typography>
            <Button variant="outlined" color="inherit" aria-busy={save.isPending} onClick={() => save.mutate(EVERYTHING)}>
              {t('Turn on in this browser')}
            </Button>
          </>
        )}
        {wishes !== null && (
          <>
            <div>
              <CheckField
                label={t('When something was written, spoken, filmed or translated')}
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
        <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('It could not be changed.')) } : null} />
      </SectionBody>
    </RuledSection>
  );
}
