import type { BATCH_STATES, ItemState } from '#contract/operator/batches.contract.ts';
import type { RunStatus, WORK_STATES } from '#contract/platform/status.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** The words for the states of the engine's work, by the contract's states. The same outcome has the same word on every screen. */
type Words<State extends string> = Readonly<Record<State, () => string>>;

/** Runs and their steps. */
const RUN: Words<RunStatus> = {
  queued: () => t('Queued'),
  running: () => t('Running'),
  completed: () => t('Completed'),
  failed: () => t('Failed'),
  cancelled: () => t('Cancelled'),
};

/** Parts of a run: lessons, and the tasks of an AI service. */
const WORK: Words<(typeof WORK_STATES)[number]> = {
  pending: () => t('Waiting'),
  processing: () => t('Working'),
  completed: RUN.completed,
  failed: RUN.failed,
};

const BATCH: Words<(typeof BATCH_STATES)[number]> = {
  planned: () => t('Planned'),
  canary: () => t('Trial'),
  review: () => t('Waiting for your review of the trial'),
  running: RUN.running,
  paused: () => t('Paused'),
  deciding: () => t('Written, waiting for your decision'),
  done: RUN.completed,
  cancelled: RUN.cancelled,
};

/** The courses of a batch. */
const ITEM: Words<ItemState> = {
  pending: WORK.pending,
  leased: () => t('Starting'),
  running: RUN.running,
  ready: () => t('Ready to approve'),
  approving: () => t('Being approved'),
  approved: () => t('Live'),
  discarding: () => t('Being discarded'),
  discarded: () => t('Discarded'),
  rolling_back: () => t('Being rolled back'),
  rolled_back: () => t('Rolled back'),
  failed: RUN.failed,
  skipped: () => t('Skipped'),
  cancelled: RUN.cancelled,
};

export const runStateWord = (state: RunStatus): string => RUN[state]();

/** The state of a run; with its progress in percent while it runs: `Running, 40 %`. */
export const runProgressWord = ({ status, progress }: { readonly status: RunStatus; readonly progress: number }): string =>
  status === 'running' ? t('Running, {n} %', { n: formatNumber(progress) }) : runStateWord(status);

export const workStateWord = (state: keyof typeof WORK): string => WORK[state]();
export const batchStateWord = (state: keyof typeof BATCH): string => BATCH[state]();
export const itemStateWord = (state: ItemState): string => ITEM[state]();
