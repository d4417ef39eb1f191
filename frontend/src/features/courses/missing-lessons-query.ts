import { queryOptions, useMutation } from '@tanstack/react-query';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { listRuns, retryLesson } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useCourseCache } from './course-cache.ts';
import { missingKey } from './course-keys.ts';
import type { CourseOf } from './version-queries.ts';

/** A lesson that was planned and could not be written. */
export interface MissingLesson {
  readonly lessonId: string;
  readonly title: string;
  /** Where it was planned, counted from 0. */
  readonly module: number;
  readonly lesson: number;
}

/** The run a course was made by, and what it could not write. */
export interface MissingLessons {
  readonly taskId: string;
  readonly lessons: readonly MissingLesson[];
}

/** Looks through the newest runs; null when the run of the course is not among them, and then nothing can be asked for. */
async function findMissing(courseId: string, signal: AbortSignal): Promise<MissingLessons | null> {
  let after: string | undefined;
  do {
    const page = await call(listRuns, { query: { limit: 100, ...(after !== undefined && { after }) }, signal });
    const run = page.runs.find(({ kind, result }) => kind === 'course' && result?.course_id === courseId);
    if (run) {
      const { task_id: taskId, items } = await call(getGenerationStatus, { params: { task_id: run.task_id }, signal });
      const lessons = items.filter(({ state }) => state !== 'completed');
      return { taskId, lessons: lessons.map(({ id, title, module, lesson }) => ({ lessonId: id, title, module, lesson })) };
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return null;
}

/** What a partial course lacks. It does not change: a lesson that has been written since is taken out by whoever shows it. */
export const missingLessons = ({ userId, courseId }: CourseOf) =>
  queryOptions({
    queryKey: missingKey(userId, courseId),
    queryFn: ({ signal }) => findMissing(courseId, signal),
    staleTime: Infinity,
  });

/** Has one missing lesson written; it joins the course by itself. */
export function useWriteMissing(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  return useMutation({
    mutationFn: ({ taskId, lessonId }: { taskId: string; lessonId: string }) =>
      call(retryLesson, { params: { task_id: taskId, lesson_id: lessonId } }),
    onSuccess: () => cache.refreshProposals(),
  });
}
