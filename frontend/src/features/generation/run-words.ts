import type { Service, StatusEnvelope, WorkState } from '#contract/platform/status.contract.ts';
import { formatDurationRange, formatTime } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import type { MarginState } from '#frontend/ui/margin-row.tsx';

export type RunItem = StatusEnvelope['items'][number];

const MARGIN: Readonly<Record<WorkState, MarginState>> = { completed: 'done', processing: 'writing', failed: 'failed', pending: 'waiting' };
export const marginOf = (state: WorkState): MarginState => MARGIN[state];

/** A lesson that can be opened reads as done, also while its practice or review is still running. */
export const marginOfItem = (item: RunItem): MarginState => (item.readable ? 'done' : marginOf(item.state));

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

export function serviceWord(state: WorkState): string {
  return { pending: t('Waiting'), processing: t('Working'), completed: t('Done'), failed: t('Failed') }[state];
}

/** What a service is doing, from the lessons it holds, else from the newest event that names it. Never invented. */
export function serviceDoing(service: Service, run: StatusEnvelope): string {
  const held = run.items.filter((item) => item.service === service);
  const open = held.filter(({ state }) => state === 'processing');
  if (run.services[service] === 'processing' && open.length > 0) {
    return open.map((item) => `${itemNumber(item)} ${item.title}`).join(', ');
  }
  // Its call is no lesson's own text, and the envelope tells no more than the stage.
  if (run.services[service] === 'processing') {
    return run.stage === 'outline' ? t('Outline, or what is known about the topic') : t('Practice or review of written lessons');
  }
  const lastEvent = run.log.findLast(({ text }) => text.toLowerCase().includes(service));
  const written = held.filter(({ readable }) => readable).length;
  if (run.services[service] === 'completed' && written > 0) {
    return written === 1 ? t('Wrote 1 lesson') : t('Wrote {n} lessons', { n: written });
  }
  return lastEvent?.text ?? (run.services[service] === 'failed' ? t('Did not answer') : t('Nothing asked of it yet'));
}

/** `7 of 12 lessons ready`, or what comes before there are lessons. */
export function progressText(run: StatusEnvelope): string {
  if (run.items.length === 0) return run.status === 'queued' ? t('waiting to start') : t('outline being written');
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
  if (run.eta && (run.status === 'running' || run.status === 'queued')) {
    parts.push(t('{range} left ({basis})', { range: formatDurationRange(run.eta.low_s, run.eta.high_s), basis: run.eta.basis }));
  }
  return parts;
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
