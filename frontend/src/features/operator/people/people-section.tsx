import { useState, type FormEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  actOnPerson,
  findPeople,
  PEOPLE_SHOWN,
  PERSON_ROLES,
  type ConsolePerson,
  type PersonAct,
  type AgeChange,
} from '#contract/operator/people.contract.ts';
import { hasKey } from '#contract/operator/keys.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatList, formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { FoundKeys, foundKeys } from './found-keys.tsx';
import { PersonMark } from '../parts/person-mark.tsx';
import { RunsLink } from '../overview/runs-link.tsx';
import { roleWord } from '../overview/work-words.ts';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';

const key = ['operator', 'people'] as const;
const people = (q: string) =>
  queryOptions({ queryKey: [...key, q], queryFn: ({ signal }) => call(findPeople, { query: q === '' ? {} : { q }, signal }) });

/** Users, found by part of their name or email address, with the operators' actions on them. */
export function PeopleSection() {
  const { find = '' } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(people(find));
  const cache = useQueryClient();
  const search = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    const wanted = hasKey(q) ? await idOfKey(cache, q) : q;
    if (wanted !== null) await navigate({ to: '.', search: (old) => ({ ...old, find: wanted === '' ? undefined : wanted }) });
  };
  return (
    <ConsoleFrame title={t('Accounts')} subtitle={t('Every action is recorded in the audit log under your name.')}>
      <form onSubmit={(event) => void search(event)} role="search" aria-label={t('Find people')}>
        <ActionRow>
          <Box sx={{ flex: '0 1 24rem' }}>
            <SearchField key={find} label={t('Name, email, id or API key')} name="q" defaultValue={find} />
          </Box>
          <Button type="submit" variant="contained">
            {t('Find')}
          </Button>
        </ActionRow>
      </form>
      {find !== '' && <FoundKeys find={find} />}
      {data ? (
        data.people.length === 0 ? (
          <EmptyState subject="search" title={t('No account matches')} />
        ) : (
          <>
            <PeopleTable people={data.people} />
            {data.people.length >= PEOPLE_SHOWN && (
              <p>{t('Showing the newest {n}. Search for others by name or email.', { n: formatNumber(PEOPLE_SHOWN) })}</p>
            )}
          </>
        )
      ) : error ? (
        <ErrorState title={t('The people could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the people')} rows={6} />
      )}
    </ConsoleFrame>
  );
}

/** Finds a pasted key and returns its id for the URL, which must not contain a key. Null if there is none, which is reported. */
async function idOfKey(cache: QueryClient, q: string): Promise<string | null> {
  try {
    const [key] = await cache.fetchQuery(foundKeys(q));
    if (key) return key.api_key_id;
    toast('warning', t('We do not have this key.'), null, false);
  } catch (error) {
    toast('error', errorText(error, t('The search failed.')));
  }
  return null;
}

function PeopleTable({ people: found }: { readonly people: readonly ConsolePerson[] }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <>
      <ConsoleTable
        label={t('People')}
        columns={columns(setOpened)}
        rows={found}
        keyOf={(person) => person.user_id}
        keep="people"
        isAlone
      />
      {opened && <PersonDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The user of the open dialog, and its action. */
interface Opened {
  readonly person: ConsolePerson;
  readonly first: PersonAct;
}

const columns = (onOpen: (opened: Opened) => void): Column<ConsolePerson>[] => [
  {
    id: 'person',
    name: t('Person'),
    cell: (person) => (
      <>
        <PersonMark person={person} />
        <bdi>{person.name || person.email}</bdi>{' '}
        {person.suspended_at !== null && <Mark>{t('suspended since {day}', { day: formatDate(person.suspended_at) })}</Mark>}
        {person.deletion_due_at !== null && <Mark>{t('to be deleted on {day}', { day: formatDate(person.deletion_due_at) })}</Mark>}
        <Quiet sx={{ display: 'block', fontWeight: 400 }}>
          {person.name !== '' && <bdi>{person.email}</bdi>}
          <AgeFacts person={person} />
        </Quiet>
      </>
    ),
  },
  { id: 'roles', name: t('Roles'), cell: ({ roles }) => formatList(roles.map(roleWord)) },
  { id: 'since', name: t('Since'), isWhole: true, cell: (person) => formatDate(person.created_at) },
  { id: 'tokens', name: t('Tokens'), isFigure: true, cell: (person) => formatTokenCount(person.tokens) },
  { id: 'sessions', name: t('Sessions'), isFigure: true, cell: (person) => formatNumber(person.sessions) },
  { id: 'courses', name: t('Courses'), isFigure: true, cell: (person) => formatNumber(person.courses) },
  {
    id: 'runs',
    name: t('Runs'),
    isFigure: true,
    cell: ({ runs, user_id: id }) => (runs === 0 ? '0' : <RunsLink filter={{ person: id }}>{formatNumber(runs)}</RunsLink>),
  },
  {
    id: 'act',
    name: t('Act'),
    isAct: true,
    // one press away, because a user may have to be locked out at once
    cell: (person) => (
      <>
        {person.suspended_at === null && (
          <Button size="small" color="inherit" onClick={() => onOpen({ person, first: 'suspend' })}>
            {t('Suspend')}
            <VisuallyHidden> {person.name || person.email}</VisuallyHidden>
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => onOpen({ person, first: 'end_sessions' })}>
          {t('Change')}
          <VisuallyHidden> {person.name || person.email}</VisuallyHidden>
        </Button>
      </>
    ),
  },
];

function PersonDialog({ person, first, onClose }: Opened & { readonly onClose: () => void }) {
  const cache = useQueryClient();
  const [act, setAct] = useState<PersonAct>(first);
  const [role, setRole] = useState<(typeof PERSON_ROLES)[number]>('creator');
  const [tokens, setTokens] = useState('100');
  const [year, setYear] = useState(person.birth_year?.toString() ?? '');
  const { mutate, isPending } = useAction({
    mutationFn: (body: BodyInputOf<typeof actOnPerson>) => call(actOnPerson, { params: { person_id: person.user_id }, body }),
    onSuccess: async () => {
      onClose();
      await cache.invalidateQueries({ queryKey: key });
    },
    onError: (error) => toast('error', errorText(error, t('The account could not be changed.'))),
  });
  const options: readonly PersonAct[] = [
    'end_sessions',
    person.suspended_at === null ? 'suspend' : 'unsuspend',
    'give_tokens',
    'give_role',
    'take_role',
    'set_birth_year',
  ];
  const isRole = act === 'give_role' || act === 'take_role';
  return (
    <ConfirmDialog
      title={person.name === '' ? person.email : `${person.name} · ${person.email}`}
      act={personActWord(act)}
      keep={t('Keep as it is')}
      isPending={isPending}
      isDestructive={act === 'suspend' || act === 'end_sessions' || act === 'take_role'}
      onConfirm={() =>
        mutate({
          act,
          ...(isRole && { role }),
          ...(act === 'give_tokens' && { tokens: Number(tokens) }),
          ...(act === 'set_birth_year' && { birth_year: Number(year) }),
        })
      }
      onClose={onClose}
    >
      <SelectField
        label={t('Act')}
        value={act}
        onChange={({ target }) => setAct(options.find((one) => one === target.value) ?? act)}
        options={options.map((one) => ({ value: one, label: personActWord(one) }))}
      />
      {isRole && (
        <SelectField
          label={t('Role')}
          value={role}
          onChange={({ target }) => setRole(PERSON_ROLES.find((one) => one === target.value) ?? role)}
          options={PERSON_ROLES.map((one) => ({ value: one, label: roleWord(one) }))}
        />
      )}
      {act === 'give_tokens' && (
        <TextField label={t('Tokens')} type="number" min="1" value={tokens} onChange={({ target }) => setTokens(target.value)} />
      )}
      {act === 'set_birth_year' && (
        <TextField
          label={t('Year of birth')}
          inputMode="numeric"
          maxLength={4}
          helper={t('Age determines which features they can use and who they can meet. The parent who gave consent can correct it too.')}
          value={year}
          onChange={({ target }) => setYear(target.value)}
        />
      )}
      {act === 'suspend' && <p>{t('All sessions end, and the person cannot sign in until they are reinstated. Nothing is deleted.')}</p>}
    </ConfirmDialog>
  );
}

const personActWord = (act: PersonAct): string =>
  ({
    give_role: t('Give a role'),
    take_role: t('Remove a role'),
    give_tokens: t('Give tokens'),
    end_sessions: t('End all sessions'),
    set_birth_year: t('Correct the year of birth'),
    suspend: t('Suspend'),
    unsuspend: t('Let back in'),
  })[act];

/** A user's year of birth, and changes or attempted changes of it: a user who tries to be older may be a child. */
function AgeFacts({ person: { birth_year: year, age_changes: changes } }: { readonly person: ConsolePerson }) {
  return (
    <>
      {year !== null && (
        <>
          {' · '}
          <Quiet>{t('born in {year}', { year: String(year) })}</Quiet>
        </>
      )}
      {changes.map((change) => (
        <div key={`${change.at} ${change.by}`}>
          {change.by === 'refused' ? <Mark>{changeWords(change)}</Mark> : <Quiet>{changeWords(change)}</Quiet>}
        </div>
      ))}
    </>
  );
}

function changeWords({ at, by, from, to }: AgeChange): string {
  const values = { day: formatDate(at), from: bandWord(from), to: bandWord(to) };
  if (by === 'refused') return t('{day}: tried to enter an earlier year, refused ({from} → {to})', values);
  if (by === 'parent') return t('{day}: a parent changed the year ({from} → {to})', values);
  return t('{day}: an operator changed the year ({from} → {to})', values);
}

const bandWord = (band: AgeChange['from']): string =>
  ({ unknown: t('not given'), child: t('under 13'), minor: t('13 to 17'), adult: t('18 or older') })[band];
