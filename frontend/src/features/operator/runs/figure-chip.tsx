import Chip from '@mui/material/Chip';
import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { formatClock, formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { workWord } from '../overview/work-words.ts';

const PARTS = ['parked', 'step', 'work', 'step_error', 'purpose', 'since', 'until'] as const satisfies readonly (keyof RunFilter)[];

interface FigureChipProps {
  readonly filter: RunFilter;
  readonly onFilter: (filter: RunFilter) => void;
}

/** The part of a filter that a pressed figure has set and no field shows, in words; it is taken away with one press. */
export function FigureChip({ filter, onFilter }: FigureChipProps) {
  if (PARTS.every((part) => filter[part] === undefined)) return null;
  const rest = Object.fromEntries(Object.entries(filter).filter(([name]) => !PARTS.some((part) => part === name)));
  return <Chip label={words(filter)} onDelete={() => onFilter(rest)} sx={{ marginBlockEnd: 1.5, maxWidth: '100%' }} />;
}

const STEPS: Readonly<Record<NonNullable<RunFilter['step']>, () => string>> = {
  live: () => t('Steps that wait or are at work'),
  active: () => t('Steps at work'),
  waiting: () => t('Steps waiting'),
  delayed: () => t('Steps due later'),
  ended: () => t('Steps that ended'),
  failed: () => t('Steps that failed for good'),
};

const words = ({ step, work, step_error: error, purpose, parked, since, until }: RunFilter): string =>
  [
    ...(step === undefined ? [] : [STEPS[step]()]),
    ...(work === undefined ? [] : [workWord(work)]),
    ...(error === undefined ? [] : [error]),
    ...(purpose === undefined ? [] : [t('Calls for {purpose}', { purpose })]),
    ...(parked === undefined ? [] : [parked === 'yes' ? t('Parked') : t('Not parked')]),
    ...(since === undefined || until === undefined ? [] : [t('{from} to {until}', { from: momentOf(since), until: momentOf(until) })]),
  ].join(' · ');

const momentOf = (at: string): string => `${formatDate(at)} ${formatClock(at)}`;
