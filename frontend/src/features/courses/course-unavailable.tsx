import { ApiError } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

interface CourseUnavailableProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A course that is not there, or could not be fetched: two different things. */
export function CourseUnavailable({ error, onRetry }: CourseUnavailableProps) {
  if (!(error instanceof ApiError && error.status === 404)) {
    return <ErrorState title={t('The course could not be loaded')} error={error} onRetry={onRetry} />;
  }
  return (
    <ErrorState title={t('There is no course at this address')}>
      <p>{t('It may belong to another account.')}</p>
      <LinkButton to="/courses" variant="outlined" color="inherit">
        {t('Go to My Courses')}
      </LinkButton>
    </ErrorState>
  );
}
