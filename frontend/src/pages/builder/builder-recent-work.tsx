import { ContinueLine } from '#frontend/features/courses/list/continue-courses.tsx';
import { LiveRuns } from '#frontend/features/generation/runs/live-runs.tsx';
import { useLiveRuns } from '#frontend/features/generation/runs/live-runs-query.ts';
import { useDueCount } from '#frontend/features/practice/review-query.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { useNextCourse } from '../courses/next-course.ts';

/**
 * The part above the form: the most recently read lesson, the due questions, and the courses being written; for a user without a course, a
 * link to its one question.
 */
export default function BuilderRecentWork({ userId }: { readonly userId: string }) {
  const due = useDueCount(userId);
  const { toContinue, hasCourses } = useNextCourse(userId);
  const isNew = useLiveRuns(userId).length === 0 && toContinue === undefined && hasCourses === false;
  const dueLink = due > 0 && (
    <LinkButton to="/review" size="small">
      {t('Review today ({n, plural, one {#} other {#}})', { n: due })}
    </LinkButton>
  );
  const firstLink = isNew && (
    <LinkButton to="/welcome" size="small" sx={{ marginInlineStart: '-8px' }}>
      {t('Your first course? One question is enough')}
    </LinkButton>
  );
  return (
    <>
      <ContinueLine userId={userId} besides={dueLink || firstLink} />
      <LiveRuns userId={userId} />
    </>
  );
}
