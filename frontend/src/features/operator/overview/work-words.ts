import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { writeRunSearch } from '../runs/run-search.ts';

/** The kind of work of a queue, in words; an unknown one by its name. */
export const workWord = (work: string): string =>
  ({
    generate: t('Course texts'),
    draw: t('Pictures'),
    recommend: t('Recommendations'),
    translate: t('Translation'),
    film: t('Clips'),
    export: t('Exports'),
    source: t('Sources'),
    moderate: t('Moderation'),
    hear: t('Transcription'),
    grade: t('Grading'),
    simulate: t('Simulations'),
    speak: t('Audio courses'),
    cards: t('Flash cards'),
  })[work] ?? work;

/** The filter for the runs with steps of a queue. @param queue as `<work>-<lane>` */
export function filterOfQueue(queue: string): Pick<RunFilter, 'work' | 'lane'> {
  const [work = '', lane] = queue.split('-');
  return { work, lane: lane === 'batch' ? 'batch' : 'interactive' };
}

/** The times of a filter: the seconds until `at`, an ISO time, as figures of the overview have them. */
export const secondsUntil = (at: string, seconds: number): Pick<RunFilter, 'since' | 'until'> => ({
  since: new Date(Date.parse(at) - seconds * 1000).toISOString(),
  until: at,
});
export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;

/** The address parameter `find` of the list of runs with this filter, newest first. */
export const findOf = (filter: RunFilter): string | undefined =>
  writeRunSearch({ filter, sort: 'created_at', order: 'desc', page: 0, size: 25 });
