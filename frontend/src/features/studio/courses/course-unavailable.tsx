import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { UnavailableCourse, type FailedCourse } from '#frontend/ui/states/unavailable-course.tsx';

/** A course of a creator that is gone, or could not be fetched. */
export function CourseUnavailable(failed: FailedCourse) {
  return (
    <UnavailableCourse {...failed}>
      <p>{t('It may have been deleted, or belong to another account.')}</p>
      <LinkButton to="/studio/courses" variant="outlined" color="inherit">
        {t('All my courses')}
      </LinkButton>
    </UnavailableCourse>
  );
}
