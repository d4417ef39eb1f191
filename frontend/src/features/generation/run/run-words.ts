import { outageLine } from '#contract/generation/outage-line.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { WorkState } from '#contract/platform/status.contract.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { etaWords } from '#frontend/lib/polling/eta-words.ts';
import { connectedServices } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import type { MarginState } from '#frontend/ui/margin-row.tsx';

export type RunItem = StatusEnvelope['items'][number];

const MARGIN = { completed: 'done', processing: 'writing', failed: 'failed', pending: 'waiting' } as const satisfies Record<
  WorkState,
  MarginState
>;
type WorkMargin = (typeof MARGIN)[WorkState];
export const marginOf = (state: WorkState): WorkMargin => MARGIN[state];

/**
 * The state of a lesson in its run. A readable lesson counts as done, even if its practice or check is still running. A lesson cancelled by
 * the learner has not failed, and while no service responds nothing is being written.
 */
export function marginOfItemIn(run: StatusEnvelope, item: RunItem): WorkMargin {
  if (item.readable || item.written_later !== undefined) return 'done';
  if (item.being_written_in !== undefined) return 'writing';
  return run.stopped || (item.state === 'processing' && isStalled(run)) ? 'waiting' : marginOf(item.state);
}

/** `2.1`, as printed in the margin. */
export const itemNumber = (item: Pick<RunItem, 'module' | 'lesson'>): string => `${item.module + 1}.${item.lesson + 1}`;

export const countReady = (items: readonly RunItem[]): number => items.filter(({ readable }) => readable).length;

/** Number of missing lessons, not written by the run or since. */
export const countMissing = (items: readonly RunItem[]): number =>
  items.filter(({ readable, written_later: later }) => !readable && later === undefined).length;

/** Whether a lesson is readable but lacks its quiz and exercises. */
export const lacksPractice = ({ readable, practice_failures: failures }: RunItem): boolean => readable && failures !== undefined;

export const countUnpractised = (items: readonly RunItem[]): number => items.filter(lacksPractice).length;

interface RunModule {
  readonly module: number;
  readonly title: string;
  readonly items: readonly RunItem[];
}

/** The outline: items grouped by module, in order. */
export function groupByModule(items: readonly RunItem[]): readonly RunModule[] {
  const inOrder = [...items].sort((a, b) => a.module - b.module || a.lesson - b.lesson);
  return [...Map.groupBy(inOrder, ({ module }) => module)].map(([module, group]) => ({
    module,
    title: group[0]?.module_title ?? '',
    items: group,
  }));
}

const SILENCES = ['vendors.unavailable', 'vendors.rate_limited', 'vendors.timed_out'];
/** Whether the code of a service's last attempt means that it does not respond; other codes mean that it responded with an error. */
export const isSilence = (code: string | undefined): boolean => code !== undefined && SILENCES.includes(code);

type Delivering = Pick<StatusEnvelope, 'status' | 'services' | 'service_failures'>;

/** Whether all connected services have failed so far, so that nothing is being written for an unknown time. */
export const allServicesFailed = (run: Delivering): boolean =>
  run.status === 'running' && connectedServices().every((service) => run.services[service] === 'failed');

/** Whether all of them have failed because none responds; they are retried. */
export const noServiceResponds = (run: Delivering): boolean =>
  allServicesFailed(run) && connectedServices().every((service) => isSilence(run.service_failures?.[service]));

/** Whether nothing is being written at the moment, for lack of a service or a worker. */
export const isStalled = (run: StatusEnvelope): boolean =>
  run.worker_lost === true || allServicesFailed(run) || (run.status === 'running' && outageLine(run) !== undefined);

/** `7 of 12 lessons ready`. */
export const readyText = (ready: number, total: number): string =>
  t('{ready} of {total, plural, one {# lesson} other {# lessons}} ready', { ready, total });

/** `7 of 12 lessons ready`, or the stage before there are lessons. */
export function progressText(run: StatusEnvelope): string {
  if (run.worker_lost) return t('waiting for a worker to take over');
  if (run.stage === 'outline' && isStalled(run))
    return run.of_library ? t('waiting for the demo library') : t('waiting for the AI services');
  if (run.items.length === 0) {
    if (run.status === 'queued') return t('waiting to start');
    return run.status === 'running' ? t('outline being written') : t('no outline was written');
  }
  // The outline arrives piece by piece: the number of lessons is unknown until then.
  if (run.stage === 'outline' && run.status === 'running') {
    const n = run.items.length;
    return t('outline being written, {n, plural, one {# lesson} other {# lessons}} so far', { n });
  }
  if (run.stage === 'approval' && run.status === 'running') return t('outline waiting for you');
  return readyText(run.items.length - countMissing(run.items), run.items.length);
}

/** The estimate; null while the run waits for the services. */
export const estimateWords = (run: StatusEnvelope): string | null => (isStalled(run) ? null : etaWords(run));

/** The facts below the title: when it began, and for a run without a course also how far it got. */
export function subtitleParts(run: StatusEnvelope): string[] {
  return [
    run.started_at ? t('Started {time}', { time: formatWhen(run.started_at) }) : t('Asked {time}', { time: formatWhen(run.created_at) }),
    run.status === 'failed' || run.status === 'cancelled' ? progressText(run) : '',
  ].filter(Boolean);
}
