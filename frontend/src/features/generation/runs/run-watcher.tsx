import { useEffect, useEffectEvent, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { isLessonAddress } from '#frontend/lib/navigation.ts';
import { hasEnded, runKey, runStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { setTitleCount } from '#frontend/lib/title-count.ts';
import { CountAnnouncer } from '#frontend/features/generation/run/count-announcer.tsx';
import { liveRuns, nextRunsPollMs } from './live-runs-query.ts';
import { notifyIfHidden } from '#frontend/features/generation/run/notify-me.ts';
import { useIsUserBusy } from './recent-input.ts';
import { RunChip } from './run-chip.tsx';
import { announceRunEnd, endHref, endWords, followRun, handleRunEnd } from '#frontend/features/generation/run/run-outcome.ts';
import { countedOf, countText } from './run-summary-words.ts';

interface RunWatcherProps {
  readonly userId: string;
  /** The current screen; a run's own page announces its end itself. */
  readonly pathname: string;
  readonly onOpen: (href: string) => void;
  /** Called when a run has ended, whatever the screen. */
  readonly onEnded: () => void;
}

/**
 * The shell's only poller: fetches all active runs in one request, shows them as a chip on every screen but the run's own and lessons, counts in the document's title, and
 * announces the end of a run on every screen (A15).
 */
export default function RunWatcher({ userId, pathname, onOpen, onEnded }: RunWatcherProps) {
  const cache = useQueryClient();
  const query = useQuery({
    ...liveRuns(userId),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      nextRunsPollMs({ runs: state.data?.runs.length ?? 0, error: state.error, failures: state.errorUpdateCount }, document.hidden),
  });
  const runs = useFreshest(query.data?.runs ?? [], query.dataUpdatedAt);

  const isBusy = useIsUserBusy();
  const finish = useEffectEvent((run: StatusEnvelope): void => {
    // GEN-07: who still looks at the form that was sent is taken to My Courses. Whoever writes, reads or watches the run stays (A15).
    if (handleRunEnd(userId, run) && pathname === '/create' && !isBusy()) onOpen('/courses');
    if (run.status !== 'failed' || pathname !== `/create/runs/${run.task_id}`) announceRunEnd(run);
    const words = endWords(run);
    if (words) notifyIfHidden(run.task_id, { title: words.text, body: run.title ?? run.topic }, () => onOpen(endHref(run)));
    void cache.invalidateQueries({ queryKey: ['runs', userId] });
    void cache.invalidateQueries({ queryKey: ['notifications'] });
    onEnded();
  });
  const askForOutline = useEffectEvent((run: RunSummary): void => {
    const href = `/create/runs/${run.task_id}`;
    notifyIfHidden(run.task_id, { title: t('The outline is ready to check'), body: run.title ?? run.topic }, () => onOpen(href));
    void cache.invalidateQueries({ queryKey: ['notifications'] });
  });

  /** Null until the first answer: the state on arrival is no news. */
  const known = useRef<ReadonlyMap<string, RunSummary> | null>(null);
  /** Runs that left the list, whose outcome is not known yet. */
  const gone = useRef(new Set<string>());
  const lookUp = useEffectEvent(async (taskId: string): Promise<void> => {
    // Called without the cache: a screen that unmounts must not cancel this request.
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
      followRun(run);
      const wasWaiting = !known.current || known.current.get(run.task_id)?.stage === 'approval';
      if (!wasWaiting && run.stage === 'approval') askForOutline(run);
      // It had failed and was resumed by this learner, maybe on another device.
      const shown = cache.getQueryData(runStatus(run.task_id).queryKey);
      if (shown && hasEnded(shown)) void cache.invalidateQueries({ queryKey: runKey(run.task_id), exact: true });
    }
    for (const taskId of known.current?.keys() ?? []) if (!now.has(taskId)) gone.current.add(taskId);
    known.current = now;
  }, [query.data, cache]);
  // The list shows only that a run is over; its outcome is fetched, and again with the next poll when that failed.
  useEffect(() => {
    for (const taskId of gone.current) void lookUp(taskId);
  }, [query.dataUpdatedAt]);

  // who reads a lesson is told of the run that writes it, by its page, and of no other
  const isReading = isLessonAddress(pathname);
  const newest = isReading ? runs.find(({ task_id: id }) => pathname.startsWith(`/create/runs/${id}/`)) : runs[0];
  // the page of the only run shows all of it
  const isShown = isReading || (runs.length === 1 && pathname === `/create/runs/${newest?.task_id}`);
  const count = newest ? countText(newest) : '';
  useEffect(() => setTitleCount(count), [count]);
  useEffect(() => () => setTitleCount(''), []);

  return (
    <>
      {newest && !isShown && <RunChip newest={newest} others={runs.length - 1} isUnsure={query.isError} />}
      <CountAnnouncer newest={newest} />
    </>
  );
}

/** The active runs, the newest replaced by its own page's state where that is newer: the chip never lags behind the page. */
function useFreshest(runs: readonly RunSummary[], seenAt: number): readonly RunSummary[] {
  const [newest, ...others] = runs;
  const own = useQuery({ ...runStatus(newest?.task_id ?? ''), enabled: false });
  if (!newest || !own.data || own.dataUpdatedAt < seenAt) return runs;
  if (hasEnded(own.data)) return others;
  const { status, stage, stopped, title, queue_position, lessons_ready, lessons_total } = countedOf(own.data);
  return [{ ...newest, status, stage, stopped, title, queue_position, lessons_ready, lessons_total }, ...others];
}
