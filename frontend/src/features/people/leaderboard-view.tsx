import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { DISPLAY_NAME_LENGTH, joinLeaderboard, readLeaderboard } from '#contract/community/community.contract.ts';
import { POINTS } from '#contract/dashboard/points.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
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
    failed: (name) =>
      name === null ? t('You could not be taken off the leaderboard.') : t('Your name on the leaderboard could not be saved.'),
  });

/** These places are emphasised. */
const ON_THE_PODIUM = 3;
const PLACE = { minWidth: '1.5em', textAlign: 'end' } as const;

/** The users with the most points, among those who chose to be listed. */
export function LeaderboardView({ userId }: { readonly userId: string }) {
  const { first_name: firstName } = useUser();
  const { data, error, refetch } = useQuery(leaderboard(userId));
  if (error && !data) return <ErrorState title={t('The leaderboard could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the leaderboard')} rows={8} />;
  const { leaderboard: listed, me } = data;
  const own = listed.find(({ mine }) => mine);
  const above = listed.filter(({ points }) => points > me.points);
  const most = Math.max(1, ...listed.map(({ points }) => points));
  const title = own
    ? t('Place {n}', { n: formatNumber(own.place) })
    : me.allowed && listed.length > above.length
      ? above.length === 0
        ? t('You would be first!')
        : t('You would be in place {n}', { n: formatNumber(above.length + 1) })
      : t('Not listed');
  return (
    <>
      <WelcomeCard
        picture={<Face name={firstName} userId={userId} size="large" />}
        label={t('You')}
        title={title}
        line={
          <>
            {me.allowed && <WayUp next={above.at(-1)} own={me.points} />}{' '}
            {t('A completed lesson brings {lesson} points, a new course {course}.', {
              lesson: formatNumber(POINTS.lesson_completed),
              course: formatNumber(POINTS.course_generated),
            })}
          </>
        }
        facts={[
          {
            name: t('Your points'),
            figure: formatNumber(me.points),
          },
        ]}
        actions={
          own && (
            <LinkButton to="/courses" variant="contained">
              {t('Keep learning')}
            </LinkButton>
          )
        }
      >
        <Box sx={{ maxWidth: '28rem' }}>
          {!me.allowed ? (
            <AgeNote userId={userId} rule="leaderboard" />
          ) : own ? (
            <OwnName key={me.display_name} userId={userId} name={me.display_name ?? own.name} />
          ) : (
            <JoinForm key={me.display_name ?? ''} userId={userId} name={me.display_name} />
          )}
        </Box>
      </WelcomeCard>
      {listed.length === 0 ? (
        <EmptyState subject="people" title={t('No one is listed yet')}>
          {t('Learners can choose to appear here under a name of their choice.')}
        </EmptyState>
      ) : (
        <>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, paddingInline: 2.5 }}>
            <Typography variant="body2" color="textSecondary">
              {listed.some((one) => one.is_sample) && t('Some names are sample data.')}
            </Typography>
            <Typography variant="body2" color="textSecondary" aria-hidden>
              {t('Points')}
            </Typography>
          </Stack>
          <EntryList component="ol">
            {listed.map(({ place, name, points, mine }, row) => (
              <Entry
                key={`${place} ${row}`}
                mark={mine ? 'new' : undefined}
                picture={
                  <>
                    <Typography component="span" variant="h6" color={place <= ON_THE_PODIUM ? 'secondary' : 'textSecondary'} sx={PLACE}>
                      {formatNumber(place)}
                    </Typography>
                    {/* a self-chosen name hides the user's identity, which the account's colour would reveal */}
                    <Face name={name} userId={mine ? userId : null} />
                  </>
                }
                title={<bdi>{name}</bdi>}
                lines={[mine && t('You'), <Way key="way" share={points / most} />].filter((line) => line !== false)}
                figure={
                  <>
                    <VisuallyHidden>{t('Points')} </VisuallyHidden>
                    {/* as wide as the widest number, so that all bars have the same length */}
                    <Box component="span" sx={{ display: 'inline-block', minWidth: `${formatNumber(most).length}ch`, textAlign: 'end' }}>
                      {formatNumber(points)}
                    </Box>
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

/** A person's points as a share of the leader's; decorative, beside the points in figures. */
function Way({ share }: { readonly share: number }) {
  return (
    <Box aria-hidden sx={{ paddingBlock: 0.75 }}>
      <ProgressMeter label="" value={100 * share} />
    </Box>
  );
}

interface WayUpProps {
  /** The user one place above; missing at the top. */
  readonly next: { readonly name: string; readonly points: number } | undefined;
  readonly own: number;
}

/** The number of points needed for the next place. */
function WayUp({ next, own }: WayUpProps) {
  if (!next) return t('Nobody has more points yet.');
  return t('{n, plural, one {With # more point you pass {name}.} other {With # more points you pass {name}.}}', {
    n: next.points - own + 1,
    name: next.name,
  });
}

/** The user's name on the leaderboard. It is seldom changed, so its form opens on demand. */
function OwnName({ userId, name }: { readonly userId: string; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <JoinForm userId={userId} name={name} />;
  return (
    <Button variant="text" color="inherit" size="small" onClick={() => setOpen(true)} sx={{ marginInlineStart: -1 }}>
      {t('Change your name here, or leave')}
    </Button>
  );
}

function JoinForm({ userId, name }: { readonly userId: string; readonly name: string | null }) {
  const [text, setText] = useState(name ?? '');
  const join = useJoinLeaderboard(userId);
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(text.trim() === '');
        if (text.trim() !== '') join.mutate(text);
      }}
    >
      <CountedField
        label={t('Name on the leaderboard')}
        most={DISPLAY_NAME_LENGTH}
        help={t('Everyone can see this name next to your points.')}
        value={text}
        onText={setText}
        error={isMissing ? t('Please fill in this field.') : undefined}
      />
      <ActionRow>
        <Button type="submit" variant="contained" aria-busy={join.isPending}>
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
