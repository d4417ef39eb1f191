import type { ReactNode } from 'react';
import { useInfiniteQuery, useQuery, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Connection,
  type PublicProfile,
  answerConnection,
  blockPerson,
  connectUsers,
  listBlocks,
  listConnections,
  listMutes,
  listProfiles,
  mutePerson,
  removeConnection,
  unblockPerson,
  unmutePerson,
} from '#contract/people/people.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { Face, type Person } from '#frontend/ui/faces.tsx';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { communityKey, useCommunityMutation } from '#frontend/lib/community/community-mutation.ts';

interface PeopleViewProps {
  readonly userId: string;
  /** Renders the button that opens the chat with a connected user. */
  readonly renderChat: (person: Connection) => ReactNode;
}

/** Users with a visible profile, the user's connections, and muted or blocked users. */
export function PeopleView({ userId, renderChat }: PeopleViewProps) {
  const known = useQuery(connections(userId));
  const blocked = useQuery(blocks(userId));
  const muted = useQuery(mutes(userId));
  const asked = known.data?.filter(({ state }) => state === 'asked') ?? [];
  const others = known.data?.filter(({ state }) => state !== 'asked') ?? [];
  return (
    <>
      <AgeNote userId={userId} rule="community_visibility" />
      {known.error && !known.data && (
        <ErrorState title={t('Your connections could not be loaded')} error={known.error} onRetry={() => void known.refetch()} />
      )}
      {asked.length > 0 && (
        <RuledSection title={t('People who want to connect')}>
          <EntryList>
            {asked.map((one) => (
              <ConnectionRow key={one.user_id} userId={userId} person={one} />
            ))}
          </EntryList>
        </RuledSection>
      )}
      {others.length > 0 && (
        <RuledSection title={t('Your connections')}>
          <EntryList>
            {others.map((one) => (
              <ConnectionRow key={one.user_id} userId={userId} person={one}>
                {one.state === 'accepted' && renderChat(one)}
              </ConnectionRow>
            ))}
          </EntryList>
        </RuledSection>
      )}
      <RuledSection title={t('People who show their profile')}>
        <Profiles userId={userId} />
      </RuledSection>
      {(muted.data?.length ?? 0) > 0 && (
        <RuledSection title={t('Muted')}>
          <EntryList>
            {muted.data?.map((one) => (
              <PersonRow key={one.user_id} person={one}>
                <Unmute userId={userId} personId={one.user_id} name={one.name} />
              </PersonRow>
            ))}
          </EntryList>
        </RuledSection>
      )}
      {(blocked.data?.length ?? 0) > 0 && (
        <RuledSection title={t('Blocked')}>
          <EntryList>
            {blocked.data?.map((one) => (
              <PersonRow key={one.user_id} person={one}>
                <Unblock userId={userId} personId={one.user_id} name={one.name} />
              </PersonRow>
            ))}
          </EntryList>
        </RuledSection>
      )}
    </>
  );
}

interface PersonRowProps {
  readonly person: Person;
  readonly about?: string;
  readonly children: ReactNode;
}

function PersonRow({ person: { user_id: id, name }, about = '', children }: PersonRowProps) {
  return (
    <Entry picture={<Face name={name} userId={id} />} title={<bdi>{name}</bdi>} lines={about === '' ? [] : [about]} actions={children} />
  );
}

interface ConnectionRowProps {
  readonly userId: string;
  readonly person: Connection;
  readonly children?: ReactNode;
}

function ConnectionRow({ userId, person, children }: ConnectionRowProps) {
  const { user_id: id, name, bio, state } = person;
  const { answer, remove } = usePersonActions(userId, id);
  const words = state === 'accepted' ? t('Disconnect') : t('Withdraw the request');
  return (
    <PersonRow person={person} about={bio}>
      {children}
      <ConnectButton userId={userId} personId={id} name={name} />
      <Button size="small" color="inherit" onClick={() => (state === 'asked' ? answer.mutate(false) : remove.mutate())}>
        {state === 'asked' ? t('Decline') : words}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <Block userId={userId} personId={id} name={name} />
    </PersonRow>
  );
}

function Profiles({ userId }: { readonly userId: string }) {
  const pages = useInfiniteQuery(profiles(userId));
  return (
    <PagedList
      pages={pages}
      rowsOf={(page) => page.profiles.filter((one) => one.user_id !== userId)}
      failed={t('The profiles could not be loaded')}
      loading={t('Loading the profiles')}
      empty={
        <EmptyState subject="people" title={t('No public profiles yet')}>
          {t('Adults can show their profile in Settings, under Privacy.')}
        </EmptyState>
      }
    >
      {(found, rows) => (
        <ShelfGrid ref={rows} sx={{ marginBlockStart: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))' }}>
          {found.map((one) => (
            <li key={one.user_id}>
              <PersonCard userId={userId} person={one} />
            </li>
          ))}
        </ShelfGrid>
      )}
    </PagedList>
  );
}

/** A user with a visible profile: face, name and self-description. */
function PersonCard({ userId, person: { user_id: id, name, bio } }: { readonly userId: string; readonly person: PublicProfile }) {
  return (
    <Card
      component="article"
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, height: '100%', boxSizing: 'border-box', padding: 2.5 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
        <Face name={name} userId={id} size="large" />
        <Typography variant="h3" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Typography>
      </Stack>
      {bio !== '' && <TypedText isSmall>{bio}</TypedText>}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.5, marginBlockStart: 'auto' }}>
        <ConnectButton userId={userId} personId={id} name={name} />
        <Block userId={userId} personId={id} name={name} />
        <ReportButton type="profile" id={id} about={name} />
      </Stack>
    </Card>
  );
}

interface PersonProps {
  readonly userId: string;
  readonly personId: string;
  readonly name: string;
}

function Block({ userId, personId, name }: PersonProps) {
  const { block } = usePersonActions(userId, personId);
  return (
    <Button size="small" color="inherit" aria-busy={block.isPending} onClick={() => block.mutate(true)}>
      {t('Block')}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
}

function Unmute({ userId, personId, name }: PersonProps) {
  const { mute } = usePersonActions(userId, personId);
  return (
    <Button size="small" color="inherit" aria-busy={mute.isPending} onClick={() => mute.mutate(false)}>
      {t('Unmute this person')}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
}

function Unblock({ userId, personId, name }: PersonProps) {
  const { block } = usePersonActions(userId, personId);
  return (
    <Button size="small" color="inherit" aria-busy={block.isPending} onClick={() => block.mutate(false)}>
      {t('Unblock')}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
}

/** The disabled button shows the state of the connection, so its label must stay readable. */
const READABLE = { '&.Mui-disabled': { color: 'text.secondary' } };

interface ConnectButtonProps {
  readonly userId: string;
  readonly personId: string;
  readonly name: string;
}

/**
 * Requests a connection (LOC-14). Afterwards the button reads 'Connected' and is disabled, with the state of the request beside it (G49).
 * Hidden at ages at which connecting is off.
 */
function ConnectButton({ userId, personId, name }: ConnectButtonProps) {
  const { data } = useQuery(connections(userId));
  const { connect, answer } = usePersonActions(userId, personId);
  const refusal = useAgeRefusal(userId, 'community_visibility');
  const state = data?.find((one) => one.user_id === personId)?.state ?? null;
  const whom = <VisuallyHidden> {name}</VisuallyHidden>;
  if (state === 'asked')
    return (
      <Button size="small" variant="contained" aria-busy={answer.isPending} onClick={() => answer.mutate(true)}>
        {t('Accept')}
        {whom}
      </Button>
    );
  if (state !== null)
    return (
      <>
        <Button size="small" variant="outlined" color="inherit" disabled sx={READABLE}>
          {t('Connected')}
          {whom}
        </Button>
        {state === 'requested' && <span>{t('request sent')}</span>}
      </>
    );
  // the page explains why
  if (refusal !== null) return null;
  return (
    <Button size="small" variant="outlined" color="inherit" aria-busy={connect.isPending} onClick={() => connect.mutate()}>
      {t('Connect')}
      {whom}
    </Button>
  );
}

const first = undefined as string | undefined;

export const profiles = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...communityKey(userId), 'profiles'],
    queryFn: ({ pageParam, signal }) => call(listProfiles, { query: { after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

const connections = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'connections'],
    queryFn: async ({ signal }) => (await call(listConnections, { params: { user_id: userId }, signal })).connections,
  });

const blocks = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'blocks'],
    queryFn: async ({ signal }) => (await call(listBlocks, { signal })).blocked,
  });

const mutes = (userId: string) =>
  queryOptions({
    queryKey: [...communityKey(userId), 'mutes'],
    queryFn: async ({ signal }) => (await call(listMutes, { signal })).muted,
  });

/** Mutations on another user: connect, mute, block and the like. */
const usePersonActions = (userId: string, personId: string) => {
  const params = { person_id: personId };
  return {
    connect: useCommunityMutation(userId, {
      mutationFn: () => call(connectUsers, { query: { user1_id: userId, user2_id: personId }, fallback: t('Failed to connect with user') }),
      failed: t('Failed to connect with user'),
      signIn: t('Please log in to connect with users'),
      onSuccess: () => toast('success', t('Connection request sent!')),
    }),
    answer: useCommunityMutation(userId, {
      mutationFn: (accept: boolean) => call(answerConnection, { params, body: { accept } }),
      failed: (accept) => (accept ? t('The request could not be accepted.') : t('The request could not be declined.')),
    }),
    remove: useCommunityMutation(userId, {
      mutationFn: () => call(removeConnection, { params }),
      failed: t('The connection could not be removed.'),
    }),
    mute: useCommunityMutation(userId, {
      mutationFn: (muted: boolean) => (muted ? call(mutePerson, { params }) : call(unmutePerson, { params })),
      failed: (muted) => (muted ? t('The person could not be muted.') : t('The person could not be unmuted.')),
    }),
    block: useCommunityMutation(userId, {
      mutationFn: (blocked: boolean) => (blocked ? call(blockPerson, { params }) : call(unblockPerson, { params })),
      failed: (blocked) => (blocked ? t('The person could not be blocked.') : t('The person could not be unblocked.')),
    }),
  };
};
