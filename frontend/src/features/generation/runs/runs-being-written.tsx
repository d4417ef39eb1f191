import { useEffect } from 'react';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { hasEnded, useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { StateWord } from '#frontend/ui/state-word.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useLiveRuns } from './live-runs-query.ts';
import { newCourseOf, useLooks } from './new-course-query.ts';
import { forgetRun, useRecentRuns, type RecentRun } from './recent-runs.ts';
import { handleRunEnd } from '#frontend/features/generation/run/run-outcome.ts';
import { RetryButton } from './retry-button.tsx';
import { countedOf, countReadyShort, marginOfRun, runWord } from './run-summary-words.ts';
import { progressText, readyText } from '#frontend/features/generation/run/run-words.ts';

// Rows appear with their first answer; until then the heading is hidden.
const Section = styled(RuledSection)({ '&:not(:has(li))': { display: 'none' } });
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
      <Typography component="span" sx={{ flex: '1 1 8rem', minWidth: 0 }}>
        <TextLink {...languageAttributes(run.language)} to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
          <FormulaText text={run.title ?? run.topic} dir={languageAttributes(run.language).dir} />
        </TextLink>
      </Typography>
      <StateWord state={state}>{count === '' ? runWord(run) : readyText(run.lessons_ready, run.lessons_total)}</StateWord>
    </MarginRow>
  );
}

/** The same as `LiveRow`, as a card of the shelf. */
function LiveCard({ run }: { readonly run: RunSummary }) {
  const title = run.title ?? run.topic;
  const { lessons_ready: ready, lessons_total: total } = run;
  return (
    <CourseCard
      course={{ title, language: run.language }}
      to={`/create/runs/${run.task_id}`}
      mark={<Chip size="small" color="secondary" label={runWord(run)} />}
      {...(total > 0 && {
        line: readyText(ready, total),
        progress: { label: t('Progress of {title}', { title: formulaWords(title, undefined) }), value: Math.round((100 * ready) / total) },
      })}
    />
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
      <Typography component="span" sx={{ flex: '1 1 8rem', minWidth: 0 }}>
        {run.result && run.status === 'completed' ? (
          <TextLink {...language} to="/courses/$courseId" params={{ courseId: run.result.course_id }}>
            <FormulaText text={title} dir={language.dir} />
          </TextLink>
        ) : (
          <TextLink {...language} to="/create/runs/$taskId" params={{ taskId: run.task_id }}>
            <FormulaText text={title} dir={language.dir} />
          </TextLink>
        )}
      </Typography>
      <StateWord state={state}>{words}</StateWord>
      {run.can_retry && <RetryButton taskId={run.task_id} title={formulaWords(title, language.dir)} />}
      {isOver && (
        <Button size="small" onClick={() => forgetRun(userId, run.task_id)}>
          {t('Dismiss')}
          <VisuallyHidden> {formulaWords(title, language.dir)}</VisuallyHidden>
        </Button>
      )}
    </MarginRow>
  );
}

/** The active runs, here or on another device, and those that have just ended in this browser. */
export function RunsBeingWritten({ userId, isOfCourses = false }: RunsBeingWrittenProps) {
  const live = useLiveRuns(userId);
  const recent = useRecentRuns(userId).filter(({ task_id }) => !live.some((run) => run.task_id === task_id));
  const looks = useLooks(recent);
  const isOver = (run: RecentRun) => looks.some((look) => look.task_id === run.task_id && hasEnded(look));
  const rowOf = (run: RecentRun) => <RecentRow key={run.task_id} userId={userId} recent={run} />;
  return (
    <>
      <Section title={t('Being written')}>
        {isOfCourses && live.length > 0 && (
          <ShelfGrid sx={{ marginBlockStart: 2 }}>
            {live.map((run) => (
              <li key={run.task_id}>
                <LiveCard run={run} />
              </li>
            ))}
          </ShelfGrid>
        )}
        <Rows>
          {!isOfCourses && live.map((run) => <LiveRow key={run.task_id} run={run} />)}
          {recent.filter((run) => !isOver(run)).map(rowOf)}
        </Rows>
      </Section>
      <Section title={t('Ended')}>
        <Rows>{recent.filter((run) => isOver(run) && !(isOfCourses && newCourseOf(run, looks))).map(rowOf)}</Rows>
      </Section>
    </>
  );
}
