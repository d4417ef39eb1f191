import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCourseCache } from '#frontend/features/courses/course-cache.ts';
import { laterRuns } from '#frontend/features/courses/details/missing-lessons-query.ts';
import { courseProposals } from '#frontend/features/courses/version-queries.ts';
import { WriteAllMissing } from '#frontend/features/courses/details/write-all-missing.tsx';
import { RepeatNote } from '#frontend/features/generation/builder/repeat-note.tsx';
import { RunUnavailable } from '#frontend/features/generation/run/run-unavailable.tsx';
import { useRunEnd } from '#frontend/features/generation/run/run-outcome.ts';
import { RunView } from '#frontend/features/generation/run/run-view.tsx';
import { findRecentRun } from '#frontend/features/generation/runs/recent-runs.ts';
import { countText } from '#frontend/features/generation/runs/run-summary-words.ts';
import { countMissing, countUnpractised, subtitleParts } from '#frontend/features/generation/run/run-words.ts';
import { useStartAgain } from '#frontend/features/generation/builder/start-again.ts';
import { notifications } from '#frontend/features/notifications/notification-queries.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { hasEnded, runKey, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { HeroSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { BuilderTabs } from './builder/builder-tabs.tsx';

const UsedSources = lazy(() => import('#frontend/features/sources/used-sources.tsx'));

/** The page of one run (GEN-03…07). It survives reloads and closed tabs, and works from other devices. */
export default function RunPage() {
  const { taskId } = useParams({ from: '/app/create/runs/$taskId' });
  const { user_id: userId } = useUser();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: run, error, isStale, isOffline, refetch } = useRunStatus(taskId);

  useRunEnd(userId, run, () => void navigate({ to: '/courses' }));

  const startAgain = useStartAgain(userId, taskId);

  const isWaiting = run?.status === 'running' && run.stage === 'approval';
  const wasWaiting = useRef(false);
  useEffect(() => {
    // The notification asked the user to review the outline, which is no longer needed.
    if (wasWaiting.current && !isWaiting) void cache.invalidateQueries({ queryKey: notifications(userId).queryKey });
    wasWaiting.current = isWaiting;
  }, [cache, userId, isWaiting]);

  // A completed course may lack lessons or their practice, which other runs write.
  const items = run?.kind === 'course' && run.status === 'completed' && run.result ? run.items : [];
  const of = { userId, courseId: run?.result?.course_id ?? '' };
  const missing = countMissing(items);
  const isLacking = missing + countUnpractised(items) > 0;
  const { data: proposals = [] } = useQuery({ ...courseProposals(of), enabled: isLacking });
  const runs = laterRuns(isLacking ? proposals : []);
  const writing = new Set([...runs.values()].filter(({ isFailed }) => !isFailed).map((one) => one.taskId));
  const course = useCourseCache(userId, of.courseId);
  const refresh = useCallback(
    () => Promise.all([cache.invalidateQueries({ queryKey: runKey(taskId) }), course.refresh()]),
    [cache, course, taskId],
  );

  // Another device may have started writing some of them; then the remainder and its price have changed.
  const held = items.map(({ being_written_in: by }) => by ?? '').join(' ');
  const wasHeld = useRef(held);
  useEffect(() => {
    if (wasHeld.current !== held) void course.refreshProposals();
    wasHeld.current = held;
  }, [course, held]);

  if (!run) {
    // the browser that has just requested it knows its cover
    const asked = findRecentRun(userId, taskId)?.values.topic;
    return (
      <DeskFrame title={asked ?? t('Course')} language={{ dir: 'auto' }} tabs={<BuilderTabs current="/create/runs" />}>
        {error ? (
          <RunUnavailable error={error} onRetry={refetch} />
        ) : (
          <>
            {asked === undefined ? <HeroSkeleton /> : <HeroCard course={{ title: asked }} title={t('waiting to start')} />}
            <LoadingState label={t('Loading the course being written')} rows={8} isAtOnce />
          </>
        )}
      </DeskFrame>
    );
  }

  const language = languageAttributes(run.language);
  const updatedAt = cache.getQueryState(runKey(taskId))?.dataUpdatedAt;
  return (
    <DeskFrame
      title={run.title ?? run.topic}
      language={language}
      tabs={<BuilderTabs current="/create/runs" />}
      count={hasEnded(run) ? '' : countText(run)}
      subtitle={<MetaLine facts={subtitleParts(run)} />}
      actions={
        run.creator_course_id !== undefined && (
          <LinkButton to="/studio/courses/$courseId" params={{ courseId: run.creator_course_id }} variant="outlined" color="inherit">
            {t('Open it in the studio')}
          </LinkButton>
        )
      }
    >
      <RepeatNote key={taskId} userId={userId} run={run} onStartAgain={startAgain.mutate} />
      <RunView
        run={run}
        language={language}
        isStale={isStale}
        isOffline={isOffline}
        seenAt={updatedAt ? new Date(updatedAt).toISOString() : null}
        onStartAgain={startAgain.mutate}
        missing={missing > 0 && <WriteAllMissing of={of} missing={missing} />}
        later={{ runs, refresh }}
      />
      <Suspense>{run.kind === 'course' && <UsedSources userId={userId} taskId={taskId} />}</Suspense>
      {[...writing].map((id) => (
        <Followed key={id} taskId={id} onEnd={refresh} />
      ))}
    </DeskFrame>
  );
}

/** Polls a run to its end without rendering anything. */
function Followed({ taskId, onEnd }: { readonly taskId: string; readonly onEnd: () => unknown }) {
  const { data: run } = useRunStatus(taskId);
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return null;
}
