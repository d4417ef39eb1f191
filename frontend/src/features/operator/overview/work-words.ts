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

/** The kind of run of a kind of work; the others serve several kinds. */
const KINDS: Readonly<Record<string, string>> = {
  draw: 'course-pictures',
  recommend: 'recommendations',
  film: 'video',
  source: 'source-reading',
  moderate: 'text-judgement',
  hear: 'transcription',
  grade: 'answer.grade',
  simulate: 'simulation',
  speak: 'audio',
  cards: 'flash-cards',
};

/** The part of a queue's name that is its lane, and the filter for its runs. @param queue as `<work>-<lane>` */
export function filterOfQueue(queue: string): RunFilter {
  const [work = '', lane] = queue.split('-');
  const kind = KINDS[work];
  return { ...(kind !== undefined && { kind }), lane: lane === 'batch' ? 'batch' : 'interactive' };
}

/** The address parameter `find` of the list of runs with this filter, newest first. */
export const findOf = (filter: RunFilter): string | undefined =>
  writeRunSearch({ filter, sort: 'created_at', order: 'desc', page: 0, size: 25 });
