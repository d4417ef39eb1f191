import { useRef } from 'react';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
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
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { FilterLine, type FilterField } from '../parts/filter-line.tsx';
import { CopyId } from '../parts/copy-id.tsx';
import { fieldName, RequestFields, valueWords } from '../runs/run-attempts.tsx';
import { actName, actOptions } from './audit-acts.ts';
import { ACTORS, actorWord, auditSentence, subjectWord } from './audit-words.ts';

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
  { id: 'what', name: t('What happened'), isLine: true, cell: (one) => <span dir="auto">{auditSentence(one)}</span> },
];

function AuditList() {
  const { find } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const filter = readAuditFilter(find);
  const entries = useInfiniteQuery(pages(filter));
  const { data, error, refetch } = entries;
  const rows = useRef<HTMLTableSectionElement>(null);
  return (
    <ConsoleFrame title={t('Audit')} subtitle={t('Everything operators and scripts have done.')}>
      <FilterLine
        label={t('Find in the audit log')}
        text={{ id: 'actor', placeholder: t('Person: email address') }}
        fields={filterFields(filter, data?.pages.flatMap((page) => page.entries) ?? [])}
        filter={filter}
        onFilter={(next) => void navigate({ to: '.', search: (old) => ({ ...old, find: writeAuditFilter(next as AuditFilter) }) })}
      />
      {data?.pages[0]?.entries.length === 0 ? (
        <EmptyState
          subject={find === undefined ? 'records' : 'search'}
          title={find === undefined ? t('No actions yet') : t('No action matches')}
        />
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
        <ErrorState title={t('The audit log could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the audit')} rows={8} />
      )}
    </ConsoleFrame>
  );
}

/** The addresses of the people in the sentence, because two people may have the same name; for the installation's own work, its kind. */
const addresses = (one: AuditEntry): string[] => [
  ...new Set([one.actor_email ?? actorWord(one), ...(one.subject_email === null ? [] : [one.subject_email])]),
];

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
      subtitle={data && <MetaLine facts={[formatStamp(data.at), actName(data.action), ...addresses(data)]} />}
      actions={
        <LinkButton to="/operator/$section" params={{ section: 'audit' }} color="inherit">
          {t('All entries')}
        </LinkButton>
      }
    >
      {data ? (
        <>
          <Detail entry={data} />
          <ActionRow>
            <Others filter={{ subject: data.subject }}>{t('Full history')}</Others>
            <Others filter={{ actor: data.actor_email ?? data.actor }}>{t('All actions by this person')}</Others>
            <Others filter={{ action: data.action }}>{t('All actions of this kind')}</Others>
          </ActionRow>
        </>
      ) : error ? (
        <ErrorState title={t('The audit log could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the audit')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

interface Changed {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const changeColumns = (): Column<Changed>[] => [
  { id: 'field', name: t('Field'), cell: ({ field }) => <span lang="en">{fieldName(field)}</span> },
  { id: 'before', name: t('Before'), cell: ({ before }) => <span dir="auto">{valueWords(before)}</span> },
  { id: 'after', name: t('After'), cell: ({ after }) => <span dir="auto">{valueWords(after)}</span> },
];

/** The values before and after, field by field. An act without them shows the details that it stored. */
function Detail({ entry: { detail } }: { readonly entry: AuditEntry }) {
  const { before, after, request_id: request, ...rest } = detail;
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return (
    <>
      {fields.length > 0 && (
        <ConsoleTable
          label={t('Before and after')}
          columns={changeColumns()}
          rows={fields.map((field) => ({ field, before: old[field], after: now[field] }))}
          keyOf={({ field }) => field}
        />
      )}
      {Object.keys(rest).length > 0 && (
        <Card sx={{ padding: 2, marginBlockEnd: 2 }}>
          <RequestFields request={rest} label={t('Stored details')} />
        </Card>
      )}
      {typeof request === 'string' && (
        <Typography variant="body2" color="textSecondary">
          {t('Request')} <CopyId id={request} of={t('Request')} />
        </Typography>
      )}
    </>
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
    samples: t('Samples'),
  })[topic];

const dayBegins = (day: string): string => new Date(`${day}T00:00`).toISOString();

/** Filters with named choices. The subjects to choose from are those of the listed entries. */
const filterFields = (filter: AuditFilter, listed: readonly AuditEntry[]): readonly FilterField[] => [
  {
    id: 'topic',
    name: t('About'),
    options: (Object.keys(AUDIT_TOPICS) as AuditTopic[]).map((topic) => ({ value: topic, label: topicWord(topic) })),
  },
  { id: 'since', name: t('From'), type: 'date', parse: dayBegins, words: formatStamp },
  { id: 'until', name: t('Until'), type: 'date', parse: dayBegins, words: formatStamp },
  { id: 'action', name: t('Act'), options: actOptions(filter.topic), words: actName },
  { id: 'subject', name: t('Target'), options: subjectOptions(filter, listed) },
  {
    id: 'actor',
    name: t('Who'),
    options: ACTORS.map((actor) => ({ value: actor, label: actorWord({ actor, actor_name: null, actor_email: null }) })),
  },
];

function subjectOptions({ subject }: AuditFilter, listed: readonly AuditEntry[]): { value: string; label: string }[] {
  const named = new Map(listed.flatMap((one) => (subjectWord(one) === '' ? [] : [[one.subject, subjectWord(one)] as const])));
  if (subject !== undefined && !named.has(subject)) named.set(subject, t('unnamed'));
  return [...named].map(([value, label]) => ({ value, label })).toSorted((one, other) => one.label.localeCompare(other.label));
}
