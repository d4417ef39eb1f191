import { useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CONSOLE_QUERY_MIN, searchConsole, type ConsoleHits, type ConsoleState } from '#contract/operator/console.contract.ts';
import { hasKey, type FoundKey } from '#contract/operator/keys.contract.ts';
import { pauseWork } from '#contract/operator/control.contract.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { WORKS } from '#contract/platform/kinds-of-work.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { consoleState } from '#frontend/features/operator/overview/overview-queries.ts';
import { FAILURE_CODES, failureWord, findOf, pausedWord, workWord } from '#frontend/features/operator/overview/work-words.ts';
import { addressOf, OPERATOR_PLACES } from '#frontend/features/operator/parts/console-places.ts';
import { foundKeys, keyWords } from '#frontend/features/operator/people/found-keys.tsx';
import { quickViews } from '#frontend/features/operator/runs/run-views.tsx';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { dayBefore } from '#frontend/lib/calendar.ts';
import { formatDate, formatStamp, formatTime } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { runStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { matching, type PaletteEntry, type PaletteGroup } from './palette-entries.ts';
import { PaletteDialog, TYPING_PAUSE_MS } from './palette-dialog.tsx';

type Pause = Parameters<typeof pausedWord>[0];

/** The action of an entry: navigating, or pausing or resuming work. */
type ConsoleAct =
  | { readonly href: string; readonly find?: string | undefined; readonly topic?: string | undefined }
  | { readonly pauses: readonly Pause[]; readonly paused: boolean };
type Entry = PaletteEntry<ConsoleAct>;

const runsOf = (filter: RunFilter): ConsoleAct => ({ href: '/operator/runs', find: findOf(filter) });

/** Finds runs, people, courses, errors, sections and actions of the console. */
export default function ConsolePalette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { user_id: me } = useUser();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const q = useSettled(query.trim(), TYPING_PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['operator', 'search', q],
    queryFn: ({ signal }) => call(searchConsole, { query: { q }, signal }),
    // a URL must not contain a key
    enabled: q.length >= CONSOLE_QUERY_MIN && !hasKey(q),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const { data: keys, isFetching: isFindingKeys } = useQuery(foundKeys(q));
  const { data: state } = useQuery(consoleState());
  const hits = q.length < CONSOLE_QUERY_MIN || hasKey(q) ? undefined : data;
  const perform = async (does: ConsoleAct) => {
    if ('href' in does) {
      const { find, topic } = does;
      return navigate({
        to: does.href,
        search: { ...(find !== undefined && { find }), ...(topic !== undefined && { plan: true, topic }) },
      });
    }
    try {
      for (const { scope, name } of does.pauses) await call(pauseWork, { body: { scope, name, paused: does.paused } });
      const names = does.pauses.map(pausedWord).join(', ');
      toast('success', does.paused ? t('Paused: {names}.', { names }) : t('Resumed: {names}.', { names }), null, false);
    } catch (problem) {
      toast('error', errorText(problem, does.paused ? t('The work could not be paused.') : t('The work could not be resumed.')));
    }
    await cache.invalidateQueries({ queryKey: ['operator'] });
  };
  return (
    <PaletteDialog
      placeholder={t('Find a run, person, course or error')}
      query={query}
      onQuery={setQuery}
      groups={consoleGroups({ me, query: query.trim(), hits, keys, state, isAnswered: q === query.trim() && !isFetching })}
      isFetching={isFetching || isFindingKeys || q !== query.trim()}
      problem={error === null ? undefined : errorText(error, t('The search failed.'))}
      onPerform={(does) => void perform(does)}
      onClose={onClose}
    />
  );
}

interface Found {
  /** The reader's own id. */
  readonly me: string;
  readonly query: string;
  readonly hits: ConsoleHits | undefined;
  readonly keys: readonly FoundKey[] | undefined;
  readonly state: ConsoleState | undefined;
  readonly isAnswered: boolean;
}

/**
 * Entries known to the browser come first, so that later results from the server do not move the selected entry from under the Enter key.
 */
function consoleGroups({ me, query, hits, keys = [], state, isAnswered }: Found): PaletteGroup<ConsoleAct>[] {
  const groups: PaletteGroup<ConsoleAct>[] = [
    { id: 'times', caption: t('Runs'), entries: timeEntries(query, new Date()) },
    { id: 'batch', caption: t('Actions'), entries: batchEntries(query) },
    { id: 'errors', caption: t('Errors'), entries: query === '' ? [] : matching(errorEntries(), query) },
    { id: 'places', caption: t('Go to'), entries: matching(placeEntries(me), query) },
    { id: 'acts', caption: t('Actions'), entries: matching(actEntries(state), query) },
    {
      id: 'keys',
      caption: t('API keys'),
      entries: keys.map((key) => ({
        id: `key-${key.api_key_id}`,
        caption: keyWords(key),
        note: [key.owner.email, key.ended_at !== null && t('ended {time}', { time: formatStamp(key.ended_at) })]
          .filter(Boolean)
          .join(' · '),
        does: { href: '/operator/people', find: key.api_key_id },
      })),
    },
    { id: 'people', caption: t('People'), entries: (hits?.people ?? []).flatMap(personEntries) },
    {
      id: 'runs',
      caption: t('Runs'),
      entries: (hits?.runs ?? []).map((run) => ({
        id: `run-${run.task_id}`,
        caption: run.name,
        note: [runStateWord(run.status), workWord(run.kind), run.email, formatStamp(run.created_at)].filter(Boolean).join(' · '),
        does: { href: `/operator/runs/${run.task_id}` },
      })),
    },
    {
      id: 'courses',
      caption: t('Courses'),
      entries: (hits?.courses ?? []).map(({ course_id: id, title, email }) => ({
        id: `course-${id}`,
        caption: title,
        note: t('its runs · {email}', { email }),
        does: runsOf({ course_id: id }),
      })),
    },
    {
      id: 'all',
      caption: t('Runs'),
      entries:
        query === '' || !isAnswered || hasKey(query)
          ? []
          : [{ id: 'all-runs', caption: t('All runs with “{words}”', { words: query }), does: runsOf({ q: query }) }],
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const AROUND_MS = 10 * 60_000;

/** The runs at a typed time, such as `14:20` or `ada 14:20`: today's, or yesterday's if that time is still to come. */
function timeEntries(query: string, now: Date): Entry[] {
  const [typed, hour, minute] = /(?:^|\s)([01]?\d|2[0-3])[:.]([0-5]\d)(?=\s|$)/.exec(query) ?? [];
  if (typed === undefined) return [];
  const today = new Date(now);
  today.setHours(Number(hour), Number(minute), 0, 0);
  const at = today > now ? dayBefore(today) : today;
  const person = query.replace(typed, ' ').trim();
  const [from, before] = [-AROUND_MS, AROUND_MS].map((by) => new Date(at.getTime() + by).toISOString()) as [string, string];
  const words = { from: formatTime(from), before: formatTime(before), person };
  const note = formatDate(from);
  const find = { from, before, ...(person !== '' && { person }) };
  return [
    {
      id: 'time-courses',
      caption: person === '' ? t('Courses from {from} to {before}', words) : t('{person}’s courses from {from} to {before}', words),
      note,
      does: runsOf({ ...find, kind: 'course' }),
    },
    {
      id: 'time-runs',
      caption: person === '' ? t('Runs from {from} to {before}', words) : t('Runs of {person} from {from} to {before}', words),
      note,
      does: runsOf(find),
    },
  ];
}

/** A new batch about the words after its keyword: `batch bread`. */
function batchEntries(query: string): Entry[] {
  const [first = '', ...rest] = query.split(/\s+/);
  const topic = rest.join(' ');
  if (topic === '' || ![t('Batch'), t('Batches')].some((word) => word.toLocaleLowerCase() === first.toLocaleLowerCase())) return [];
  return [
    { id: 'batch-about', caption: t('Plan a batch of courses about “{topic}”', { topic }), does: { href: '/operator/batches', topic } },
  ];
}

const personEntries = ({ user_id: id, email, name }: ConsoleHits['people'][number]): Entry[] => [
  { id: `person-${id}-runs`, caption: t('Runs of {name}', { name: name || email }), note: email, does: runsOf({ person: email }) },
  {
    id: `person-${id}-failed`,
    caption: t('Failed runs of {name}', { name: name || email }),
    note: email,
    does: runsOf({ person: email, status: 'failed' }),
  },
  {
    id: `person-${id}`,
    caption: t('Account of {name}', { name: name || email }),
    note: email,
    does: { href: '/operator/people', find: email },
  },
];

const errorEntries = (): Entry[] =>
  FAILURE_CODES.map((code) => ({
    id: `error-${code}`,
    caption: t('Runs that failed: {why}', { why: failureWord(code) }),
    note: code,
    does: runsOf({ status: 'failed', error_code: code }),
  }));

/** @param me the reader's own id */
const placeEntries = (me: string): Entry[] => [
  ...OPERATOR_PLACES.map((place) => ({
    id: `place-${place.id}`,
    caption: place.caption(),
    note: `g ${place.key}`,
    does: { href: addressOf(place) },
  })),
  ...quickViews(me)
    .slice(1)
    .map(({ name, find }) => ({ id: `view-${name}`, caption: t('Runs: {view}', { view: name }), does: { href: '/operator/runs', find } })),
  { id: 'deploys', caption: t('Charts: what the last deploys changed'), does: { href: '/operator/charts' } },
  { id: 'audit-limits', caption: t('Audit: who changed a limit'), does: { href: '/operator/audit', find: 'topic=limits' } },
  { id: 'audit-pauses', caption: t('Audit: who paused or resumed'), does: { href: '/operator/audit', find: 'topic=pauses' } },
  { id: 'app', caption: t('Back to app'), does: { href: '/create' } },
];

/** Everything that is not paused can be paused, and everything paused can be resumed. */
function actEntries(state: ConsoleState | undefined): Entry[] {
  const held = state?.paused ?? [];
  const isHeld = ({ scope, name }: Pause) => held.some((one) => one.scope === scope && one.name === name);
  const pausable: readonly { readonly id: string; readonly name: string; readonly pauses: readonly Pause[] }[] = [
    ...Object.keys(WORKS).map((work) => ({
      id: work,
      name: workWord(work),
      pauses: (['interactive', 'batch'] as const).map((lane) => ({ scope: 'queue' as const, name: `${work}-${lane}` })),
    })),
    ...SERVICES.map((service) => {
      const pause = { scope: 'service' as const, name: service };
      return { id: service, name: pausedWord(pause), pauses: [pause] };
    }),
  ];
  return pausable.map(({ id, name, pauses }) => {
    const resumed = pauses.filter(isHeld);
    return resumed.length > 0
      ? { id: `resume-${id}`, caption: t('Resume {name}', { name }), does: { pauses: resumed, paused: false } }
      : { id: `pause-${id}`, caption: t('Pause {name}', { name }), does: { pauses, paused: true } };
  });
}
