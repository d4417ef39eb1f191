import { useEffect } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQueries } from '@tanstack/react-query';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { hasEnded, runStatus, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useLiveRuns } from './live-runs-query.ts';
import { forgetRun, useRecentRuns, type RecentRun } from './recent-runs.ts';
import { handleRunEnd } from '#frontend/features/generation/run/run-outcome.ts';
import { RetryButton } from './retry-button.tsx';
import { countedOf, countReadyShort, marginOfRun, runWord } from './run-summary-words.ts';
import { progressText, readyText } from '#frontend/features/generation/run/run-words.ts';

// Rows appear with their first answer; until then the heading is hidden.
const Section = styled(RuledSection)({ '&:not(:has(li))': { display: 'none' } });
const Title = styled('span')({ flex: '1 1 8rem', minWidth: 0 });
const Words = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  marginInlineStart: 'auto',
  color: theme.vars.palette.text.secondary,
  '&[data-state="writing"]': { color: theme.vars.palette.secondary.main },
  '&[data-state="failed"]': { color: theme.vars.palette.error.main },
}));

const Ready = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 24px',
  marginBlockEnd: 28,
  paddingBlock: 12,
  paddingInline: '16px 12px',
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  borderInlineStart: `3px solid ${theme.vars.palette.success.main}`,
  '& p': { margin: 0 },
}));

export interface RunsBeingWrittenProps {
  readonly userId: string;
  /** Shown beside the list of courses, which includes finished ones: they are linked, not listed again. */
  readonly isOfCourses?: boolean;
}

/** An active run, from the shell's poll. */
function LiveRow({ run }: { readonly run: RunSummary }) {
  const state = marginOfRun(run);
  const count = countReadyShort(run);
  return (
    <MarginRow as="li" state={state}>
      <Title>
        <TextLink {...languageAttributes(run.language)} to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
          {run.title ?? run.topic}
        </TextLink>
      </Title>
      <Words data-state={state}>{count === '' ? runWord(run) : readyText(run.lessons_ready, run.lessons_total)}</Words>
    </MarginRow>
  );
}

/** A run of this browser that has just ended, or that the shell's poll does not include yet. */
function RecentRow({ userId, recent }: { readonly userId: string; readonly recent: RecentRun }) {
  const { data: run, error } = useRunStatus(recent.task_id);
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) forgetRun(userId, recent.task_id);
  }, [isGone, userId, recent.task_id]);
  useEffect(() => {
    if (!run) return;
    // The tab may have been closed at its end. A course that existed before the request is announced on the run's page first.
    handleRunEnd(userId, run, recent.isRepeat || run.finished_at === null ? Date.now() : Date.parse(run.finished_at));
  }, [run, userId, recent.isRepeat]);
  if (!run) return null;

  const isOver = run.status === 'failed' || run.status === 'cancelled';
  const state = marginOfRun(run);
  const title = run.title ?? recent.values.topic;
  const language = languageAttributes(recent.values.language_preference);
  const words = hasEnded(run) ? runWord(countedOf(run)) : progressText(run);
  return (
    <MarginRow as="li" state={state}>
      <Title>
        {run.result && run.status === 'completed' ? (
          <TextLink {...language} to="/courses/$courseId" params={{ courseId: run.result.course_id }}>
            {title}
          </TextLink>
        ) : (
          <TextLink {...language} to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
            {title}
          </TextLink>
        )}
      </Title>
      <Words data-state={state}>{words}</Words>
      {run.can_retry && <RetryButton taskId={run.task_id} title={title} />}
      {isOver && (
        <Button size="small" onClick={() => forgetRun(userId, run.task_id)}>
          {t('Dismiss')}
          <VisuallyHidden> {title}</VisuallyHidden>
        </Button>
      )}
    </MarginRow>
  );
}

/** A course that has just been finished: the link to its first lesson. */
function NewCourse({ userId, recent }: { readonly userId: string; readonly recent: RecentRun }) {
  const { data: run } = useRunStatus(recent.task_id);
  useEffect(() => {
    if (run) handleRunEnd(userId, run, recent.isRepeat || run.finished_at === null ? Date.now() : Date.parse(run.finished_at));
  }, [run, userId, recent.isRepeat]);
  const courseId = run?.result?.course_id;
  if (!run || !courseId) return null;
  return (
    <Ready>
      <p>
        <strong {...languageAttributes(recent.values.language_preference)}>{run.title ?? recent.values.topic}</strong>
        {' · '}
        {t('Your new course is ready.')}
      </p>
      <LinkButton to="/courses/$courseId/learn/$module/$lesson" params={{ courseId, module: '0', lesson: '0' }} variant="contained">
        {t('Start lesson 1')}
      </LinkButton>
    </Ready>
  );
}

/** The runs in progress, here or on another device, and those that have just ended in this browser. */
export function RunsBeingWritten({ userId, isOfCourses = false }: RunsBeingWrittenProps) {
  const live = useLiveRuns(userId);
  const recent = useRecentRuns(userId).filter(({ task_id }) => !live.some((run) => run.task_id === task_id));
  const looks = useQueries({ queries: recent.map(({ task_id }) => ({ ...runStatus(task_id), enabled: false })) });
  const isOver = (run: RecentRun) => looks.some(({ data }) => data?.task_id === run.task_id && hasEnded(data));
  const finishedCourse = ({ task_id }: RecentRun) => {
    const run = looks.find(({ data }) => data?.task_id === task_id)?.data;
    return run?.kind === 'course' && run.status === 'completed' ? run.result?.course_id : undefined;
  };
  const rowOf = (run: RecentRun) => <RecentRow key={run.task_id} userId={userId} recent={run} />;
  return (
    <>
      <Section title={t('Being written')}>
        <Rows>
          {live.map((run) => (
            <LiveRow key={run.task_id} run={run} />
          ))}
          {recent.filter((run) => !isOver(run)).map(rowOf)}
        </Rows>
      </Section>
      <Section title={t('Ended')}>
        <Rows>{recent.filter((run) => isOver(run) && !(isOfCourses && finishedCourse(run))).map(rowOf)}</Rows>
      </Section>
      {isOfCourses && recent.filter(finishedCourse).map((run) => <NewCourse key={run.task_id} userId={userId} recent={run} />)}
    </>
  );
}
