import type { FailedOutcome, Series, SeriesMark } from '#contract/operator/series.contract.ts';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { isSameDay, secondOfDay } from '#frontend/lib/calendar.ts';
import { formatAxisTime, formatNumber, formatTime } from '#frontend/lib/format.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import type { ChartMark, ChartSeries } from '#frontend/ui/charts/series-chart.tsx';
import { alertWords } from '../overview/alert-words.ts';
import { laneWord, workWord } from '../overview/work-words.ts';
import { csvFile } from '../parts/csv.ts';
import { formatMicro, formatSeconds, NO_VALUE } from '../parts/figures.ts';

const DAY_S = 86_400;
const HOUR_S = 3_600;
const MINUTE_S = 60;
/** Number of kinds of work with their own colour; the others are combined. */
const KINDS = 5;

export interface SheetSeries extends ChartSeries {
  /** The total of the whole range. */
  readonly total: number | null;
  /** The runs behind the series, without a time filter. */
  readonly runs: RunFilter;
}

/** One chart with its legend, its table and its file. */
export interface Sheet {
  readonly id: string;
  readonly title: string;
  /** The counted unit, beside the title. */
  readonly unit: string;
  readonly kind: 'bars' | 'lines';
  readonly series: readonly SheetSeries[];
  readonly format: (value: number) => string;
  /** The figure of an interval, or of the range for null, at the end of the heading. */
  readonly sum: (index: number | null) => number | null;
  /** The runs behind all series, without a time filter. */
  readonly runs: RunFilter;
  /** Converts a value to the unit of the CSV file. */
  readonly raw: (value: number) => number;
}

const sumAt = (series: readonly SheetSeries[], index: number | null): number =>
  series.reduce((sum, { values, total }) => sum + ((index === null ? total : values[index]) ?? 0), 0);

/** The four charts of the overview. */
export const sheetsOf = (series: Series): readonly Sheet[] => [throughputOf(series), waitOf(series), attemptsOf(series), costOf(series)];

/** The charts that are not in the overview but in their own section. */
export const furtherSheetsOf = (series: Series): readonly Sheet[] => [
  failedOf(series),
  callsOf(series),
  throughputOf(series, 'batch'),
  waitOf(series, 'batch'),
];

/** The colour of the kind of work at this position. */
const kindColour = (place: number): string => (place < KINDS ? `var(--kind-${place + 1})` : 'var(--kind-rest)');

/** A chart of a number of steps by kind of work, largest first; kinds beyond the colours are combined. */
function byKind(
  queues: Series['queues'],
  of: (row: Series['queues'][number]) => { readonly bars: readonly number[]; readonly total: number },
  runs: RunFilter,
): SheetSeries[] {
  const works = [...Map.groupBy(queues, ({ work }) => work)]
    .map(([work, rows]) => ({
      work,
      values: of(rows[0]!).bars.map((_, bar) => rows.reduce((sum, row) => sum + of(row).bars[bar]!, 0)),
      total: rows.reduce((sum, row) => sum + of(row).total, 0),
    }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total || (one.work < other.work ? -1 : 1));
  const [named, rest] = works.length > KINDS + 1 ? [works.slice(0, KINDS), works.slice(KINDS)] : [works, []];
  const entries: SheetSeries[] = named.map(({ work, values, total }, place) => ({
    id: work,
    name: workWord(work),
    values,
    total,
    colour: kindColour(place),
    runs: { ...runs, work },
  }));
  if (rest.length === 0) return entries;
  const others: SheetSeries = {
    id: 'others',
    name: t('Others'),
    values: rest[0]!.values.map((_, bar) => rest.reduce((sum, { values }) => sum + values[bar]!, 0)),
    total: rest.reduce((sum, { total }) => sum + total, 0),
    colour: 'var(--kind-rest)',
    runs,
  };
  return [...entries, others];
}

/** The chart of steps that failed permanently, i.e. of dead letters. */
export function failedOf({ queues }: Series): Sheet {
  const entries = byKind(queues, ({ failed, failed_total: total }) => ({ bars: failed, total }), { step: 'failed' });
  return {
    id: 'failed',
    title: t('Permanently failed'),
    unit: t('steps, by kind of work'),
    kind: 'bars',
    series: entries,
    format: formatNumber,
    sum: (index) => sumAt(entries, index),
    runs: { step: 'failed' },
    raw: (value) => value,
  };
}

function throughputOf({ queues }: Series, lane?: 'batch'): Sheet {
  const rows = lane === undefined ? queues : queues.filter((row) => row.lane === lane);
  const runs: RunFilter = { step: 'ended', ...(lane !== undefined && { lane }) };
  const entries = byKind(rows, ({ ended, ended_total: total }) => ({ bars: ended, total }), runs);
  return {
    id: lane === undefined ? 'throughput' : 'batch-throughput',
    title: lane === undefined ? t('Throughput') : t('Batch throughput'),
    unit: t('steps that ended, by kind of work'),
    kind: 'bars',
    series: entries,
    format: formatNumber,
    sum: (index) => sumAt(entries, index),
    runs,
    raw: (value) => value,
  };
}

function waitOf({ waits }: Series, of: 'interactive' | 'batch' = 'interactive'): Sheet {
  const entries = waits.flatMap(({ lane, bars, total }): SheetSeries[] =>
    lane !== of
      ? []
      : (['p50', 'p95'] as const).map((share) => ({
          id: share,
          name: share,
          values: bars.map((bar) => bar?.[share] ?? null),
          total: total?.[share] ?? null,
          colour: share === 'p50' ? 'var(--share-50)' : 'var(--share-95)',
          runs: { step: 'ended', lane },
        })),
  );
  const slow = entries[1];
  return {
    id: of === 'batch' ? 'batch-wait' : 'wait',
    title: of === 'batch' ? t('Batch wait') : t('Wait before start'),
    unit: laneWord(of),
    kind: 'lines',
    series: entries,
    format: formatSeconds,
    sum: (index) => (index === null ? slow?.total : slow?.values[index]) ?? null,
    runs: { step: 'ended', lane: of },
    raw: (value) => Math.round(value * 1000) / 1000,
  };
}

const outcomeWord = (outcome: FailedOutcome): string =>
  ({
    unavailable: t('Service unavailable'),
    timed_out: t('Timed out'),
    rate_limited: t('Too many requests'),
    broken: t('Unusable answer'),
    refused: t('Refused'),
  })[outcome];

function attemptsOf({ attempts }: Series): Sheet {
  const entries = attempts.map(({ outcome, calls, total }, place) => ({
    id: outcome,
    name: outcomeWord(outcome),
    values: calls,
    total,
    colour: `var(--failure-${place + 1})`,
    runs: { outcome },
  }));
  return {
    id: 'failed-attempts',
    title: t('Failed attempts'),
    unit: t('calls, by class'),
    kind: 'bars',
    series: entries,
    format: formatNumber,
    sum: (index) => sumAt(entries, index),
    runs: { outcome: 'failed' },
    raw: (value) => value,
  };
}

/** A series for each service; known services have the order of their rows. */
function byService(
  services: Series['services'],
  of: (row: Series['services'][number]) => { readonly bars: readonly number[]; readonly total: number },
): SheetSeries[] {
  const known = SERVICES.flatMap((service) => services.filter((row) => row.service === service));
  const others = services.filter(({ service }) => !SERVICES.some((name) => name === service));
  return [...known, ...others].map((row) => {
    const service = SERVICES.find((name) => name === row.service);
    const { bars, total } = of(row);
    return {
      id: row.service,
      name: service ? LANE_NAMES[service] : row.service,
      values: bars,
      total,
      colour: service ? `var(--service-${service})` : 'var(--service-none)',
      runs: service ? { service } : {},
    };
  });
}

function costOf({ services }: Series): Sheet {
  const entries = byService(services, ({ micro_usd: bars, micro_usd_total: total }) => ({ bars, total }));
  return {
    id: 'cost',
    title: t('Cost'),
    unit: t('by service'),
    kind: 'bars',
    series: entries,
    format: formatMicro,
    sum: (index) => sumAt(entries, index),
    runs: {},
    raw: (value) => value / 1_000_000,
  };
}

/** The chart of calls to AI services. */
export function callsOf({ services }: Series): Sheet {
  const entries = byService(services, ({ calls: bars, calls_total: total }) => ({ bars, total }));
  return {
    id: 'calls',
    title: t('Calls'),
    unit: t('by service'),
    kind: 'bars',
    series: entries,
    format: formatNumber,
    sum: (index) => sumAt(entries, index),
    runs: {},
    raw: (value) => value,
  };
}

/** A figure of a sheet in words. */
export const figureOf = (format: Sheet['format'], value: number | null | undefined): string =>
  value === null || value === undefined ? NO_VALUE : format(value);

/** The time of an interval, in the form used by lists of runs; the last interval ends with the range. */
export function timeOf({ bars, until }: Series, index: number | null): Required<Pick<RunFilter, 'since' | 'until'>> {
  if (index === null) return { since: bars[0]!, until };
  const end = bars[index + 1] ?? until;
  return { since: bars[index]!, until: end < until ? end : until };
}

const isLongOf = ({ bars, bar_s: barS }: Series): boolean => bars.length * barS > DAY_S;

/**
 * An interval in words: `14:00 to 15:00`, with its day unless that is the last of the range. Whole days are UTC days, as they are counted.
 */
export function intervalWords(series: Series, index: number): string {
  const { bars, bar_s: barS } = series;
  const from = bars[index]!;
  if (barS >= DAY_S) return formatAxisTime(from, 'weekday-day');
  const until = new Date(Date.parse(from) + barS * 1000).toISOString();
  const start = !isSameDay(from, series.until) ? formatAxisTime(from, 'full') : formatTime(from);
  return t('{start} to {end}', { start, end: formatTime(until) });
}

/** Labels of the axis: about eight at round times; the date where a day begins. */
export function ticksOf(series: Series): ReadonlyMap<number, string> {
  const { bars, bar_s: barS } = series;
  const begins = bars.flatMap((iso, index) => (index > 0 && !isSameDay(iso, bars[index - 1]!) ? [index] : []));
  if (barS < DAY_S && isLongOf(series)) return new Map(begins.map((index) => [index, formatAxisTime(bars[index]!, 'weekday')]));
  const every = barS < HOUR_S ? (10 * MINUTE_S) / barS : Math.max(1, Math.round(bars.length / 8));
  const isRound = (iso: string) => secondOfDay(iso) % (every * barS) === 0;
  // in a zone whose hours do not begin with those of UTC, none is round
  const first = Math.max(0, barS < DAY_S ? bars.findIndex(isRound) : Math.floor(every / 2));
  const label = (iso: string, index: number): string =>
    barS >= DAY_S ? formatAxisTime(iso, 'day') : begins.includes(index) ? formatAxisTime(iso, 'weekday') : formatTime(iso);
  return new Map(bars.flatMap((iso, index) => (index % every === first ? [[index, label(iso, index)]] : [])));
}

/** Marks as fractions of the axis. */
export function chartMarks({ bars, bar_s: barS, marks }: Series): ChartMark[] {
  const first = Date.parse(bars[0]!);
  const length = bars.length * barS * 1000;
  const share = (at: number) => Math.max(0, Math.min(1, (at - first) / length));
  return marks.map(({ kind, at, until, is_over: isOver }) => ({
    kind,
    from: share(Date.parse(at)),
    until: kind === 'deploy' ? null : share(isOver && until !== null ? Date.parse(until) : Date.now()),
  }));
}

/** What a mark says. */
export function markWords({ kind, name, subject, value }: SeriesMark): string {
  if (kind === 'deploy') return t('Deploy {name}', { name });
  if (kind === 'batch') return t('Batch {name}', { name });
  if (kind === 'alert') return alertWords({ rule: name, subject: subject ?? '', value: value ?? 0, threshold: 0 }).what;
  const [scope = '', paused = ''] = name.split(':');
  if (paused === '*') return t('All queues paused');
  const [work = '', lane] = paused.split('-');
  if (scope === 'queue') return t('{work} paused', { work: `${workWord(work)}${lane === 'batch' ? `, ${laneWord('batch')}` : ''}` });
  const service = SERVICES.find((known) => known === paused);
  return t('{work} paused', { work: service ? LANE_NAMES[service] : workWord(paused) });
}

/** The CSV file of a sheet: one line per interval, with unformatted numbers. */
export const csvOf = (series: Series, { series: entries, raw }: Sheet): Blob =>
  csvFile([
    ['from', ...entries.map(({ name }) => name)],
    ...series.bars.map((at, index) => [at, ...entries.map(({ values }) => (values[index] == null ? '' : raw(values[index])))]),
  ]);
