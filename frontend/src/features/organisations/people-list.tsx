import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PERSON_STATES, type OrganisationPerson } from '#contract/organisations/organisation.contract.ts';
import { ORGANISATION_ROLES, reaches, type OrganisationRole } from '#contract/organisations/roles.ts';
import { formatDate, formatList, formatTokenCount } from '#frontend/lib/format.ts';
import { shownAddress } from '#frontend/lib/shown-address.ts';
import { t } from '#frontend/lib/text.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { FilterMenu, FilterRow } from '#frontend/ui/fields/filter-chips.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { nameOf, givenRole, roleName, sourceName, stateName } from './organisation-words.ts';
import { people, useResend, type PeopleSought } from './organisation-queries.ts';
import { AuthoriseDialog, RemoveDialog, RoleDialog } from './person-dialogs.tsx';

/** Debounce of the server-side search. */
const TYPING_MS = 250;

interface PeopleListProps {
  readonly userId: string;
  readonly ownRole: OrganisationRole;
  readonly sought: PeopleSought;
  /** Stores the filter in the URL. */
  readonly onSought: (sought: PeopleSought) => void;
}

type Opened = { readonly person: OrganisationPerson; readonly dialog: 'role' | 'authorise' | 'remove' };

/** The members of the organisation, for users who can see them; filtered by words, role and state. */
export function PeopleList({ userId, ownRole, sought, onSought }: PeopleListProps) {
  const [typed, setTyped] = useState(sought.q ?? '');
  const q = useSettled(typed.trim(), TYPING_MS);
  const pages = useInfiniteQuery(people(userId, { ...sought, q }));
  const [opened, setOpened] = useState<Opened | null>(null);
  const isFiltered = q !== '' || sought.role !== undefined || sought.state !== undefined;
  const close = () => setOpened(null);
  return (
    <RuledSection title={t('People')}>
      <Stack direction="row" useFlexGap role="search" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, marginBlock: 2 }}>
        <SearchField
          label={t('Find a person')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onSought({ ...sought, q: target.value.trim() || undefined });
          }}
        />
        <FilterRow>
          <FilterMenu
            label={t('Role')}
            all={t('All roles')}
            value={sought.role ?? ''}
            options={ORGANISATION_ROLES.map((value) => ({ value, label: roleName(value) }))}
            onChange={(role) => onSought({ ...sought, role: role || undefined })}
          />
          <FilterMenu
            label={t('Status')}
            all={t('Joined and invited')}
            value={sought.state ?? ''}
            options={PERSON_STATES.map((value) => ({ value, label: stateName(value) }))}
            onChange={(state) => onSought({ ...sought, state: state || undefined })}
          />
        </FilterRow>
      </Stack>
      <PagedList
        pages={pages}
        rowsOf={(page) => page.people}
        failed={t('The people could not be loaded')}
        loading={t('Loading the people')}
        empty={<EmptyState subject={isFiltered ? 'search' : 'people'} title={isFiltered ? t('No one matches') : t('No people yet')} />}
      >
        {(rows, list) => (
          <EntryList ref={list} aria-label={t('People')}>
            {rows.map((person) => (
              <PersonEntry key={person.person_id} userId={userId} ownRole={ownRole} person={person} onOpen={setOpened} />
            ))}
          </EntryList>
        )}
      </PagedList>
      {opened?.dialog === 'role' && <RoleDialog userId={userId} person={opened.person} ownRole={ownRole} onClose={close} />}
      {opened?.dialog === 'authorise' && <AuthoriseDialog userId={userId} person={opened.person} onClose={close} />}
      {opened?.dialog === 'remove' && <RemoveDialog userId={userId} person={opened.person} onClose={close} />}
    </RuledSection>
  );
}

interface PersonEntryProps {
  readonly userId: string;
  readonly ownRole: OrganisationRole;
  readonly person: OrganisationPerson;
  readonly onOpen: (opened: Opened) => void;
}

function PersonEntry({ userId, ownRole, person, onOpen }: PersonEntryProps) {
  const { invite, state } = person;
  const isOver = hasNoInvite(person);
  const name = nameOf(person);
  const mark = state !== 'waiting' ? undefined : invite?.undelivered ? 'failed' : isOver ? 'attention' : 'new';
  const isInReach = reaches(ownRole, person.role) && state !== 'left';
  return (
    <Entry
      mark={mark}
      picture={<Face name={name} userId={person.user_id ?? person.person_id} />}
      title={<bdi>{name}</bdi>}
      lines={[
        <MetaLine
          key="facts"
          facts={[
            person.name !== '' && <bdi key="address">{shownAddress(person)}</bdi>,
            givenRole(person),
            standing(person, isOver),
            state === 'joined' && t('{n} tokens this month', { n: formatTokenCount(person.tokens_this_month) }),
          ]}
        />,
        <MetaLine
          key="source"
          facts={[sourceName(person.source), person.groups.length > 0 && <bdi key="groups">{formatList(person.groups)}</bdi>]}
        />,
      ]}
      actions={
        <>
          {isInReach && state === 'waiting' && <ResendButton userId={userId} person={person} />}
          {isInReach && state === 'joined' && person.authorised !== null && (
            <Button color="inherit" onClick={() => onOpen({ person, dialog: 'authorise' })}>
              {person.authorised ? t('Withdraw the authorisation') : t('Authorise (under 13)')}
              <VisuallyHidden>{` ${name}`}</VisuallyHidden>
            </Button>
          )}
          {isInReach && (
            <Button
              color="inherit"
              onClick={() => onOpen({ person, dialog: 'role' })}
              aria-label={t('Change the role of {name}', { name })}
            >
              {t('Role')}
            </Button>
          )}
          {isInReach && person.user_id !== userId && (
            <Button
              color="inherit"
              onClick={() => onOpen({ person, dialog: 'remove' })}
              aria-label={
                state === 'joined' ? t('Remove {name}', { name }) : t('Withdraw the invite to {email}', { email: shownAddress(person) })
              }
            >
              {state === 'joined' ? t('Remove') : t('Withdraw')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Whether somebody is waiting without a valid invite. */
const hasNoInvite = ({ state, invite }: OrganisationPerson): boolean =>
  state === 'waiting' && (invite === null || new Date(invite.expires_at) <= new Date());

function standing({ state, joined_at: joined, left_at: left, invite }: OrganisationPerson, isOver: boolean): string {
  if (state === 'joined') return joined === null ? t('Joined') : t('Joined {date}', { date: formatDate(joined) });
  if (state === 'left') return left === null ? t('Left') : t('Left {date}', { date: formatDate(left) });
  if (invite?.undelivered) return t('The email could not be delivered');
  return isOver || invite === null ? t('Expired: invite again') : t('Invited, works until {date}', { date: formatDate(invite.expires_at) });
}

function ResendButton({ userId, person }: { readonly userId: string; readonly person: OrganisationPerson }) {
  const resend = useResend(userId);
  return (
    <Button color="inherit" aria-busy={resend.isPending} onClick={() => resend.mutate(person.person_id)}>
      {t('Send again')}
      <VisuallyHidden>{` ${shownAddress(person)}`}</VisuallyHidden>
    </Button>
  );
}
