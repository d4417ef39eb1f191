import { useEffect } from 'react';
import { handleRunEnd } from '#frontend/features/generation/run/run-outcome.ts';
import { useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import type { RecentRun } from './recent-runs.ts';

/** A course that has just been finished, with its first lesson. */
export function NewCourse({ userId, recent }: { readonly userId: string; readonly recent: RecentRun }) {
  const { data: run } = useRunStatus(recent.task_id);
  useEffect(() => {
    if (run) handleRunEnd(userId, run, recent.isRepeat || run.finished_at === null ? Date.now() : Date.parse(run.finished_at));
  }, [run, userId, recent.isRepeat]);
  const courseId = run?.result?.course_id;
  if (!run || !courseId) return null;
  const title = run.title ?? recent.values.topic;
  return (
    <HeroCard
      course={{ title }}
      reason={t('Your new course is ready.')}
      title={<CourseTitle title={title} language={recent.values.language_preference} />}
      actions={
        <>
          <LinkButton to="/courses/$courseId/learn/$module/$lesson" params={{ courseId, module: '0', lesson: '0' }} variant="contained">
            {t('Start lesson 1')}
          </LinkButton>
          <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
            {t('Open course')}
          </LinkButton>
        </>
      }
    />
  );
}
