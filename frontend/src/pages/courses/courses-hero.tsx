import { REVIEW_SIZE } from '#contract/practice/practice.contract.ts';
import { ContinueHero } from '#frontend/features/courses/list/continue-courses.tsx';
import { StartHero } from '#frontend/features/courses/list/start-course.tsx';
import { NewCourse } from '#frontend/features/generation/runs/new-course.tsx';
import { useNewCourse } from '#frontend/features/generation/runs/new-course-query.ts';
import { useDueCount } from '#frontend/features/practice/review-query.ts';
import { t } from '#frontend/lib/text.ts';
import { HeroCard } from '#frontend/ui/cards/hero-card.tsx';
import { Illustration } from '#frontend/ui/illustrations/illustration.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { useNextCourse } from './next-course.ts';

/** What is next: the course just written, the lesson read last, the questions that are due, or a course to begin. Nothing without any. */
export function CoursesHero({ userId }: { readonly userId: string }) {
  const written = useNewCourse(userId);
  const { toContinue, toStart } = useNextCourse(userId);
  const due = useDueCount(userId);
  if (written) return <NewCourse key={written.task_id} userId={userId} recent={written} />;
  if (toContinue) {
    return (
      <ContinueHero
        userId={userId}
        besides={
          due > 0 && (
            <LinkButton to="/review" variant="outlined" color="inherit">
              {t('{n, plural, one {Review # question first} other {Review # questions first}}', {
                n: Math.min(due, REVIEW_SIZE),
              })}
            </LinkButton>
          )
        }
      />
    );
  }
  if (due === 0) return toStart ? <StartHero course={toStart} /> : null;
  return (
    <HeroCard
      picture={<Illustration name="no-reviews" />}
      reason={t('Review')}
      title={t('{n, plural, one {# question is due again} other {# questions are due again}}', { n: due })}
      line={t('What you knew comes back later; what you did not know comes back sooner.')}
      actions={
        <LinkButton to="/review" variant="contained">
          {t('Review now')}
        </LinkButton>
      }
    />
  );
}
