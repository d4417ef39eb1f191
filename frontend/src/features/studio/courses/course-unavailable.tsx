import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { UnavailableCourse, type FailedCourse } from '#frontend/ui/states/unavailable-course.tsx';

/** A creator's course that was deleted, or failed to load. */
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
