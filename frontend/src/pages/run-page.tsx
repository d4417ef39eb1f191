import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';
import { RepeatNote } from '#frontend/features/generation/repeat-note.tsx';
import { RunUnavailable } from '#frontend/features/generation/run-unavailable.tsx';
import { useLeaveWhenDone } from '#frontend/features/generation/run-outcome.ts';
import { RunView } from '#frontend/features/generation/run-view.tsx';
import { countText } from '#frontend/features/generation/run-summary-words.ts';
import { subtitleParts } from '#frontend/features/generation/run-words.ts';
import { useStartAgain } from '#frontend/features/generation/start-again.ts';
import { notifications } from '#frontend/features/notifications/notification-queries.ts';
import { languageAttributes } from '#frontend/lib/course-language.ts';
import { hasEnded, runKey, useRunStatus } from '#frontend/lib/poll-run.ts';
import { useUser } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LoadingState } from '#frontend/ui/loading-state.tsx';
import { Page } from '#frontend/ui/page.tsx';

/** The place of one run (GEN-03…07): survives reload, tab close and another device. */
export default function RunPage() {
  const { taskId } = useParams({ from: '/app/create/runs/$taskId' });
  const { user_id: userId } = useUser();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: run, error, isStale, isOffline, refetch } = useRunStatus(taskId);

  useLeaveWhenDone(userId, run, () => {
    void cache.invalidateQueries({ queryKey: coursesKey(userId) });
    void navigate({ to: '/courses' });
  });

  const startAgain = useStartAgain(userId, taskId);

  const isWaiting = run?.status === 'running' && run.stage === 'approval';
  const wasWaiting = useRef(false);
  useEffect(() => {
    // The bell asked to check the outline; that is over.
    if (wasWaiting.current && !isWaiting) void cache.invalidateQueries({ queryKey: notifications(userId).queryKey });
    wasWaiting.current = isWaiting;
  }, [cache, userId, isWaiting]);

  if (!run) {
    return (
      <Page title={t('Course')}>
        {error ? (
          <RunUnavailable error={error} onRetry={refetch} />
        ) : (
          <LoadingState label={t('Loading the course being written')} rows={8} />
        )}
      </Page>
    );
  }

  const language = languageAttributes(run.language);
  const updatedAt = cache.getQueryState(runKey(taskId))?.dataUpdatedAt;
  return (
    <Page
      title={run.title ?? run.topic}
      language={language}
      count={hasEnded(run) ? '' : countText(run)}
      subtitle={subtitleParts(run).join(' · ')}
    >
      <RepeatNote key={taskId} userId={userId} run={run} onStartAgain={startAgain.mutate} />
      <RunView
        run={run}
        language={language}
        isStale={isStale}
        isOffline={isOffline}
        seenAt={updatedAt ? new Date(updatedAt).toISOString() : null}
        onStartAgain={startAgain.mutate}
      />
    </Page>
  );
}
