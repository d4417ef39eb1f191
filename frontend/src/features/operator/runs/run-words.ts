import type { ConsoleRun, RunAct, RunDetail } from '#contract/operator/runs-console.contract.ts';
import { t } from '#frontend/lib/text.ts';

export const statusWord = (status: ConsoleRun['status']): string =>
  ({ queued: t('Queued'), running: t('Running'), completed: t('Completed'), failed: t('Failed'), cancelled: t('Cancelled') })[status];

export const actWord = (act: RunAct): string =>
  ({ retry: t('Retry'), promote: t('Put first'), cancel: t('Cancel run'), remove: t('Remove') })[act];

/** The act on all that match, with how many there are. */
export const bulkWord = (act: RunAct, count: string): string =>
  ({
    retry: t('Retry all {n}', { n: count }),
    promote: t('Put all {n} first', { n: count }),
    cancel: t('Cancel all {n}', { n: count }),
    remove: t('Remove all {n}', { n: count }),
  })[act];

/** What an act takes away; null where it takes nothing. */
export const lossOf = (act: RunAct): string | null =>
  ({
    retry: null,
    promote: null,
    cancel: t('It ends for good: its calls are aborted, and nothing is charged.'),
    remove: t('Its request, steps, calls and log are deleted. What it cost stays in the sums.'),
  })[act];

/** Steps in the order in which they were asked for, each under what its key says it belongs to. */
export function stepTree(steps: RunDetail['steps']): readonly { readonly group: string; readonly steps: RunDetail['steps'] }[] {
  return [...Map.groupBy(steps, ({ key }) => (key.includes(':') ? key.slice(key.indexOf(':') + 1) : ''))].map(([group, inGroup]) => ({
    group,
    steps: inGroup,
  }));
}
