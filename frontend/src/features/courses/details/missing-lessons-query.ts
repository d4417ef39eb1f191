import { queryOptions } from '@tanstack/react-query';
import { getMissingLessons, writeMissingLessons } from '#contract/courses/missing-lessons.contract.ts';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { retryLesson } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { useCourseCache } from '#frontend/features/courses/course-cache.ts';
import { missingKey, proposalsKey } from '#frontend/features/courses/course-keys.ts';
import type { CourseOf, Proposal } from '#frontend/features/courses/version-queries.ts';

/** A lesson that was planned and could not be written. */
export interface MissingLesson {
  readonly lessonId: string;
  readonly title: string;
  /** Where it was planned, counted from 0. */
  readonly module: number;
  readonly lesson: number;
  /** Why it could not be written, as the run's status tells it. */
  readonly failures?: StatusEnvelope['items'][number]['failures'];
}

/** The run a course was made by, and what it could not write. */
export interface MissingLessons {
  readonly taskId: string;
  /** Stopped by the learner: what it had not written by then has not failed. */
  readonly isStopped: boolean;
  readonly lessons: readonly MissingLesson[];
  /** Where every lesson was planned, also those that are there. */
  readonly outline: readonly PlannedPlace[];
}

interface PlannedPlace {
  readonly lessonId: string;
  readonly module: number;
  readonly lesson: number;
}

async function findMissing(taskId: string, signal: AbortSignal): Promise<MissingLessons> {
  const { items, stopped } = await call(getGenerationStatus, { params: { task_id: taskId }, signal });
  const lessons = items.filter(({ state }) => state !== 'completed');
  return {
    taskId,
    isStopped: stopped,
    lessons: lessons.map(({ id, title, module, lesson, failures }) => ({ lessonId: id, title, module, lesson, failures })),
    outline: items.map(({ id, module, lesson }) => ({ lessonId: id, module, lesson })),
  };
}

/** What a partial course lacks. It does not change: a lesson that has been written since is taken out by whoever shows it. */
export const missingLessons = ({ userId, courseId }: CourseOf, { task_id: taskId, quality_level: level }: Course) =>
  queryOptions({
    queryKey: missingKey(userId, courseId),
    queryFn: ({ signal }) => findMissing(taskId ?? '', signal),
    staleTime: Infinity,
    enabled: level === 'partial' && taskId !== null,
  });

/** The runs that write single lessons now, or could not, by lesson; of several the newest. */
export function laterRuns(proposals: readonly Proposal[]): ReadonlyMap<string, { readonly taskId: string; readonly isFailed: boolean }> {
  const runs = proposals.filter(({ status }) => status !== 'ready').toReversed();
  return new Map(
    runs.flatMap(({ task_id: taskId, status, lesson_ids: ids }) =>
      ids.map((id) => [id, { taskId, isFailed: status === 'failed' }] as const),
    ),
  );
}

/** What nobody is writing of a partial course, and what that would cost. Changes with what is being written, so it is asked for again with that. */
export const missingOffer = ({ userId, courseId }: CourseOf) =>
  queryOptions({
    queryKey: [...proposalsKey(userId, courseId), 'missing'],
    queryFn: ({ signal }) => call(getMissingLessons, { params: { course_id: courseId }, signal }),
  });

/** Has all missing lessons written that nobody is writing; they join the course by themselves. */
export function useWriteAllMissing(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  const sendOnce = useSendOnce();
  const params = { course_id: of.courseId };
  return useMutation({
    mutationFn: (lessonIds: readonly string[]) => sendOnce(lessonIds, (headers) => call(writeMissingLessons, { params, headers })),
    onSuccess: () => cache.refreshProposals(),
  });
}

/** Has one missing lesson written; it joins the course by itself. */
export function useWriteMissing(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: ({ taskId, lessonId }: { taskId: string; lessonId: string }) => {
      const params = { task_id: taskId, lesson_id: lessonId };
      return sendOnce(params, (headers) => call(retryLesson, { params, headers }));
    },
    onSuccess: () => cache.refreshProposals(),
  });
}
