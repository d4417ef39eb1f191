import type { BadRow, Batch, BatchAct, BatchLimits, BatchTask, ItemState, LESSON_CHOICES } from '#contract/operator/batches.contract.ts';
import { formatNumber, formatPercent } from '#frontend/lib/format.ts';
import { batchStateWord } from '#frontend/lib/state-words.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

interface TaskWords {
  readonly name: string;
  /** The plural noun for its units. */
  readonly units: string;
}

const wordsOfTasks = (): Readonly<Record<BatchTask, TaskWords>> => ({
  refresh_all: { name: t('Refresh all lessons'), units: t('Lessons') },
  refresh_matching: { name: t('Refresh matching lessons'), units: t('Lessons') },
  fix: { name: t('Fix one thing'), units: t('Lessons') },
  missing_practice: { name: t('Add missing practice'), units: t('Lessons') },
  media: { name: t('Draw missing pictures'), units: t('Pictures') },
  simulation: { name: t('Create missing simulations'), units: t('Simulations') },
  translation: { name: t('Translate'), units: t('Lessons') },
});

export const taskWord = (what: BatchTask): string => wordsOfTasks()[what].name;

/** The plural noun for the units of a batch. */
export const unitsWord = (what: BatchTask): string => wordsOfTasks()[what].units;

/** The name of a language as the course form shows it. */
export const languageOptionName = (language: string): string => translateServerText(language.charAt(0).toUpperCase() + language.slice(1));

/** The state of a batch, and why it is paused. */
export const batchWord = ({ state, paused_for: why }: Pick<Batch, 'state' | 'paused_for'>): string =>
  state === 'paused' ? t('Paused: {why}', { why: pauseWord(why) }) : batchStateWord(state);

/** How many courses a batch works on at once. The number grows with its results, so that a fault affects only a few. */
export function rampWords({
  canary,
  at_once: most,
  by_vendor_batch: isByVendor,
}: Pick<Batch, 'canary' | 'at_once' | 'by_vendor_batch'>): string {
  const first =
    canary === 0
      ? ''
      : t(
          '{n, plural, one {The first course is a trial} other {The first # courses are a trial}}: the rest waits until you have reviewed it.',
          {
            n: canary,
          },
        );
  const rest = isByVendor
    ? t('All courses are sent to the AI services’ batch queues at once.')
    : t('After that, a course starts each time another ends, up to {n} at a time.', { n: most });
  return [first, rest].filter(Boolean).join(' ');
}

const pauseWord = (why: string | null): string =>
  ({
    operator: t('by an operator'),
    budget: t('the budget is used up'),
    failures: t('too many failures'),
    cost: t('it cost more than expected'),
    quality: t('too many results have findings'),
    cap: t('the daily cap is spent'),
    tokens: t('the creator does not have enough tokens'),
  })[why ?? ''] ?? '';

export const batchActWord = (act: BatchAct): string =>
  ({
    start: t('Start'),
    continue: t('Continue'),
    pause: t('Pause'),
    halt: t('Abort its calls'),
    resume: t('Resume'),
    cancel: t('Cancel the rest'),
    retry_failed: t('Retry the failed courses'),
    set_limits: t('Change the limits'),
    approve: t('Approve'),
    discard: t('Discard'),
    rollback: t('Roll back'),
  })[act];

/** What an action on a batch deletes or starts to spend, for the confirmation dialog; null when it needs no confirmation. */
export const batchActWarning = (act: BatchAct): string | null =>
  ({
    start: t('The trial starts now and can spend up to the budget.'),
    continue: t('The rest starts now.'),
    pause: null,
    halt: t('The batch pauses and calls in progress are aborted. Their cost is already spent, and they are repeated when you resume.'),
    resume: null,
    cancel: t('The rest is cancelled for good, and its calls are aborted. Results that are ready can still be approved.'),
    retry_failed: null,
    set_limits: null,
    approve: t('The new lessons become live as new versions. Lessons that were edited since, and pinned ones, stay as they are.'),
    discard: t('The results are discarded and failed work is abandoned. Their cost is not refunded.'),
    rollback: t('Every course gets its earlier text back as a new version. Progress, notes and bookmarks stay.'),
  })[act];

/** The results that a batch's limits judge; only operators see the drift of their costs. */
export type JudgedResults = Omit<Batch['judged'], 'cost_drift'> & Partial<Pick<Batch['judged'], 'cost_drift'>>;
/** The limits of a batch; creators pay by the price list, so theirs have no limit on costs. */
export type ShownLimits = Pick<BatchLimits, 'most_failures' | 'most_unclean'> & Partial<Pick<BatchLimits, 'most_cost_drift'>>;

/** When a batch pauses by itself. Creators see no limit on costs. */
export function limitWords({ most_failures, most_unclean, most_cost_drift: drift }: ShownLimits): string {
  const shares = { failures: formatPercent(most_failures), unclean: formatPercent(most_unclean) };
  return drift === undefined
    ? t('Pauses automatically when more than {failures} of its results fail, or more than {unclean} have findings.', shares)
    : t(
        'Pauses automatically when more than {failures} of its results fail, more than {unclean} have findings, or they cost more than {drift} times the expected amount.',
        { ...shares, drift: formatNumber(drift) },
      );
}

/** The results that the batch's limits currently judge. */
export function judgedWords({ results: n, failed, unclean, cost_drift: drift = null, since }: JudgedResults): string {
  if (n === 0) return since === null ? t('There is no result yet.') : t('No new results since you last looked.');
  const counts = { n, failed: formatNumber(failed), unclean: formatNumber(unclean) };
  return drift === null
    ? t('{n, plural, one {Of # result} other {Of # results}}, {failed} failed and {unclean} have findings.', counts)
    : t(
        '{n, plural, one {Of # result} other {Of # results}}, {failed} failed and {unclean} have findings; they cost {drift} times the expected amount.',
        { ...counts, drift: formatNumber(Math.round(drift * 100) / 100) },
      );
}

/** What resuming a batch means, with its numbers. */
export const resumeWords = ({
  judged,
  limits,
  items,
}: {
  readonly judged: JudgedResults;
  readonly limits: ShownLimits;
  readonly items: Partial<Record<ItemState, number>>;
}): string =>
  [
    judgedWords(judged),
    t('Resuming means you have reviewed them: only results from now on are judged.'),
    limitWords(limits),
    t('{n, plural, one {# course has not started.} other {# courses have not started.}}', { n: items.pending ?? 0 }),
  ].join(' ');

export const lessonChoiceWord = (choice: (typeof LESSON_CHOICES)[number]): string =>
  ({
    all: t('all lessons'),
    unreviewed: t('not checked'),
    old_model: t('by an old model'),
    without_practice: t('without practice'),
  })[choice];

export const invalidRowWord = (problem: BadRow['problem']): string =>
  ({
    not_an_id: t('not a course ID'),
    twice: t('appears twice'),
    no_such_course: t('there is no such course'),
    not_regenerable: t('cannot be rewritten, because it is a copy or was created without a request'),
  })[problem];
