import { ContinueLine } from '#frontend/features/courses/list/continue-courses.tsx';
import { LiveRuns } from '#frontend/features/generation/runs/live-runs.tsx';
import { useDueCount } from '#frontend/features/practice/review-query.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** The part above the form: the lesson read last, the questions that are due, and the courses being written. */
export default function BuilderRecentWork({ userId }: { readonly userId: string }) {
  const due = useDueCount(userId);
  return (
    <>
      <ContinueLine
        userId={userId}
        besides={
          due > 0 && (
            <LinkButton to="/review" size="small">
              {t('Review today ({n, plural, one {#} other {#}})', { n: due })}
            </LinkButton>
          )
        }
      />
      <LiveRuns userId={userId} />
    </>
  );
}
