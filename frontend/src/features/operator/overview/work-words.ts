import type { RunFilter } from '#contract/operator/runs-console.contract.ts';
import { startOfRange, type Range } from '#contract/operator/series.contract.ts';
import { RUN_KINDS, WORKS, type AskedFor } from '#contract/platform/kinds-of-work.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { writeRunSearch } from '../runs/run-search.ts';

const KNOWN = new Map<string, Sentence>([
  ...Object.entries(RUN_KINDS).map(([kind, { name }]) => [kind, name] as const),
  ...Object.entries(WORKS),
]);

/** A queue's kind of work, or the kind of a run, in words; an unknown one by its identifier. */
export function workWord(work: string): string {
  const sentence = KNOWN.get(work);
  return sentence ? translateServerText(sentence.key) : work;
}

export const laneWord = (lane: 'interactive' | 'batch'): string => (lane === 'batch' ? t('batch') : t('interactive'));

/** The purpose of a call in a word; an unknown purpose by its identifier. */
export const purposeWord = (purpose: string): string => (purposeWords() as Readonly<Record<string, string>>)[purpose] ?? purpose;

const purposeWords = (): Readonly<Record<AskedFor, string>> => ({
  outline: t('Outline'),
  research: t('Research'),
  lesson: t('Lessons'),
  practice: t('Practice'),
  review: t('Check'),
  correction: t('Correction'),
  editing: t('Editing of courses'),
  recommendations: t('Recommendations'),
  mentor: t('Mentor'),
  grading: t('Grading'),
  moderation: t('Moderation'),
  picture: t('Pictures'),
  pictures: t('Picture plan'),
  video: t('Clips'),
  simulation: t('Simulations'),
  'simulation-check': t('Check of simulations'),
  'flash-cards': t('Flash cards'),
  'flash-cards-check': t('Check of flash cards'),
  'audio-script': t('Audio scripts'),
  'audio-script-check': t('Check of audio scripts'),
  speech: t('Speech'),
  hearing: t('Listening'),
  translation: t('Translation'),
  'translation-names': t('Names in translations'),
  'translation-judgement': t('Check of translations'),
  judgement: t('Comparisons of models'),
  test: t('Connection test'),
});

/** The name of a role; an unknown one by its identifier. */
export const roleWord = (role: string): string =>
  ({ learner: t('Learner'), creator: t('Creator'), operator: t('Operator'), admin: t('Administrator') })[role] ?? role;

/** The errors with which runs fail, the most frequent first. */
export const FAILURE_CODES = [
  'vendors.all_down',
  'vendors.refused',
  'vendors.broken_output',
  'vendors.failed',
  'run.timed_out',
  'run.no_lessons',
  'spend.user_cap',
  'spend.install_cap',
] as const;

/** Why a run failed, in a few words; its code is more precise. */
export const failureWord = (code: string | null): string =>
  ({
    'vendors.all_down': t('No service answered'),
    'vendors.refused': t('The services declined'),
    'vendors.broken_output': t('No usable answer'),
    'vendors.failed': t('All services failed'),
    'run.timed_out': t('The run took too long'),
    'run.no_lessons': t('No lesson could be written'),
    'spend.user_cap': t('The person’s daily allowance is used up'),
    'spend.install_cap': t('The daily cap is spent'),
    'vendors.unavailable': t('Service unavailable'),
    'vendors.timed_out': t('Timed out'),
    'vendors.rate_limited': t('Too many requests'),
    // errors of single steps
    'vendors.exhausted': t('None of the AI services could do it'),
    'step.timed_out': t('The run took too long'),
    unreadable: t('No usable answer'),
    internal: t('An error on our side'),
  })[code ?? ''] ?? t('Failed');

/** The filter for runs that have steps of a queue. @param queue as `<work>-<lane>` */
export function filterOfQueue(queue: string): Pick<RunFilter, 'work' | 'lane'> {
  const [work = '', lane] = queue.split('-');
  return { work, lane: lane === 'batch' ? 'batch' : 'interactive' };
}

/** The time filter for the overview's figures of a range that was read at `at`, an ISO time. */
export const rangeUntil = (at: string, range: Range): Pick<RunFilter, 'since' | 'until'> => ({ since: startOfRange(range, at), until: at });

/** The URL parameter `find` for the list of runs with this filter, newest first. */
export const findOf = (filter: RunFilter): string | undefined =>
  writeRunSearch({ filter, sort: 'created_at', order: 'desc', page: 0, size: 25 });

/** The display name of an AI service; an unknown one by its identifier. */
export const serviceName = (service: string): string => {
  const known = SERVICES.find((one) => one === service);
  return known ? LANE_NAMES[known] : service;
};

/** A queue by its work and its lane. */
export const queueName = (queue: string): string => {
  const { work = '', lane } = filterOfQueue(queue);
  return lane === undefined ? workWord(work) : `${workWord(work)}, ${laneWord(lane)}`;
};

/** The name of a paused thing. */
export const pausedWord = ({ scope, name }: { readonly scope: 'queue' | 'kind' | 'service'; readonly name: string }): string =>
  scope === 'service' ? serviceName(name) : scope === 'kind' ? workWord(name) : queueName(name);
