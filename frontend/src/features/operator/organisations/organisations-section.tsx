import type { FormEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  HELP_ACTS,
  helpOrganisation,
  listOrganisations,
  ORGANISATIONS_SHOWN,
  readConsoleOrganisation,
  readScimLog,
  type ConsoleOrganisation,
  type HelpAct,
  type OrganisationDetails,
} from '#contract/operator/organisations.contract.ts';
import type { ScimRequest } from '#contract/organisations/provisioning.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';

const key = ['operator', 'organisations'] as const;
const organisations = (q: string) =>
  queryOptions({ queryKey: [...key, q], queryFn: ({ signal }) => call(listOrganisations, { query: q === '' ? {} : { q }, signal }) });
const details = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call(readConsoleOrganisation, { params: { organisation_id: id }, signal }),
  });
const log = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'log', id],
    queryFn: ({ pageParam, signal }) =>
      call(readScimLog, { params: { organisation_id: id }, query: { ...(pageParam > 0 && { before: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next_before: next }) => next,
  });

/** Organisations with their seats, members with problems, and the state of their directories; the open organisation is beside the list. */
export function OrganisationsSection({ id }: { readonly id: string | null }) {
  const { find = '' } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(organisations(find));
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate({ to: '.', search: (old) => ({ ...old, find: q === '' ? undefined : q }) });
  };
  return (
    <ConsoleFrame
      title={t('Organisations')}
      subtitle={t(
        'Seats, people waiting for help, and directories. Help is recorded in the audit log under your name; nobody acts as someone else.',
      )}
      figures={data && <FactStrip facts={factsOf(data.figures)} />}
      {...(id !== null && { panel: <OpenOrganisation key={id} id={id} /> })}
    >
      <form onSubmit={search} role="search" aria-label={t('Find organisations')}>
        <ActionRow>
          <Box sx={{ flex: '0 1 24rem' }}>
            <SearchField key={find} label={t('Name or owner’s email')} name="q" defaultValue={find} />
          </Box>
          <Button type="submit" variant="contained">
            {t('Find')}
          </Button>
        </ActionRow>
      </form>
      {data ? (
        <>
          <ConsoleTable
            label={t('Organisations')}
            columns={columns()}
            rows={data.organisations}
            keyOf={(one) => one.organisation_id}
            keep="organisations"
            isAlone
            empty={<Quiet>{find === '' ? t('None yet') : t('No matches')}</Quiet>}
          />
          {data.organisations.length >= ORGANISATIONS_SHOWN && (
            <p>{t('Showing the {n} whose year ends soonest. Search to find others.', { n: formatNumber(ORGANISATIONS_SHOWN) })}</p>
          )}
        </>
      ) : error ? (
        <ErrorState title={t('The organisations could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the organisations')} rows={6} />
      )}
    </ConsoleFrame>
  );
}

const factsOf = ({ organisations: all, seats, seats_taken: taken, stuck, scim_refused: refused }: Figures) => [
  { name: t('Organisations'), figure: formatNumber(all) },
  { name: t('Seats in use'), figure: t('{taken} of {seats}', { taken: formatNumber(taken), seats: formatNumber(seats) }) },
  { name: t('People who are stuck'), figure: formatNumber(stuck) },
  { name: t('SCIM requests refused today'), figure: formatNumber(refused) },
];
type Figures = Awaited<ReturnType<NonNullable<ReturnType<typeof organisations>['queryFn']>>>['figures'];

const columns = (): Column<ConsoleOrganisation>[] => [
  {
    id: 'name',
    name: t('Organisation'),
    cell: ({ organisation_id: id, name, active, owner_email: owner }) => (
      <>
        <TextLink to="/operator/$section/$id" params={{ section: 'organisations', id }} search={(old: object) => old}>
          <bdi>{name}</bdi>
        </TextLink>{' '}
        {!active && <Mark>{t('ended')}</Mark>}
        <Quiet sx={{ display: 'block', fontWeight: 400 }}>
          <bdi>{owner ?? t('no owner')}</bdi>
        </Quiet>
      </>
    ),
  },
  { id: 'plan', name: t('Package'), cell: ({ plan }) => plan },
  { id: 'until', name: t('Until'), isWhole: true, cell: ({ ends_at: until }) => formatDate(until) },
  {
    id: 'seats',
    name: t('Seats'),
    isFigure: true,
    cell: ({ seats, seats_taken: taken }) => t('{taken} of {seats}', { taken: formatNumber(taken), seats: formatNumber(seats) }),
  },
  { id: 'invited', name: t('Invited'), isFigure: true, cell: ({ seats_invited: invited }) => formatNumber(invited) },
  { id: 'stuck', name: t('Stuck'), isFigure: true, cell: ({ stuck }) => (stuck > 0 ? <Mark>{formatNumber(stuck)}</Mark> : '0') },
  {
    id: 'scim',
    name: 'SCIM',
    isWhole: true,
    cell: ({ scim_last_at: last, scim_refused: refused }) => (
      <>
        {last === null ? <Quiet>{t('none')}</Quiet> : formatStamp(last)}
        {refused > 0 && <Mark sx={{ display: 'block' }}>{t('{n, plural, one {# refused} other {# refused}}', { n: refused })}</Mark>}
      </>
    ),
  },
];

function OpenOrganisation({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(details(id));
  if (!data) {
    if (error) return <ErrorState title={t('The organisation could not be loaded')} error={error} onRetry={() => void refetch()} />;
    return <LoadingState label={t('Loading the organisation')} rows={4} />;
  }
  const { organisation, terms } = data;
  return (
    <>
      <Card sx={{ padding: 2, marginBlockEnd: 2 }}>
        <Typography variant="h3" component="h2">
          <bdi>{organisation.name}</bdi>
        </Typography>
        {terms.map(({ plan, starts_at: from, ends_at: until, reference }) => (
          <Typography key={from} variant="body2">
            {t('{plan}: {from} to {until}', { plan, from: formatDate(from), until: formatDate(until) })}
            {reference !== null && (
              <>
                {' · '}
                <bdi>{reference}</bdi>
              </>
            )}
          </Typography>
        ))}
        <Box sx={{ marginBlockStart: 1 }}>
          <TextLink to="/operator/$section" params={{ section: 'organisations' }} search={(old: object) => old}>
            {t('Close')}
          </TextLink>
        </Box>
      </Card>
      <Stuck id={id} stuck={data.stuck} />
      <Log id={id} />
    </>
  );
}

function Stuck({ id, stuck }: { readonly id: string; readonly stuck: OrganisationDetails['stuck'] }) {
  const cache = useQueryClient();
  const help = useAction({
    mutationFn: (body: { act: HelpAct; person_id: string }) => call(helpOrganisation, { params: { organisation_id: id }, body }),
    onSuccess: (answer) => {
      cache.setQueryData(details(id).queryKey, answer);
      void cache.invalidateQueries({ queryKey: key });
      toast('success', t('Done. Recorded in the audit log under your name.'));
    },
    onError: (error: Error, { act }) =>
      toast('error', errorText(error, act === 'free_seat' ? t('The seat could not be released.') : t('The invite could not be sent.'))),
  });
  return (
    <ConsoleTable
      label={t('People who are stuck')}
      columns={stuckColumns((act, personId) => help.mutate({ act, person_id: personId }), help.isPending ? help.variables.person_id : null)}
      rows={stuck}
      keyOf={(person) => person.person_id}
      empty={<Quiet>{t('No one is stuck.')}</Quiet>}
    />
  );
}

type StuckPerson = OrganisationDetails['stuck'][number];

const stuckColumns = (onHelp: (act: HelpAct, personId: string) => void, pendingId: string | null): Column<StuckPerson>[] => [
  {
    id: 'person',
    name: t('Person'),
    // a single column, because the open organisation has only a third of the window
    cell: ({ email, name, problem, sent_at: sent }) => (
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{name || email}</bdi>
        {name !== '' && (
          <Quiet sx={{ display: 'block', fontWeight: 400 }}>
            <bdi>{email}</bdi>
          </Quiet>
        )}
        <Box component="span" sx={{ display: 'block', fontWeight: 400 }}>
          {problemWords(problem)}
          {sent !== null && <Quiet> · {t('Sent on {date}', { date: formatDate(sent) })}</Quiet>}
        </Box>
      </Box>
    ),
  },
  {
    id: 'act',
    name: t('Act'),
    isAct: true,
    cell: ({ person_id: id, email }) =>
      HELP_ACTS.map((act) => (
        <Button key={act} size="small" color="inherit" aria-busy={pendingId === id} onClick={() => onHelp(act, id)}>
          {act === 'resend_invite' ? t('Send again') : t('Release the seat')}
          <VisuallyHidden>{` ${email}`}</VisuallyHidden>
        </Button>
      )),
  },
];

const problemWords = (problem: StuckPerson['problem']): string =>
  ({
    expired: () => t('The invite has expired'),
    undelivered: () => t('The email could not be delivered'),
    uninvited: () => t('No invite was sent'),
  })[problem]();

const logColumns = (): Column<ScimRequest>[] => [
  {
    id: 'request',
    name: t('Request'),
    cell: ({ method, path, detail }) => (
      <>
        <bdi dir="ltr" style={{ overflowWrap: 'anywhere' }}>{`${method} ${path}`}</bdi>
        {detail !== null && <Quiet sx={{ display: 'block', fontWeight: 400 }}>{detail}</Quiet>}
      </>
    ),
  },
  { id: 'status', name: t('Answer'), isFigure: true, cell: ({ status }) => (status >= 400 ? <Mark>{status}</Mark> : status) },
  { id: 'at', name: t('Time'), isWhole: true, cell: ({ at }) => formatStamp(at) },
];

function Log({ id }: { readonly id: string }) {
  const pages = useInfiniteQuery(log(id));
  return (
    <PagedList
      pages={pages}
      rowsOf={(page) => page.requests}
      failed={t('The requests could not be loaded')}
      loading={t('Loading the requests')}
      empty={<EmptyState subject="records" title={t('No requests yet')} />}
    >
      {(rows, list) => (
        <ConsoleTable label={t('SCIM requests')} columns={logColumns()} rows={rows} keyOf={(row) => String(row.request_id)} list={list} />
      )}
    </PagedList>
  );
}
