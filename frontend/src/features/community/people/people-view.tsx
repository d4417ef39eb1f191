import type { ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { firstLetter } from '#frontend/lib/first-letter.ts';
import Button from '@mui/material/Button';
import Avatar from '@mui/material/Avatar';
import type { Connection } from '#contract/people/people.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeNote } from '#frontend/ui/age/age-note.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ConnectButton } from './connect-button.tsx';
import { blocks, connections, mutes, profiles, usePersonActions } from './people-queries.ts';

interface PeopleViewProps {
  readonly userId: string;
  /** Renders the button that opens the chat with a connected user. */
  readonly renderChat: (person: Connection) => ReactNode;
}

/** Users with a visible profile, the user's connections, and those they muted or blocked. */
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
        <RuledSection title={t('Ask to connect with you')}>
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
            {muted.data?.map(({ user_id: id, name }) => (
              <PersonRow key={id} name={name} about="">
                <Unmute userId={userId} personId={id} name={name} />
              </PersonRow>
            ))}
          </EntryList>
        </RuledSection>
      )}
      {(blocked.data?.length ?? 0) > 0 && (
        <RuledSection title={t('Blocked')}>
          <EntryList>
            {blocked.data?.map(({ user_id: id, name }) => (
              <PersonRow key={id} name={name} about="">
                <Unblock userId={userId} personId={id} name={name} />
              </PersonRow>
            ))}
          </EntryList>
        </RuledSection>
      )}
    </>
  );
}

function PersonRow({ name, about, children }: { readonly name: string; readonly about: string; readonly children: ReactNode }) {
  return (
    <Entry
      picture={<Avatar aria-hidden>{firstLetter(name)}</Avatar>}
      title={<bdi>{name}</bdi>}
      lines={about === '' ? [] : [about]}
      actions={children}
    />
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
  const words = state === 'accepted' ? t('Disconnect') : t('Take the request back');
  return (
    <PersonRow name={name} about={bio}>
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
      empty={<EmptyState title={t('No public profiles yet')}>{t('Adults can show theirs in Settings, under Privacy.')}</EmptyState>}
    >
      {(found, rows) => (
        <EntryList ref={rows}>
          {found.map(({ user_id: id, name, bio }) => (
            <PersonRow key={id} name={name} about={bio}>
              <ConnectButton userId={userId} personId={id} name={name} />
              <Block userId={userId} personId={id} name={name} />
              <ReportButton type="profile" id={id} about={name} />
            </PersonRow>
          ))}
        </EntryList>
      )}
    </PagedList>
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
      {t('Stop muting')}
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
