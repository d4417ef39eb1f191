import type { ReactNode } from 'react';
import { isNotFound } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from './error-state.tsx';

export interface FailedCourse {
  readonly error: unknown;
  readonly onRetry: () => void;
}

interface UnavailableCourseProps extends FailedCourse {
  /** Why the course may be missing, and where to go instead. */
  readonly children: ReactNode;
}

/** Shown when a course does not exist or could not be loaded; the two cases have different texts. */
export function UnavailableCourse({ error, onRetry, children }: UnavailableCourseProps) {
  return isNotFound(error) ? (
    <ErrorState title={t('No course at this address')} illustration="not-found">
      {children}
    </ErrorState>
  ) : (
    <ErrorState title={t('The course could not be loaded')} error={error} onRetry={onRetry} />
  );
}
