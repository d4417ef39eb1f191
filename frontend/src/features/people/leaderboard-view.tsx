import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DISPLAY_NAME_LENGTH, joinLeaderboard, readLeaderboard } from '#contract/community/community.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { communityKey, useCommunityMutation } from '#frontend/lib/community/community-mutation.ts';
import { CountedField } from '#frontend/ui/fields/counted-field.tsx';

const leaderboard = (userId: string) =>
  queryOptions({ queryKey: [...communityKey(userId), 'leaderboard'], queryFn: ({ signal }) => call(readLeaderboard, { signal }) });

const useJoinLeaderboard = (userId: string) =>
  useCommunityMutation(userId, {
    mutationFn: (displayName: string | null) => call(joinLeaderboard, { body: { display_name: displayName } }),
    failed: t('It could not be saved.'),
  });

/** Their places stand out. */
const ON_THE_PODIUM = 3;
const PLACE = { minWidth: '1.5em', textAlign: 'end' } as const;

/** The users with the most points, among those who chose to be listed. */
export function LeaderboardView({ userId }: { readonly userId: string }) {
  const { first_name: firstName } = useUser();
  const { data, error, refetch } = useQuery(leaderboard(userId));
  if (error && !data) return <ErrorState title={t('The leaderboard could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the leaderboard')} rows={8} />;
  const own = data.leaderboard.find(({ mine }) => mine);
  return (
    <>
      <WelcomeCard
        picture={<Face name={firstName} userId={userId} size="large" />}
        label={t('You')}
        title={own ? t('Place {n}', { n: formatNumber(own.place) }) : t('Your points: {n}', { n: formatNumber(data.me.points) })}
        line={own ? t('Your points: {n}', { n: formatNumber(data.me.points) }) : t('Not listed')}
      >
        <Box sx={{ maxWidth: '28rem', marginBlockStart: 1.5 }}>
          {data.me.allowed ? (
            <JoinForm key={data.me.display_name ?? ''} userId={userId} name={data.me.display_name} />
          ) : (
            <AgeNote userId={userId} rule="leaderboard" />
          )}
        </Box>
      </WelcomeCard>
      {data.leaderboard.length === 0 ? (
        <EmptyState subject="people" title={t('No one is listed yet')}>
          {t('Learners can choose to be listed here under a name of their choice.')}
        </EmptyState>
      ) : (
        <>
          <Typography variant="body2" color="textSecondary" aria-hidden sx={{ textAlign: 'end', paddingInlineEnd: 2.5 }}>
            {t('Points')}
          </Typography>
          <EntryList component="ol">
            {data.leaderboard.map(({ place, name, points, mine }, row) => (
              <Entry
                key={`${place} ${row}`}
                mark={mine ? 'new' : undefined}
                picture={
                  <>
                    <Typography component="span" variant="h6" color={place <= ON_THE_PODIUM ? 'secondary' : 'textSecondary'} sx={PLACE}>
                      {formatNumber(place)}
                    </Typography>
                    {/* a name of one's choice tells nobody who it is, and so has a colour of its own */}
                    <Face name={name} userId={name} />
                  </>
                }
                title={<bdi>{name}</bdi>}
                lines={mine ? [t('You')] : []}
                figure={
                  <>
                    <VisuallyHidden>{t('Points')} </VisuallyHidden>
                    {formatNumber(points)}
                  </>
                }
              />
            ))}
          </EntryList>
        </>
      )}
    </>
  );
}

function JoinForm({ userId, name }: { readonly userId: string; readonly name: string | null }) {
  const [text, setText] = useState(name ?? '');
  const join = useJoinLeaderboard(userId);
  const isMissing = text.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) join.mutate(text);
      }}
    >
      <CountedField
        label={t('Name on the leaderboard')}
        most={DISPLAY_NAME_LENGTH}
        help={t('Everyone sees it beside your points.')}
        value={text}
        onText={setText}
      />
      <ActionRow>
        <Button type="submit" variant="contained" disabled={isMissing} aria-busy={join.isPending}>
          {name === null ? t('Join the leaderboard') : t('Save')}
        </Button>
        {name !== null && (
          <Button color="inherit" onClick={() => join.mutate(null)}>
            {t('Leave the leaderboard')}
          </Button>
        )}
      </ActionRow>
    </form>
  );
}
