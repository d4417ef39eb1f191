import { lazy, Suspense, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatTokens } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { FigureCard, StatRow } from '#frontend/ui/cards/stat-row.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { useOtherApproval } from '#frontend/features/generation/outline/local-approval.ts';
import type { Later } from './retry-lesson.tsx';
import { ModuleAnnouncer, RunLog } from './run-log.tsx';
import { isOfPlan } from './run-cost.ts';
import { RunNow, SlowNote, StaleNote } from './run-now.tsx';
import { OutlineToCome, RunOutline } from './run-outline.tsx';
import { RunServices } from './run-services.tsx';
import { RunUsage } from './run-usage.tsx';
import { downWords } from './outage-words.ts';

const OutlineGate = lazy(() => import('#frontend/features/generation/outline/outline-gate.tsx'));

interface RunViewProps {
  readonly run: StatusEnvelope;
  readonly language: TextLanguage;
  readonly isStale: boolean;
  readonly isOffline: boolean;
  /** When the shown state was fetched, ISO; for the stale note. */
  readonly seenAt: string | null;
  readonly onStartAgain: () => void;
  /** Shown above the outline of a finished course that lacks lessons. */
  readonly missing?: ReactNode;
  readonly later?: Later | undefined;
}

/** The page of one run: what is finished, what is being written and by which service. */
export function RunView({ run, language, isStale, isOffline, seenAt, onStartAgain, missing, later }: RunViewProps) {
  const isLive = !hasEnded(run);
  useOtherApproval(run);
  const down = downWords(run);
  return (
    <FrameColumns data-columns="main aside">
      <div>
        <RunNow run={run} language={language} later={later} onStartAgain={onStartAgain} />
        {isStale && isLive && <StaleNote run={run} isOffline={isOffline} seenAt={seenAt} />}
        {down && <SlowNote text={down} />}
        {missing}
        <Outline run={run} language={language} later={later} />
        {!isLive && (
          <Box sx={{ marginBlockStart: 3 }}>
            <RunUsage run={run} />
          </Box>
        )}
        <ModuleAnnouncer run={run} />
      </div>
      <SideColumn as="aside">
        <RunServices run={run} />
        <RunCost run={run} />
        <RunLog run={run} />
      </SideColumn>
    </FrameColumns>
  );
}

/** What it cost so far: the tokens that are reserved for it, or were charged in its end; else it is a course of the plan. */
function RunCost({ run }: Pick<RunViewProps, 'run'>) {
  const isOver = hasEnded(run);
  const tokens = isOver ? run.tokens.charged : run.tokens.reserved;
  const isCourse = isOfPlan(run);
  const amount = tokens === 0 ? t('Nothing') : t('{n} tokens', { n: formatTokens(tokens) });
  return (
    <Box sx={{ marginBlockStart: 3 }}>
      <StatRow>
        <FigureCard
          name={isOver ? t('Charged') : t('Reserved')}
          figure={isCourse ? t('1 course') : amount}
          {...(isCourse && { note: t('included in your plan') })}
        />
      </StatRow>
    </Box>
  );
}

function Outline({ run, language, later }: Pick<RunViewProps, 'run' | 'language' | 'later'>) {
  if (run.status === 'running' && run.stage === 'approval') {
    return (
      <Suspense fallback={<LoadingState label={t('Loading the outline')} rows={8} />}>
        <OutlineGate key={run.task_id} run={run} language={language} />
      </Suspense>
    );
  }
  if (run.items.length > 0) return <RunOutline run={run} language={language} later={later} />;
  return hasEnded(run) ? null : <OutlineToCome run={run} />;
}
