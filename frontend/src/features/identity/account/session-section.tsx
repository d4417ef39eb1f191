import { useState } from 'react';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, type AccountSession } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { sessions } from './account-queries.ts';
import { deviceWords } from './device-words.ts';

/** Shown at first. */
const FIRST = 5;

/** The devices with a session, and buttons to sign them out. */
export function SessionSection({ userId }: { readonly userId: string }) {
  const cache = useQueryClient();
  const { queryKey } = sessions(userId);
  const { data, error, isPending, refetch } = useQuery(sessions(userId));
  const refresh = () => cache.invalidateQueries({ queryKey });
  const endOne = useAction({
    mutationFn: (session: AccountSession) => call(endSession, { params: { session_id: session.session_id } }),
    onSettled: refresh,
  });
  const endOthers = useAction({ mutationFn: () => call(endOtherSessions), onSettled: refresh });
  const failure = endOne.error ?? endOthers.error;
  const [isWhole, setWhole] = useState(false);
  const all = data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? [];
  const others = data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <DeskSection
      title={t('Where you are signed in')}
      about={
        <>
          {others > 1 && (
            <Button variant="outlined" color="inherit" aria-busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {t('Sign out everywhere else')}
            </Button>
          )}
          <FormMessage message={failure ? { kind: 'error', text: errorText(failure, t('That device could not be signed out.')) } : null} />
        </>
      }
      entries={all.slice(0, isWhole ? undefined : FIRST).map((session) => (
        <Entry
          key={session.session_id}
          title={deviceWords(session.user_agent)}
          lines={[
            session.current
              ? t('This device, signed in on {date}', { date: formatDate(session.created_at) })
              : t('Last used {when}, signed in on {date}', {
                  when: formatWhen(session.last_seen_at),
                  date: formatDate(session.created_at),
                }),
          ]}
          mark={session.current ? 'new' : undefined}
          actions={
            !session.current && (
              <Button color="inherit" aria-busy={endOne.isPending} onClick={() => endOne.mutate(session)}>
                {t('Sign out')}
                <VisuallyHidden>{` ${deviceWords(session.user_agent)}`}</VisuallyHidden>
              </Button>
            )
          }
        />
      ))}
    >
      {isPending ? (
        <LoadingState rows={2} label={t('Loading where you are signed in')} />
      ) : !data ? (
        <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        all.length > FIRST &&
        !isWhole && (
          <Button variant="outlined" color="inherit" onClick={() => setWhole(true)}>
            {t('Show all {n}', { n: all.length })}
          </Button>
        )
      )}
    </DeskSection>
  );
}
