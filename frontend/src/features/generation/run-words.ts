import { SERVICES, type LogLine, type Service, type StatusEnvelope, type WorkState } from '#contract/platform/status.contract.ts';
import { formatTime } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { etaWords } from '#frontend/lib/eta-words.ts';
import { t, told } from '#frontend/lib/text.ts';
import type { MarginState } from '#frontend/ui/margin-row.tsx';
import { costWords } from './run-cost.ts';

export type RunItem = StatusEnvelope['items'][number];

const MARGIN: Readonly<Record<WorkState, MarginState>> = { completed: 'done', processing: 'writing', failed: 'failed', pending: 'waiting' };
export const marginOf = (state: WorkState): MarginState => MARGIN[state];

/** A lesson that can be opened reads as done, also while its practice or review is still running. */
export const marginOfItem = (item: RunItem): MarginState =>
  item.readable || item.written_later !== undefined ? 'done' : marginOf(item.state);

/** The same as it looks on the run: what the learner stopped has not failed. */
export const marginOfItemIn = (run: Pick<StatusEnvelope, 'stopped'>, item: RunItem): MarginState =>
  run.stopped && !item.readable && item.written_later === undefined ? 'waiting' : marginOfItem(item);

/** `2.1`, as printed in the margin. */
export const itemNumber = (item: Pick<RunItem, 'module' | 'lesson'>): string => `${item.module + 1}.${item.lesson + 1}`;

export const countReady = (items: readonly RunItem[]): number => items.filter(({ readable }) => readable).length;

/** Lessons that can be read and are without the quiz and exercises they should have. */
export const countUnpractised = (items: readonly RunItem[]): number =>
  items.filter(({ readable, practice_failures: failures }) => readable && failures !== undefined).length;

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

export function serviceWord(state: WorkState, isOver: boolean): string {
  if (isOver && state === 'pending') return t('No part');
  return { pending: t('Waiting'), processing: t('Working'), completed: t('Done'), failed: t('Failed') }[state];
}

const SILENCES = ['vendors.unavailable', 'vendors.rate_limited', 'vendors.timed_out'];
/** A service whose last try ended so does not answer; others have answered, though not well. */
export const isSilence = (code: string | undefined): boolean => code !== undefined && SILENCES.includes(code);

type Delivering = Pick<StatusEnvelope, 'status' | 'services' | 'service_failures'>;

/** None of the four has done its part so far: nothing is being written, and nobody knows for how long. */
export const nobodyDelivers = (run: Delivering): boolean =>
  run.status === 'running' && SERVICES.every((service) => run.services[service] === 'failed');

/** The same because none of them answers: they are asked again and again. */
export const nobodyAnswers = (run: Delivering): boolean =>
  nobodyDelivers(run) && SERVICES.every((service) => isSilence(run.service_failures?.[service]));

/** A line of something a service has done; what it could not do is told by other events. */
const isDelivery = ({ event, words }: LogLine): boolean => words?.values.service !== undefined && !event.startsWith('service.');

/** The line that says that none of the four answers, while that is the newest that is known of them; also of services that had delivered before. */
export function outageLine({ log }: Pick<StatusEnvelope, 'log'>): LogLine | undefined {
  const at = log.findLastIndex(({ event }) => event === 'services.out');
  const isOver = log.slice(at + 1).some((line) => isDelivery(line) || line.event === 'run.retried');
  return isOver ? undefined : log[at];
}

/** Nothing is being written at the moment, for want of a service. */
export const standsStill = (run: StatusEnvelope): boolean =>
  nobodyDelivers(run) || (run.status === 'running' && outageLine(run) !== undefined);

/** What a service that failed did last. */
function deedOf(code: string | undefined): string {
  const deeds: Readonly<Record<string, string>> = {
    'vendors.unavailable': t('Did not answer'),
    'vendors.timed_out': t('Did not answer in time'),
    'vendors.rate_limited': t('Had too much to do'),
    'vendors.refused': t('Declined its part'),
    'vendors.broken_output': t('Sent answers that could not be used'),
  };
  return deeds[code ?? ''] ?? t('Could not do its part');
}

/** What a service is doing, from the lessons it holds, else from the newest event that names it. Never invented. */
export function serviceDoing(service: Service, run: StatusEnvelope): string {
  const held = run.items.filter((item) => item.service === service);
  const open = held.filter(({ state }) => state === 'processing');
  if (run.services[service] === 'processing' && open.length > 0) {
    if (open.length > 2) return t('Lessons {list}', { list: open.map(itemNumber).join(', ') });
    return open.map((item) => `${itemNumber(item)} ${item.title}`).join(', ');
  }
  // Its call is no lesson's own text, and the envelope tells no more than the stage.
  if (run.services[service] === 'processing') {
    return run.stage === 'outline' || run.stage === 'research'
      ? t('Outline, or what is known about the topic')
      : t('Practice or review of written lessons');
  }
  // Its last event may be of one try among many, and promise another.
  if (run.services[service] === 'failed') return deedOf(run.service_failures?.[service]);
  // Of a service that has delivered: what it did, not a try that failed later or what the end of the run cut off.
  const lastEvent = run.log.findLast(
    (line) => line.words?.values.service === SERVICE_NAMES[service] && (isDelivery(line) || run.services[service] !== 'completed'),
  );
  const written = held.filter(({ readable }) => readable).length;
  if (run.services[service] === 'completed' && written > 0) {
    return written === 1 ? t('Wrote 1 lesson') : t('Wrote {n} lessons', { n: written });
  }
  if (run.services[service] === 'pending' && run.status !== 'queued' && run.status !== 'running') {
    if (run.stopped) return lastEvent ? told(lastEvent.text, lastEvent.words) : t('Delivered nothing before the stop');
    return t('Was not asked');
  }
  if (lastEvent) return told(lastEvent.text, lastEvent.words);
  return run.services[service] === 'completed' ? t('Did its part') : t('Nothing asked of it yet');
}

/** `7 of 12 lessons ready`, or what comes before there are lessons. */
export function progressText(run: StatusEnvelope): string {
  if (run.items.length === 0) {
    if (run.status === 'queued') return t('waiting to start');
    return run.status === 'running' ? t('outline being written') : t('no outline was written');
  }
  // The outline arrives piece by piece: how many lessons there will be is not known yet.
  if (run.stage === 'outline' && run.status === 'running') return t('outline being written, {n} lessons so far', { n: run.items.length });
  if (run.stage === 'approval' && run.status === 'running') return t('outline waiting for you');
  return t('{ready} of {total} lessons ready', { ready: countReady(run.items), total: run.items.length });
}

/** The facts under the title: when it started, how far it is, how long it may take and why we think so. */
export function subtitleParts(run: StatusEnvelope): string[] {
  const parts = [
    run.started_at
      ? t('Started {time}', { time: formatTime(run.started_at) })
      : t('Asked for {time}', { time: formatTime(run.created_at) }),
    costWords(run),
    progressText(run),
  ].filter(Boolean);
  const eta = standsStill(run) ? null : etaWords(run);
  if (eta) parts.push(eta);
  return parts;
}
