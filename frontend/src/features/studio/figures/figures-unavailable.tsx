import { useEffect } from 'react';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';

interface FiguresUnavailableProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown when figures failed to load; logs the specified words (CRE-04, CRE-16, G12). Never shows a zero. */
export function FiguresUnavailable({ title, error, onRetry }: FiguresUnavailableProps) {
  useEffect(() => console.error('Error loading creator data', error), [error]);
  return (
    <div style={{ marginBlockEnd: 28 }}>
      <ErrorState title={title} error={error} onRetry={onRetry} />
    </div>
  );
}
