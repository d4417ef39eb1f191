import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { countMissing, countReady, progressText } from '#frontend/features/generation/run/run-words.ts';

const courseOf = (run: StatusEnvelope): string | null => (run.status === 'completed' && run.result ? run.result.course_id : null);

/** The state of the course that a lesson belongs to: being written, cancelled, or completed. */
export function standingText(run: StatusEnvelope): string {
  if (courseOf(run) === null) return progressText(run);
  if (run.kind === 'lesson') return t('The lesson is written.');
  if (!run.stopped || countMissing(run.items) === 0) return t('The course is finished.');
  const n = countReady(run.items);
  return t('You stopped it and kept {n, plural, one {# lesson} other {# lessons}}.', { n });
}

interface RunLessonExitProps {
  readonly taskId: string;
  /** Undefined until it is known. */
  readonly run: StatusEnvelope | undefined;
}

/** The exit from a lesson of a course being written: to the course once it exists. */
export function RunLessonExit({ taskId, run }: RunLessonExitProps) {
  const courseId = run ? courseOf(run) : null;
  if (courseId !== null) {
    return (
      <>
        <LinkButton to="/courses/$courseId/learn/$module/$lesson" params={{ courseId, module: '0', lesson: '0' }} variant="contained">
          {t('Start lesson 1')}
        </LinkButton>
        <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
          {t('Open course')}
        </LinkButton>
      </>
    );
  }
  return (
    <LinkButton to="/create/runs/$taskId" params={{ taskId }} variant="outlined" color="inherit">
      {run && hasEnded(run) ? t('Back to the outline') : t('Back to the course in progress')}
    </LinkButton>
  );
}
