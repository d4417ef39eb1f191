import { csvField } from '#contract/platform/csv-field.ts';
import { lookup } from '#contract/platform/lookup.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { runUsage } from '#contract/generation/run-control.contract.ts';
import { formatNumber, usd } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import type { BarRow } from '#frontend/ui/charts/bar-rows.tsx';

export type RunUsage = AnswerOf<typeof runUsage>;
export type UsageLine = RunUsage['total'];

const MICRO = 1_000_000;

/** Formats micro-dollars as money, small amounts to a hundredth of a cent. An unknown price is shown as unknown, not as zero. */
export function formatCost(microUsd: number | null): string {
  if (microUsd === null) return t('unknown');
  const dollars = microUsd / MICRO;
  const digits = dollars !== 0 && dollars < 1 ? 4 : 2;
  return usd(dollars, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats micro-dollars to the cent, for a sentence. */
const formatWorth = (microUsd: number): string => (microUsd < MICRO / 100 ? formatCost(microUsd) : usd(microUsd / MICRO, {}));

/** Formats a sum that may be known only in part. */
export const formatSum = (microUsd: number | null, known: number): string =>
  microUsd === null && known > 0 ? t('at least {cost}', { cost: formatCost(known) }) : formatCost(microUsd);

export const tokensOf = (line: UsageLine): number => line.input_tokens + line.output_tokens;

const nameOf = (lines: RunUsage['by_service'], { service, model }: RunUsage['by_service'][number]): string =>
  lines.filter((line) => line.service === service).length > 1 ? `${SERVICE_NAMES[service]} ${model}` : SERVICE_NAMES[service];

export const tokenBars = (lines: RunUsage['by_service']): BarRow[] =>
  lines.map((line) => ({
    name: nameOf(lines, line),
    value: tokensOf(line),
    label: formatNumber(tokensOf(line)),
  }));

export const costBars = (lines: RunUsage['by_service']): BarRow[] =>
  lines.map((line) => ({
    name: nameOf(lines, line),
    value: line.known_cost_micro_usd - line.known_wasted_micro_usd,
    hatched: line.known_wasted_micro_usd,
    label: formatSum(line.cost_micro_usd, line.known_cost_micro_usd),
  }));

type Attempt = RunUsage['by_lesson'][number]['attempt_list'][number];

const STAGES: Readonly<Record<string, () => string>> = lookup({
  lesson: () => t('Writing'),
  practice: () => t('Practice'),
  review: () => t('Check'),
  correction: () => t('Correction'),
});

/** The purpose of a call for a lesson; an unknown stage keeps its own name. */
export const attemptStage = (stage: string): string => STAGES[stage]?.() ?? stage;

const OUTCOMES: Readonly<Record<Attempt['outcome'], () => string>> = {
  ok: () => t('used'),
  discarded: () => t('not used'),
  rate_limited: () => t('was overloaded'),
  unavailable: () => t('could not be reached'),
  timed_out: () => t('did not answer in time'),
  refused: () => t('declined to write it'),
  broken: () => t('sent a text that could not be used'),
  aborted: () => t('was cut off'),
};

/** The outcome of an attempt, in words. */
export const attemptOutcome = (outcome: Attempt['outcome']): string => OUTCOMES[outcome]();

/** The columns of the table, which are also the first columns of the CSV file. */
export const usageColumns = (): string[] => [
  t('Service'),
  t('Model'),
  t('Calls'),
  t('Failed calls'),
  t('Input units'),
  t('of which cached'),
  t('Output units'),
  t('Cost'),
  t('of which wasted'),
];

interface UsageRow {
  readonly service: string;
  readonly model: string;
  readonly line: UsageLine;
}

export const usageRows = ({ by_service, total }: RunUsage): UsageRow[] => [
  ...by_service.map((line) => ({ service: SERVICE_NAMES[line.service], model: line.model, line })),
  { service: t('Total'), model: '', line: total },
];

/**
 * The usage as a CSV file with a byte order mark for Excel; money in dollars, or `unknown`. The known parts of sums have their own columns,
 * so that they can be added up.
 */
export function usageCsv(usage: RunUsage): string {
  const money = (microUsd: number | null) => (microUsd === null ? 'unknown' : (microUsd / MICRO).toFixed(6));
  const named = [...usageColumns(), t('Known cost'), t('Known waste')];
  const columns = named.map((column, index) => (index >= 7 ? `${column} (USD)` : column));
  const rows = usageRows(usage).map(({ service, model, line }) => [
    service,
    model,
    line.calls,
    line.failed_calls,
    line.input_tokens,
    line.cached_tokens,
    line.output_tokens,
    money(line.cost_micro_usd),
    money(line.wasted_micro_usd),
    money(line.known_cost_micro_usd),
    money(line.known_wasted_micro_usd),
  ]);
  return `\uFEFF${[columns, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/** The sentence above the charts. */
export function usageSummary({ total }: RunUsage): string {
  // the vendors' tokens are not those of the wallet
  const units = t('{n} units of AI text in {calls, plural, one {# call} other {# calls}}', {
    n: formatNumber(tokensOf(total)),
    calls: total.calls,
  });
  return [costWords(total, units), unknownWords(total), wasteWords(total)].filter(Boolean).join(' ');
}

function costWords({ cost_micro_usd: cost, known_cost_micro_usd: known }: UsageLine, units: string): string {
  if (cost !== null) return t('{units}, worth {cost}.', { units, cost: formatWorth(cost) });
  return known > 0 ? t('{units}, worth at least {cost}.', { units, cost: formatWorth(known) }) : `${units}.`;
}

function unknownWords({ unpriced_calls: n }: UsageLine): string {
  if (n === 0) return '';
  return t(
    '{n, plural, one {The cost of # of them is unknown, because it was cut off or its model has no known price.} other {The cost of # of them is unknown, because they were cut off or their model has no known price.}}',
    { n },
  );
}

function wasteWords({ wasted_micro_usd: wasted, known_wasted_micro_usd: known }: UsageLine): string {
  if (wasted === 0) return t('None of it was wasted.');
  if (wasted === null && known === 0) return '';
  const values = { wasted: formatCost(known) };
  return wasted === null
    ? t('At least {wasted} of that was wasted on calls that failed or whose answer was discarded.', values)
    : t('{wasted} of that was wasted on calls that failed or whose answer was discarded.', values);
}
