import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { useNextCourse } from './next-course.ts';

/**
 * A link from a screen that fills up through learning: to the lesson to continue, else to the first lesson of the newest course, else to a
 * first course.
 */
export function NextLesson({ userId }: { readonly userId: string }) {
  const { toContinue, toStart, hasCourses } = useNextCourse(userId);
  if (hasCourses === null) return null;
  if (toContinue) {
    return (
      <LinkButton to={LEARN} params={learnParams(toContinue.course_id, toContinue.lesson)} variant="contained">
        {t('Continue with “{title}”', { title: formulaWords(toContinue.lesson.title, 'rtl') })}
      </LinkButton>
    );
  }
  if (toStart) {
    return (
      <LinkButton to={LEARN} params={learnParams(toStart.course_id, { module: 0, lesson: 0 })} variant="contained">
        {t('Start with “{title}”', { title: formulaWords(toStart.title, 'rtl') })}
      </LinkButton>
    );
  }
  return (
    <LinkButton to="/create" variant="contained">
      {hasCourses ? t('Write your next course') : t('Write your first course')}
    </LinkButton>
  );
}
