import { useEffect, useEffectEvent, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { hasEnded, runKey, runStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { setTitleCount } from '#frontend/lib/title-count.ts';
import { CountAnnouncer } from '#frontend/features/generation/run/count-announcer.tsx';
import { liveRuns, nextLookMs } from './live-runs-query.ts';
import { notifyIfAway } from '#frontend/features/generation/run/notify-me.ts';
import { RunChip } from './run-chip.tsx';
import { endHref, endWords, settleRun, tellRun } from '#frontend/features/generation/run/run-outcome.ts';
import { countedOf, countText } from './run-summary-words.ts';

interface RunWatcherProps {
  readonly userId: string;
  /** Where the reader is; on a run's own page that page tells its end. */
  readonly pathname: string;
  readonly onOpen: (href: string) => void;
  /** A run has ended, wherever the reader is. */
  readonly onEnded: () => void;
}

/**
 * The one poller of the shell: follows all live runs with one question, shows them as a chip on every screen, counts in the title bar,
 * and says when one has ended, wherever the learner is (A15).
 */
export default function RunWatcher({ userId, pathname, onOpen, onEnded }: RunWatcherProps) {
  const cache = useQueryClient();
  const query = useQuery({
    ...liveRuns(userId),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      nextLookMs({ runs: state.data?.runs.length ?? 0, error: state.error, failures: state.errorUpdateCount }, document.hidden),
  });
  const runs = useFreshest(query.data?.runs ?? [], query.dataUpdatedAt);

  const finish = useEffectEvent((run: StatusEnvelope): void => {
    settleRun(userId, run);
    if (run.status !== 'failed' || pathname !== `/create/runs/${run.task_id}`) tellRun(run);
    const words = endWords(run);
    if (words) notifyIfAway(run.task_id, { title: words.text, body: run.title ?? run.topic }, () => onOpen(endHref(run)));
    void cache.invalidateQueries({ queryKey: ['runs', userId] });
    void cache.invalidateQueries({ queryKey: ['notifications'] });
    onEnded();
  });
  const askForOutline = useEffectEvent((run: RunSummary): void => {
    const href = `/create/runs/${run.task_id}`;
    notifyIfAway(run.task_id, { title: t('The outline is ready to check'), body: run.title ?? run.topic }, () => onOpen(href));
    void cache.invalidateQueries({ queryKey: ['notifications'] });
  });

  /** Null until the first answer: what was so when the page was opened is no news. */
  const known = useRef<ReadonlyMap<string, RunSummary> | null>(null);
  /** Gone from the list, and how they ended is not known yet. */
  const gone = useRef(new Set<string>());
  const lookUp = useEffectEvent(async (taskId: string): Promise<void> => {
    // Asked past the cache: a screen that leaves must not take this question with it.
    const run = await call(getGenerationStatus, { params: { task_id: taskId } }).catch((error: unknown) => error);
    if (run instanceof Error) {
      if (isNotFound(run)) gone.current.delete(taskId);
      return;
    }
    const status = run as StatusEnvelope;
    if (!gone.current.delete(taskId)) return;
    cache.setQueryData(runKey(taskId), status);
    if (hasEnded(status)) finish(status);
  });
  useEffect(() => {
    if (!query.data) return;
    const now = new Map(query.data.runs.map((run) => [run.task_id, run]));
    for (const run of now.values()) {
      const wasWaiting = !known.current || known.current.get(run.task_id)?.stage === 'approval';
      if (!wasWaiting && run.stage === 'approval') askForOutline(run);
      // It had failed, and goes on: by this learner, maybe on another device.
      const shown = cache.getQueryData(runStatus(run.task_id).queryKey);
      if (shown && hasEnded(shown)) void cache.invalidateQueries({ queryKey: runKey(run.task_id), exact: true });
    }
    for (const taskId of known.current?.keys() ?? []) if (!now.has(taskId)) gone.current.add(taskId);
    known.current = now;
  }, [query.data, cache]);
  // The list says only that a run is over; how it ended is looked up, and again with the next look when that failed.
  useEffect(() => {
    for (const taskId of gone.current) void lookUp(taskId);
  }, [query.dataUpdatedAt]);

  const [newest] = runs;
  const count = newest ? countText(newest) : '';
  useEffect(() => setTitleCount(count), [count]);
  useEffect(() => () => setTitleCount(''), []);

  return (
    <>
      {newest && <RunChip newest={newest} others={runs.length - 1} isUnsure={query.isError} />}
      <CountAnnouncer newest={newest} />
    </>
  );
}

/** The live runs, the newest as its own page saw it where that was later: the chip never lags behind the page. */
function useFreshest(runs: readonly RunSummary[], seenAt: number): readonly RunSummary[] {
  const [newest, ...others] = runs;
  const own = useQuery({ ...runStatus(newest?.task_id ?? ''), enabled: false });
  if (!newest || !own.data || own.dataUpdatedAt < seenAt) return runs;
  if (hasEnded(own.data)) return others;
  const { status, stage, stopped, title, queue_position, lessons_ready, lessons_total } = countedOf(own.data);
  return [{ ...newest, status, stage, stopped, title, queue_position, lessons_ready, lessons_total }, ...others];
}
