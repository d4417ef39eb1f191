import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { SERVICES, type Service, type StatusEnvelope, type WorkState } from '#contract/platform/status.contract.ts';
import { formatTime } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import type { MarginState } from '#frontend/ui/margin-row.tsx';

export type RunItem = StatusEnvelope['items'][number];

const MARGIN: Readonly<Record<WorkState, MarginState>> = { completed: 'done', processing: 'writing', failed: 'failed', pending: 'waiting' };
export const marginOf = (state: WorkState): MarginState => MARGIN[state];

/** A lesson that can be opened reads as done, also while its practice or review is still running. */
export const marginOfItem = (item: RunItem): MarginState => (item.readable ? 'done' : marginOf(item.state));

/** The same as it looks on the run: what the learner stopped has not failed. */
export const marginOfItemIn = (run: Pick<StatusEnvelope, 'stopped'>, item: RunItem): MarginState =>
  run.stopped && !item.readable ? 'waiting' : marginOfItem(item);

/** `2.1`, as printed in the margin. */
export const itemNumber = (item: Pick<RunItem, 'module' | 'lesson'>): string => `${item.module + 1}.${item.lesson + 1}`;

export const countReady = (items: readonly RunItem[]): number => items.filter(({ readable }) => readable).length;

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
    return run.stage === 'outline' ? t('Outline, or what is known about the topic') : t('Practice or review of written lessons');
  }
  // Its last event may promise another try, which there is none of any more.
  if (run.services[service] === 'failed' && run.status === 'failed') return t('Could not do its part');
  const lastEvent = run.log.findLast(({ text }) => text.toLowerCase().includes(service));
  const written = held.filter(({ readable }) => readable).length;
  if (run.services[service] === 'completed' && written > 0) {
    return written === 1 ? t('Wrote 1 lesson') : t('Wrote {n} lessons', { n: written });
  }
  if (run.services[service] === 'pending' && run.status !== 'queued' && run.status !== 'running') {
    return run.stopped ? t('Delivered nothing before the stop') : t('Was not needed');
  }
  const otherwise = { failed: t('Did not answer'), completed: t('Did its part'), pending: t('Nothing asked of it yet') };
  return lastEvent?.text ?? otherwise[run.services[service]];
}

/** `7 of 12 lessons ready`, or what comes before there are lessons. */
export function progressText(run: StatusEnvelope): string {
  if (run.items.length === 0) {
    if (run.status === 'queued') return t('waiting to start');
    return run.status === 'running' ? t('outline being written') : t('no outline was written');
  }
  // The outline arrives piece by piece: how many lessons there will be is not known yet.
  if (run.stage === 'outline' && run.status === 'running') return t('outline being written, {n} lessons so far', { n: run.items.length });
  if (run.stage === 'approval') return t('outline waiting for you');
  return t('{ready} of {total} lessons ready', { ready: countReady(run.items), total: run.items.length });
}

/** The facts under the title: when it started, how far it is, how long it may take and why we think so. */
export function subtitleParts(run: StatusEnvelope): string[] {
  const parts = [
    run.started_at
      ? t('Started {time}', { time: formatTime(run.started_at) })
      : t('Asked for {time}', { time: formatTime(run.created_at) }),
    progressText(run),
  ];
  const eta = etaWords(run);
  if (eta) parts.push(eta);
  return parts;
}

/**
 * How long it may still take, always with the ground for it: `usually 4–7 minutes left (last 50 courses of this size)`. Null when the
 * server has no ground, when nothing is being written, and at the outline gate, where it is the learner who is waited for.
 */
export function etaWords({ eta, status, stage }: Pick<StatusEnvelope, 'eta' | 'status' | 'stage'>): string | null {
  if (!eta || eta.basis === '' || stage === 'approval' || (status !== 'running' && status !== 'queued')) return null;
  if (eta.overdue) return t('longer than usual ({basis})', { basis: eta.basis });
  return t('usually {range} left ({basis})', { range: rangeInWords(eta.low_s, eta.high_s), basis: eta.basis });
}

/** Seconds as `40–75 seconds`, `1 minute`, `4–7 minutes`. */
function rangeInWords(lowS: number, highS: number): string {
  const [low, high, isSeconds] =
    highS < 120 ? [Math.round(lowS), Math.round(highS), true] : [Math.max(1, Math.floor(lowS / 60)), Math.ceil(highS / 60), false];
  if (low === high) return isSeconds ? t('{n} seconds', { n: high }) : t('{n} minutes', { n: high });
  return isSeconds ? t('{low}–{high} seconds', { low, high }) : t('{low}–{high} minutes', { low, high });
}

/** A run as lists count it. */
export const countedOf = <R extends Pick<StatusEnvelope, 'items'>>(run: R) => ({
  ...run,
  lessons_ready: countReady(run.items),
  lessons_total: run.items.length,
});

/** `7/12` of a run whose lessons are being written; empty before. */
export const countReadyShort = (run: Pick<RunSummary, 'stage' | 'lessons_ready' | 'lessons_total'>): string =>
  run.lessons_total === 0 || run.stage === 'approval' ? '' : `${run.lessons_ready}/${run.lessons_total}`;

/** What stands before the document's title: `(7/12)`. */
export function countText(run: Parameters<typeof countReadyShort>[0] | StatusEnvelope): string {
  const count = countReadyShort('items' in run ? countedOf(run) : run);
  return count === '' ? '' : `(${count})`;
}

/** The state of a run in a word or two, as lists and the chip show it. */
export function runWord(run: Pick<RunSummary, 'status' | 'stage' | 'queue_position' | 'lessons_ready' | 'lessons_total'>): string {
  switch (run.status) {
    case 'queued':
      return run.queue_position !== null && run.queue_position > 0
        ? t('Number {n} in the queue', { n: run.queue_position })
        : t('Next in the queue');
    case 'running':
      if (run.stage === 'approval') return t('Outline waiting for you');
      return run.lessons_total === 0 ? t('Outline being written') : t('Being written');
    case 'completed':
      return run.lessons_ready < run.lessons_total
        ? t('Finished, {n} missing', { n: run.lessons_total - run.lessons_ready })
        : t('Finished');
    case 'failed':
      return t('Failed');
    case 'cancelled':
      return t('Stopped');
  }
}

/** The margin rule of a whole run. */
export function marginOfRun({ status, stage }: Pick<RunSummary, 'status' | 'stage'>): MarginState {
  if (status === 'completed') return 'done';
  if (status === 'failed') return 'failed';
  return status === 'running' && stage !== 'approval' ? 'writing' : 'waiting';
}

/** Names as a sentence takes them: `Claude, Grok and OpenAI`. */
const listNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : t('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' });

/** Which services do not answer while the others write on; null when all do, or none. */
export function downWords(run: StatusEnvelope): string | null {
  const down = SERVICES.filter((service) => run.services[service] === 'failed').map((service) => SERVICE_NAMES[service]);
  if (run.status !== 'running' || down.length === 0 || down.length === SERVICES.length) return null;
  return down.length === 1
    ? t('{name} is not answering. The other services take over its part.', { name: down[0] ?? '' })
    : t('{names} are not answering. The other services take over their part.', { names: listNames(down) });
}

/** Why a run failed, in words a learner can act on; the server's own sentence for codes that came later. */
export function failureWords(error: StatusEnvelope['error']): string {
  const words: Readonly<Record<string, string>> = {
    'vendors.all_down': t('None of the four AI services could be reached. Your form is kept; start again in a few minutes.'),
    'vendors.refused': t('The AI services declined this request. Another wording of the topic may help.'),
    'vendors.broken_output': t('The AI services returned answers that could not be used. Starting again usually helps.'),
    'run.no_lessons': t('The outline was written, but no lesson could be. Your form is kept.'),
    'run.cancelled': t('The course was stopped before it was finished.'),
    'spend.user_cap': t("Today's generation allowance is used up. It is renewed tomorrow."),
    'spend.install_cap': t('Generation is paused for today. Your form is kept.'),
  };
  return words[error?.code ?? ''] ?? error?.detail ?? t('Something went wrong on our side.');
}
