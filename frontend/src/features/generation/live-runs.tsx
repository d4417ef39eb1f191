import { lazy, Suspense } from 'react';
import { useRecentRuns } from './recent-runs.ts';
import type { RunsBeingWrittenProps } from './runs-being-written.tsx';

const RunsBeingWritten = lazy(async () => ({ default: (await import('./runs-being-written.tsx')).RunsBeingWritten }));

/** The courses being written, where there are any: most visits need neither the list nor its code. */
export function LiveRuns(props: RunsBeingWrittenProps) {
  const runs = useRecentRuns(props.userId);
  if (runs.length === 0) return null;
  return (
    <Suspense>
      <RunsBeingWritten {...props} />
    </Suspense>
  );
}
