import { useEffect } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { ApiError } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/course-language.ts';
import { useRunStatus } from '#frontend/lib/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow, type MarginState } from '#frontend/ui/margin-row.tsx';
import { forgetRun, useRecentRuns, type RecentRun } from './recent-runs.ts';
import { useNoticeWhenDone } from './run-outcome.ts';
import { progressText } from './run-words.ts';

// Rows appear with their first answer; until then there is nothing to head.
const Section = styled('section')({ marginBlockEnd: 36, '&:not(:has(li))': { display: 'none' } });
const Heading = styled('h2')(({ theme }) => ({
  ...theme.typography.h3,
  margin: 0,
  paddingBlockEnd: 8,
  borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
}));
const Rows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Title = styled('span')({ flex: 1, minWidth: 0 });
const Words = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  '&[data-state="writing"]': { color: theme.vars.palette.secondary.main },
  '&[data-state="failed"]': { color: theme.vars.palette.error.main },
}));

export interface RunsBeingWrittenProps {
  readonly userId: string;
  /** A course has just been finished. */
  readonly onDone: () => void;
}

interface RunRowProps extends RunsBeingWrittenProps {
  readonly recent: RecentRun;
}

function RunRow({ userId, onDone, recent }: RunRowProps) {
  const { data: run, error } = useRunStatus(recent.task_id);
  useNoticeWhenDone(userId, run, onDone);
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) forgetRun(userId, recent.task_id);
  }, [isGone, userId, recent.task_id]);
  if (!run) return null;

  const isOver = run.status === 'failed' || run.status === 'cancelled';
  const state: MarginState = run.status === 'completed' ? 'done' : isOver ? 'failed' : run.status === 'queued' ? 'waiting' : 'writing';
  const words = { done: t('Finished'), failed: t('Failed'), waiting: t('In the queue'), writing: progressText(run) }[state];
  const title = run.title ?? recent.topic;
  return (
    <MarginRow as="li" state={state}>
      <Title {...languageAttributes(recent.values.language_preference)}>
        {run.result ? (
          <TextLink to="/courses/$courseId" params={{ courseId: run.result.course_id }}>
            {title}
          </TextLink>
        ) : (
          <TextLink to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
            {title}
          </TextLink>
        )}
      </Title>
      <Words data-state={state}>{words}</Words>
      {isOver && (
        <Button size="small" onClick={() => forgetRun(userId, run.task_id)}>
          {t('Dismiss')}
        </Button>
      )}
    </MarginRow>
  );
}

/** The courses asked for in this browser that are still being written, or have just ended. */
export function RunsBeingWritten({ userId, onDone }: RunsBeingWrittenProps) {
  const runs = useRecentRuns(userId);
  return (
    <Section aria-labelledby="being-written">
      <Heading id="being-written">{t('Being written')}</Heading>
      <Rows>
        {runs.map((recent) => (
          <RunRow key={recent.task_id} userId={userId} onDone={onDone} recent={recent} />
        ))}
      </Rows>
    </Section>
  );
}
