import { ApiError } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

interface CourseUnavailableProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** There is no such course (any more), as opposed to one that could not be fetched. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A course of a creator that is gone, or could not be fetched: two different things. */
export function CourseUnavailable({ error, onRetry }: CourseUnavailableProps) {
  if (!isGone(error)) {
    return <ErrorState title={t('The course could not be loaded')} error={error} onRetry={onRetry} />;
  }
  return (
    <ErrorState title={t('There is no course at this address')}>
      <p>{t('It may have been deleted, or belong to another account.')}</p>
      <LinkButton to="/studio/courses" variant="outlined" color="inherit">
        {t('All my courses')}
      </LinkButton>
    </ErrorState>
  );
}
