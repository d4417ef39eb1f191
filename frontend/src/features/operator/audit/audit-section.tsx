import { useRef, type FormEvent } from 'react';
import { useInfiniteQuery, useQuery, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { listAudit, readAuditEntry, type AuditEntry } from '#contract/operator/control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatClock, formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { TextBlock } from '#frontend/ui/text-block.tsx';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { FilterForm } from '../parts/filter-form.tsx';

const pages = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'audit', 'list', filter],
    queryFn: ({ pageParam, signal }) => call(listAudit, { query: { ...filter, ...(pageParam !== null && { before: pageParam }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (rows) => rows,
  });

const entry = (id: number) =>
  queryOptions({
    queryKey: ['operator', 'audit', id],
    queryFn: ({ signal }) => call(readAuditEntry, { params: { entry_id: id }, signal }),
  });

/** The audit log: the list, or the entry in the URL. */
export function AuditSection({ id }: { readonly id: string | null }) {
  return id === null ? <AuditList /> : <AuditPage id={Number(id)} />;
}

const who = ({ actor, actor_email: email }: AuditEntry): string => email ?? actor;
const when = ({ at }: AuditEntry): string => `${formatDate(at)} ${formatClock(at)}`;

const columns = (): Column<AuditEntry>[] => [
  {
    id: 'time',
    name: t('Time'),
    isWhole: true,
    cell: (one) => (
      <TextLink to="/operator/$section/$id" params={{ section: 'audit', id: String(one.entry_id) }}>
        {when(one)}
      </TextLink>
    ),
  },
  { id: 'who', name: t('Who'), cell: who },
  { id: 'what', name: t('What'), cell: ({ action }) => <span lang="en">{action}</span> },
  { id: 'of', name: t('Of'), cell: ({ subject }) => <span lang="en">{subject}</span> },
];

function AuditList() {
  const { find } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const filter = readAuditFilter(find);
  const entries = useInfiniteQuery(pages(filter));
  const { data, error, refetch } = entries;
  const rows = useRef<HTMLTableSectionElement>(null);
  return (
    <ConsoleFrame title={t('Audit')} subtitle={t('Every act of operators, and of scripts, for good.')}>
      <AuditFilters
        key={find}
        filter={filter}
        onFilter={(next) => void navigate({ to: '.', search: (old) => ({ ...old, find: writeAuditFilter(next) }) })}
      />
      {data?.pages[0]?.entries.length === 0 ? (
        <EmptyState title={find === undefined ? t('No actions yet') : t('No matches')} />
      ) : data ? (
        <>
          <ConsoleTable
            label={t('Audit')}
            columns={columns()}
            rows={data.pages.flatMap((page) => page.entries)}
            keyOf={(one) => String(one.entry_id)}
            keep="audit"
            isAlone
            list={rows}
          />
          <ShowMore pages={entries} list={rows} />
        </>
      ) : error ? (
        <ErrorState title={t('The audit could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the audit')} rows={8} />
      )}
    </ConsoleFrame>
  );
}

function Others({ filter, children }: { readonly filter: AuditFilter; readonly children: string }) {
  return (
    <TextLink to="/operator/$section" params={{ section: 'audit' }} search={{ find: writeAuditFilter(filter) }}>
      {children}
    </TextLink>
  );
}

function AuditPage({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery(entry(id));
  return (
    <ConsoleFrame
      title={data?.action ?? t('Audit')}
      language={{ dir: 'auto' }}
      subtitle={data && `${who(data)} · ${when(data)} · ${data.subject}`}
      actions={
        <LinkButton to="/operator/$section" params={{ section: 'audit' }} color="inherit">
          {t('All entries')}
        </LinkButton>
      }
    >
      {data ? (
        <>
          <TextBlock label={t('Before and after')} value={JSON.stringify(data.detail, null, 2)} />
          <ActionRow>
            <Others filter={{ subject: data.subject }}>{t('Everything done to it')}</Others>
            <Others filter={{ actor: data.actor }}>{t('Everything done by the same')}</Others>
            <Others filter={{ action: data.action }}>{t('Everything of this kind')}</Others>
          </ActionRow>
        </>
      ) : error ? (
        <ErrorState title={t('The audit could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the audit')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

const PARTS = ['actor', 'action', 'subject'] as const;
type AuditFilter = Pick<z.input<typeof listAudit.query>, (typeof PARTS)[number]>;

/** Parses the parameter `find` of a URL. */
function readAuditFilter(find: string | undefined): AuditFilter {
  const parts = new URLSearchParams(find ?? '');
  return Object.fromEntries(PARTS.flatMap((name) => (parts.get(name) ? [[name, parts.get(name)]] : [])));
}

/** Formats the parameter `find` of a URL; undefined for the whole log. */
function writeAuditFilter(filter: AuditFilter): string | undefined {
  const parts = new URLSearchParams(PARTS.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
  return parts.size === 0 ? undefined : parts.toString();
}

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

/** The search filters of the audit log. Nothing is fetched before the form is submitted. */
function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    onFilter(Object.fromEntries(PARTS.map((name) => [name, String(typed.get(name) ?? '').trim()])));
  };
  const bind = (name: (typeof PARTS)[number]) => ({ name, type: 'search', defaultValue: filter[name] ?? '' }) as const;
  return (
    <FilterForm label={t('Find in the audit')} active={Object.keys(filter).length} onSend={send} onClear={() => onFilter({})}>
      <TextField label={t('Who')} placeholder={t('Email or script')} {...bind('actor')} maxLength={200} />
      <TextField label={t('What')} placeholder={t('Such as run.cancel')} {...bind('action')} maxLength={80} />
      <TextField label={t('Of')} placeholder={t('Such as schedule:sweep')} {...bind('subject')} maxLength={200} />
    </FilterForm>
  );
}
