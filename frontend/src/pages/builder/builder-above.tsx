import { ContinueCourses } from '#frontend/features/courses/list/continue-courses.tsx';
import { LiveRuns } from '#frontend/features/generation/runs/live-runs.tsx';

/** What stands above the form: what was read last, and what is being written. */
export default function BuilderAbove({ userId }: { readonly userId: string }) {
  return (
    <>
      <ContinueCourses userId={userId} isShort />
      <LiveRuns userId={userId} />
    </>
  );
}
