import { lazy, Suspense } from 'react';
import { useLiveRuns } from './live-runs-query.ts';
import { useRecentRuns } from './recent-runs.ts';
import type { RunsBeingWrittenProps } from './runs-being-written.tsx';

const RunsBeingWritten = lazy(async () => ({ default: (await import('./runs-being-written.tsx')).RunsBeingWritten }));

/** The courses being written, if any. Loads its code only then, because most visits do not need it. */
export function LiveRuns(props: RunsBeingWrittenProps) {
  const live = useLiveRuns(props.userId);
  const recent = useRecentRuns(props.userId);
  if (live.length + recent.length === 0) return null;
  return (
    <Suspense>
      <RunsBeingWritten {...props} />
    </Suspense>
  );
}
