import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { coursesToContinue, generatedCourses } from '#frontend/features/courses/course-queries.ts';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** The way on from a screen that is filled by learning: the lesson to continue, else the first of the newest course, else a first course. */
export function NextLesson({ userId }: { readonly userId: string }) {
  const { data: toContinue } = useQuery(coursesToContinue(userId));
  const { data: own } = useInfiniteQuery(generatedCourses(userId, { sort: 'newest' }));
  if (!toContinue || !own) return null;
  const [current] = toContinue;
  const newest = own.pages[0]?.courses[0];
  if (current) {
    return (
      <LinkButton to={LEARN} params={learnParams(current.course_id, current.lesson)} variant="contained">
        {t('Continue with “{title}”', { title: current.lesson.title })}
      </LinkButton>
    );
  }
  if (newest?.status === 'generated') {
    return (
      <LinkButton to={LEARN} params={learnParams(newest.course_id, { module: 0, lesson: 0 })} variant="contained">
        {t('Start with “{title}”', { title: newest.title })}
      </LinkButton>
    );
  }
  return (
    <LinkButton to="/create" variant="contained">
      {newest ? t('Write your next course') : t('Write your first course')}
    </LinkButton>
  );
}
