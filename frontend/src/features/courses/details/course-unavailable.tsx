import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { UnavailableCourse, type FailedCourse } from '#frontend/ui/states/unavailable-course.tsx';

/** A learner's course that does not exist, or could not be loaded. */
export function CourseUnavailable(failed: FailedCourse) {
  return (
    <UnavailableCourse {...failed}>
      <p>{t('It may belong to another account.')}</p>
      <LinkButton to="/courses" variant="outlined" color="inherit">
        {t('Go to My Courses')}
      </LinkButton>
    </UnavailableCourse>
  );
}
