import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { runStateWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import type { MarginState } from '#frontend/ui/margin-row.tsx';
import { countMissing } from '#frontend/features/generation/run/run-words.ts';

/** Reduces a run to the counts used in lists. */
export const countedOf = <R extends Pick<StatusEnvelope, 'items'>>(run: R) => ({
  ...run,
  lessons_ready: run.items.length - countMissing(run.items),
  lessons_total: run.items.length,
});

/** `7/12` for a run whose lessons are being written; empty before that, also while the outline is still growing. */
export const countReadyShort = (run: Pick<RunSummary, 'stage' | 'lessons_ready' | 'lessons_total'>): string =>
  run.lessons_total === 0 || run.stage === 'outline' || run.stage === 'approval' ? '' : `${run.lessons_ready}/${run.lessons_total}`;

/** The prefix of the document's title: `(7/12)`. */
export function countText(run: Parameters<typeof countReadyShort>[0] | StatusEnvelope): string {
  const count = countReadyShort('items' in run ? countedOf(run) : run);
  return count === '' ? '' : `(${count})`;
}

/** The state of a run in a word or two, for lists and the chip. */
export function runWord(
  run: Pick<RunSummary, 'status' | 'stage' | 'stopped' | 'queue_position' | 'lessons_ready' | 'lessons_total'>,
): string {
  switch (run.status) {
    case 'queued':
      return run.queue_position !== null && run.queue_position > 0
        ? t('Number {n} in the queue', { n: run.queue_position })
        : t('Next in the queue');
    case 'running':
      if (run.stage === 'approval') return t('Outline waiting for you');
      return run.lessons_total === 0 || run.stage === 'outline' ? t('Outline being written') : t('Being written');
    case 'completed':
      return run.lessons_ready < run.lessons_total ? partWord(run) : runStateWord('completed');
    case 'failed':
    case 'cancelled':
      return runStateWord(run.status);
  }
}

/** For a completed run with an incomplete course: whether the learner or failures left it incomplete. */
function partWord({
  stopped,
  lessons_ready: ready,
  lessons_total: total,
}: Pick<RunSummary, 'stopped' | 'lessons_ready' | 'lessons_total'>): string {
  if (!stopped) return t('Completed, {n, plural, one {# missing} other {# missing}}', { n: total - ready });
  return t('Stopped, {n, plural, one {# lesson} other {# lessons}} kept', { n: ready });
}

/** The margin line of a whole run. */
export function marginOfRun({ status, stage }: Pick<RunSummary, 'status' | 'stage'>): MarginState {
  if (status === 'completed') return 'done';
  if (status === 'failed') return 'failed';
  return status === 'running' && stage !== 'approval' ? 'writing' : 'waiting';
}
