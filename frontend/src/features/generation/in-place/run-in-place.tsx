import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { AcceptOutline } from '#frontend/features/generation/outline/accept-outline.tsx';
import { useOtherApproval } from '#frontend/features/generation/outline/local-approval.ts';
import { downWords } from '#frontend/features/generation/run/outage-words.ts';
import { NotifyButton, RetryRun, SlowNote, StaleNote, StopButton, sentenceOf } from '#frontend/features/generation/run/run-now.tsx';
import { RunSegments } from '#frontend/features/generation/run/run-segments.tsx';
import { RunUnavailable } from '#frontend/features/generation/run/run-unavailable.tsx';
import { ModuleAnnouncer, Outline, RunCost, RunLog } from '#frontend/features/generation/run/run-view.tsx';
import { estimateWords, progressText } from '#frontend/features/generation/run/run-words.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { hasEnded, runKey, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { isDemo } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

interface RunInPlaceProps {
  readonly taskId: string;
  /**
   * Whether the run was still going at the last report. It may end before it is first polled here; the content beside it is equally old.
   */
  readonly isLive: boolean;
  /** Id of the lesson shown beside it. */
  readonly shown: string | undefined;
  readonly onShow: (lessonId: string) => void;
  /** Opens the form again. */
  readonly onAgain: () => void;
  /** Called when the run ends while it is on screen, and when another run takes over its work. */
  readonly onChange: () => void;
}

/** A run where it was started: its progress, its lessons as they arrive, and the available actions. */
export function RunInPlace({ taskId, isLive, onChange, ...props }: RunInPlaceProps) {
  const cache = useQueryClient();
  const { data: run, error, isStale, isOffline, refetch } = useRunStatus(taskId);
  const isOver = run && hasEnded(run);
  const wasLive = useRef(isLive);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (isOver === undefined) return;
    if (wasLive.current && isOver) tell();
    wasLive.current = !isOver;
  }, [isOver]);
  if (!run) {
    return (
      <LessonsSection>
        {error ? (
          <RunUnavailable error={error} onRetry={refetch} />
        ) : (
          <LoadingState label={t('Loading the course being written')} rows={6} />
        )}
      </LessonsSection>
    );
  }
  const updatedAt = cache.getQueryState(runKey(taskId))?.dataUpdatedAt;
  const seenAt = updatedAt ? new Date(updatedAt).toISOString() : null;
  return (
    <div>
      <LessonsSection>
        <Progress run={run} {...props} onChange={onChange} />
        {isStale && !isOver && <StaleNote run={run} isOffline={isOffline} seenAt={seenAt} />}
      </LessonsSection>
      <Lessons run={run} {...props} />
    </div>
  );
}

function LessonsSection({ children }: { readonly children: ReactNode }) {
  return (
    <SectionCard id="lessons" title={isDemo() ? t('Lessons from the demo library') : t('Lessons by the AI services')}>
      {children}
    </SectionCard>
  );
}

/** The run's progress, and the actions on it. */
function Progress({ run, onAgain, onChange }: { readonly run: StatusEnvelope } & Pick<RunInPlaceProps, 'onAgain' | 'onChange'>) {
  const isWaiting = run.status === 'running' && run.stage === 'approval';
  const isOver = hasEnded(run);
  const eta = isOver ? null : estimateWords(run);
  const down = downWords(run);
  return (
    <>
      <Stack role={run.status === 'failed' ? 'alert' : undefined} sx={{ gap: 1 }}>
        <Typography variant="h3" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
          {progressText(run)}
        </Typography>
        <RunSegments run={run} />
        <Typography color="textSecondary">{sentenceOf(run)}</Typography>
        {eta !== null && (
          <Typography component="div" variant="body2" color="textSecondary">
            {eta} <EstimateBasis eta={run.eta} words={eta} />
          </Typography>
        )}
      </Stack>
      {down && <SlowNote text={down} />}
      <ActionRow>
        {isWaiting && <AcceptOutline taskId={run.task_id} />}
        {run.can_retry && <RetryRun run={run} onOther={onChange} />}
        {isOver ? (
          <Button variant={run.can_retry ? 'outlined' : 'text'} color="inherit" onClick={onAgain}>
            {run.status === 'completed' ? t('Rewrite them') : t('Change the request')}
          </Button>
        ) : (
          <>
            {!isWaiting && <NotifyButton taskId={run.task_id} isMain={false} />}
            <StopButton run={run} isQuiet={isWaiting} />
          </>
        )}
      </ActionRow>
    </>
  );
}

/** The run's outline with each lesson as it arrives, its cost, and its log. */
function Lessons({ run, shown, onShow }: { readonly run: StatusEnvelope } & Pick<RunInPlaceProps, 'shown' | 'onShow'>) {
  useOtherApproval(run);
  return (
    <>
      <Outline run={run} language={languageAttributes(run.language)} shown={shown} onShow={onShow} />
      <RunCost run={run} />
      <Box sx={{ marginBlockStart: 3 }}>
        <RunLog run={run} />
      </Box>
      <ModuleAnnouncer run={run} />
    </>
  );
}
