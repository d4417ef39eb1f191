import { ContinueLine } from '#frontend/features/courses/list/continue-courses.tsx';
import { LiveRuns } from '#frontend/features/generation/runs/live-runs.tsx';

/** The part above the form: the lesson read last, and the courses being written. */
export default function BuilderRecentWork({ userId }: { readonly userId: string }) {
  return (
    <>
      <ContinueLine userId={userId} />
      <LiveRuns userId={userId} />
    </>
  );
}
