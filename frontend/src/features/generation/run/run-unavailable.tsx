import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { UnavailableCourse, type FailedCourse } from '#frontend/ui/states/unavailable-course.tsx';

/** A run that does not exist, or could not be loaded. */
export function RunUnavailable(failed: FailedCourse) {
  return (
    <UnavailableCourse {...failed}>
      <p>{t('It may belong to another account.')}</p>
      <LinkButton to="/create" variant="outlined" color="inherit">
        {t('Open AI Builder')}
      </LinkButton>
    </UnavailableCourse>
  );
}
