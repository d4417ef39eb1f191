import type { ConsoleRun, RunFilter } from '#contract/operator/runs-console.contract.ts';
import { RUN_KINDS } from '#contract/platform/kinds-of-work.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { formatStamp } from '#frontend/lib/format.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { runStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FAILURE_CODES, failureWord, laneWord, purposeWord, workWord } from '../overview/work-words.ts';
import { formatMicro } from '../parts/figures.ts';
import { FilterLine, type FilterField } from '../parts/filter-line.tsx';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
const LANES = ['interactive', 'batch'] as const;
const MICRO = 1_000_000;

/** The moment when a local day begins. */
const dayBegins = (day: string): string => new Date(`${day}T00:00`).toISOString();
const isId = (text: string): boolean => /^[\da-f]{8}-[\da-f-]{27}$/i.test(text);
const idWords = (id: string): string => id.slice(0, 8);

/** @param names names for ids, from the listed runs */
const fields = ({
  person,
  subject,
}: {
  readonly person: string | undefined;
  readonly subject: string | undefined;
}): readonly FilterField[] => [
  { id: 'status', name: t('Status'), options: STATUSES.map((status) => ({ value: status, label: runStateWord(status) })) },
  { id: 'kind', name: t('Kind'), options: Object.keys(RUN_KINDS).map((kind) => ({ value: kind, label: workWord(kind) })) },
  { id: 'person', name: t('Person'), words: (value) => (isId(value) ? (person ?? idWords(value)) : value) },
  { id: 'error_code', name: t('Error'), options: FAILURE_CODES.map((code) => ({ value: code, label: failureWord(code) })) },
  {
    id: 'refused',
    name: t('Refused by a service'),
    options: [
      { value: 'yes', label: t('Yes') },
      { value: 'no', label: t('No') },
    ],
  },
  { id: 'service', name: t('Service'), options: SERVICES.map((service) => ({ value: service, label: LANE_NAMES[service] })) },
  {
    id: 'unusual',
    name: t('Unusual'),
    options: [
      { value: 'slow', label: t('slow for its kind') },
      { value: 'dear', label: t('expensive for its kind') },
    ],
  },
  {
    id: 'cost_from',
    name: t('Cost at least, US dollars'),
    type: 'number',
    parse: (typed) => String(Math.round(Number(typed) * MICRO)),
    words: (value) => formatMicro(Number(value)),
  },
  { id: 'from', name: t('Created from'), type: 'date', parse: dayBegins, words: formatStamp },
  { id: 'before', name: t('Created before'), type: 'date', parse: dayBegins, words: formatStamp },
  { id: 'lane', name: t('Lane'), options: LANES.map((lane) => ({ value: lane, label: laneWord(lane) })) },
  { id: 'course_id', name: t('Course'), words: (value) => subject ?? idWords(value) },
  { id: 'batch_id', name: t('Batch'), words: idWords },
];

/** Parts of a filter that are set by pressing a figure and have no field. */
const OF_FIGURES = ['parked', 'step', 'work', 'step_error', 'purpose', 'since', 'until'] as const satisfies readonly (keyof RunFilter)[];

const STEPS: Readonly<Record<NonNullable<RunFilter['step']>, () => string>> = {
  live: () => t('Steps waiting or in progress'),
  active: () => t('Steps in progress'),
  waiting: () => t('Steps waiting'),
  delayed: () => t('Steps due later'),
  ended: () => t('Steps finished'),
  failed: () => t('Steps that failed permanently'),
};

const words = ({ step, work, step_error: error, purpose, parked, since, until }: RunFilter): string =>
  [
    ...(step === undefined ? [] : [STEPS[step]()]),
    ...(work === undefined ? [] : [workWord(work)]),
    ...(error === undefined ? [] : [failureWord(error)]),
    ...(purpose === undefined ? [] : [t('Calls for {purpose}', { purpose: purposeWord(purpose) })]),
    ...(parked === undefined ? [] : [parked === 'yes' ? t('Parked') : t('Not parked')]),
    ...(since === undefined || until === undefined
      ? []
      : [t('{from} to {until}', { from: formatStamp(since), until: formatStamp(until) })]),
  ].join(' · ');

interface RunFiltersProps {
  readonly filter: RunFilter;
  /** The matching runs, which contain the names of people and courses. */
  readonly runs: readonly ConsoleRun[];
  readonly onFilter: (filter: RunFilter) => void;
}

/** The filters of the runs. */
export function RunFilters({ filter, runs, onFilter }: RunFiltersProps) {
  const me = useUser();
  const owner = runs.find(({ person }) => person?.user_id === filter.person)?.person;
  const person = filter.person === me.user_id ? t('you') : owner?.name || owner?.email;
  const isOfFigure = OF_FIGURES.some((id) => filter[id] !== undefined);
  return (
    <FilterLine
      label={t('Find runs')}
      text={{ id: 'q', placeholder: t('Text, run or error') }}
      fields={fields({ person, subject: runs[0]?.title ?? runs[0]?.subject })}
      filter={Object.fromEntries(Object.entries(filter).map(([id, value]) => [id, String(value)]))}
      rest={isOfFigure ? { words: words(filter), ids: OF_FIGURES } : undefined}
      onFilter={(next) => onFilter(next as RunFilter)}
    />
  );
}
