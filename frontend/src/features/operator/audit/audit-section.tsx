import { useRef } from 'react';
import { useInfiniteQuery, useQuery, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { AUDIT_TOPICS, listAudit, readAuditEntry, type AuditEntry, type AuditTopic } from '#contract/operator/control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatStamp } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { TextBlock } from '#frontend/ui/text-block.tsx';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { FilterLine, type FilterField } from '../parts/filter-line.tsx';
import { auditSentence } from './audit-words.ts';

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

const columns = (): Column<AuditEntry>[] => [
  {
    id: 'time',
    name: t('Time'),
    isWhole: true,
    cell: (one) => (
      <TextLink to="/operator/$section/$id" params={{ section: 'audit', id: String(one.entry_id) }}>
        {formatStamp(one.at)}
      </TextLink>
    ),
  },
  { id: 'what', name: t('What happened'), cell: (one) => <span dir="auto">{auditSentence(one)}</span> },
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
      <FilterLine
        label={t('Find in the audit')}
        text={{ id: 'actor', placeholder: t('Who: email or script') }}
        fields={filterFields()}
        filter={filter}
        onFilter={(next) => void navigate({ to: '.', search: (old) => ({ ...old, find: writeAuditFilter(next as AuditFilter) }) })}
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
      title={data ? auditSentence(data) : t('Audit')}
      language={{ dir: 'auto' }}
      subtitle={data && [formatStamp(data.at), data.action, data.subject].join(' · ')}
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

const PARTS = ['actor', 'action', 'topic', 'subject', 'since', 'until'] as const;
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

const topicWord = (topic: AuditTopic): string =>
  ({
    limits: t('Limits'),
    connections: t('Connections'),
    pauses: t('Pauses'),
    runs: t('Runs'),
    batches: t('Batches'),
    schedules: t('Schedules'),
    alerts: t('Alerts'),
    people: t('People'),
    money: t('Money'),
    texts: t('Published texts'),
  })[topic];

const dayBegins = (day: string): string => new Date(`${day}T00:00`).toISOString();

const filterFields = (): readonly FilterField[] => [
  {
    id: 'topic',
    name: t('About'),
    options: (Object.keys(AUDIT_TOPICS) as AuditTopic[]).map((topic) => ({ value: topic, label: topicWord(topic) })),
  },
  { id: 'since', name: t('From'), type: 'date', parse: dayBegins, words: formatStamp },
  { id: 'until', name: t('Until'), type: 'date', parse: dayBegins, words: formatStamp },
  { id: 'action', name: t('Act, such as run.cancel') },
  { id: 'subject', name: t('On what, such as schedule:sweep') },
];
