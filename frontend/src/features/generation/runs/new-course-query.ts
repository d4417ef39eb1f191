import { useQueries } from '@tanstack/react-query';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { runStatus } from '#frontend/lib/polling/poll-run.ts';
import { useRecentRuns, type RecentRun } from './recent-runs.ts';

/** The known states of recent runs. Does not fetch: the rows that show them do. */
export function useLooks(recent: readonly RecentRun[]): readonly StatusEnvelope[] {
  const looks = useQueries({ queries: recent.map(({ task_id }) => ({ ...runStatus(task_id), enabled: false })) });
  return looks.flatMap(({ data }) => data ?? []);
}

/** The course of a run if the run has completed it; otherwise undefined. */
export function newCourseOf({ task_id }: RecentRun, looks: readonly StatusEnvelope[]): string | undefined {
  const run = looks.find((look) => look.task_id === task_id);
  return run?.kind === 'course' && run.status === 'completed' ? run.result?.course_id : undefined;
}

/** This browser's run that has just completed a course; undefined if there is none. */
export function useNewCourse(userId: string): RecentRun | undefined {
  const recent = useRecentRuns(userId);
  const looks = useLooks(recent);
  return recent.find((run) => newCourseOf(run, looks) !== undefined);
}
