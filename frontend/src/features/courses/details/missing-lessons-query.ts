import { queryOptions } from '@tanstack/react-query';
import { getMissingLessons, writeMissingLessons } from '#contract/courses/missing-lessons.contract.ts';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { retryLesson } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { useCourseCache } from '#frontend/features/courses/course-cache.ts';
import { placeOfLesson } from '#frontend/features/courses/lesson/lesson-path.ts';
import { missingKey, proposalsKey } from '#frontend/features/courses/course-keys.ts';
import type { CourseOf, Proposal } from '#frontend/features/courses/version-queries.ts';

/** A planned lesson that could not be written. */
export interface MissingLesson {
  readonly lessonId: string;
  readonly title: string;
  /** Index of its planned module, from 0. */
  readonly module: number;
  readonly moduleTitle: string;
  readonly lesson: number;
  /** Why it could not be written, from the run's status. */
  readonly failures?: StatusEnvelope['items'][number]['failures'];
}

/** The run that made a course, and the lessons it could not write. */
export interface MissingLessons {
  readonly taskId: string;
  /** Whether the learner cancelled the run: the remaining lessons have not failed. */
  readonly isStopped: boolean;
  readonly lessons: readonly MissingLesson[];
  /** The planned position of every lesson, including written ones. */
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
    lessons: lessons.map(({ id, title, module, module_title: moduleTitle, lesson, failures }) => ({
      lessonId: id,
      title,
      module,
      moduleTitle,
      lesson,
      failures,
    })),
    outline: items.map(({ id, module, lesson }) => ({ lessonId: id, module, lesson })),
  };
}

/** The lessons that a partial course lacked after its run. The answer does not change; the caller removes lessons written since. */
export const missingLessons = ({ userId, courseId }: CourseOf, { task_id: taskId, quality_level: level }: Course) =>
  queryOptions({
    queryKey: missingKey(userId, courseId),
    queryFn: ({ signal }) => findMissing(taskId ?? '', signal),
    staleTime: Infinity,
    enabled: level === 'partial' && taskId !== null,
  });

/** A module of a course's outline: written, missing, or partly written. */
export interface OutlinedModule extends Pick<Course['modules'][number], 'title' | 'summary' | 'lessons'> {
  /** Its position in the outline, from 0, so that a missing and an existing lesson never share a number. */
  readonly number: number;
  /** Its position in the course, from 0; null as long as none of its lessons is written. */
  readonly index: number | null;
  readonly missing: readonly MissingLesson[];
}

/** The modules of a course, each with its missing lessons, in outline order. */
export function outlinedModules(course: Course, run: MissingLessons | undefined): readonly OutlinedModule[] {
  const lacking = run?.lessons.filter(({ lessonId }) => placeOfLesson(course, lessonId) === null) ?? [];
  const written = course.modules.map((module, index) => {
    const number = run?.outline.find(({ lessonId }) => lessonId === module.lessons[0]?.lesson_id)?.module ?? index;
    return { ...module, number, index, missing: lacking.filter((lesson) => lesson.module === number) };
  });
  const numbers = new Set(written.map(({ number }) => number));
  const others = Map.groupBy(
    lacking.filter(({ module }) => !numbers.has(module)),
    ({ module }) => module,
  );
  const unwritten = [...others].map(([number, missing]) => ({
    title: missing[0]!.moduleTitle,
    summary: '',
    lessons: [],
    number,
    index: null,
    missing,
  }));
  return [...written, ...unwritten].toSorted((one, other) => one.number - other.number);
}

/** By lesson, the newest run that is writing this single lesson, or failed to. */
export function laterRuns(proposals: readonly Proposal[]): ReadonlyMap<string, { readonly taskId: string; readonly isFailed: boolean }> {
  const runs = proposals.filter(({ status }) => status !== 'ready').toReversed();
  return new Map(
    runs.flatMap(({ task_id: taskId, status, lesson_ids: ids }) =>
      ids.map((id) => [id, { taskId, isFailed: status === 'failed' }] as const),
    ),
  );
}

/** The missing lessons that no run is writing, and their price. It changes with the active runs, so the query is refetched with them. */
export const missingOffer = ({ userId, courseId }: CourseOf) =>
  queryOptions({
    queryKey: [...proposalsKey(userId, courseId), 'missing'],
    queryFn: ({ signal }) => call(getMissingLessons, { params: { course_id: courseId }, signal }),
  });

/** Starts a run for all missing lessons that no run is writing; they are added to the course automatically. */
export function useWriteAllMissing(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  const sendOnce = useSendOnce();
  const params = { course_id: of.courseId };
  return useAction({
    mutationFn: ({ lessonIds, cost }: { readonly lessonIds: readonly string[]; readonly cost: number }) =>
      sendOnce(lessonIds, (headers) => call(writeMissingLessons, { params, headers, acceptedPrice: cost })),
    onSuccess: () => cache.refreshProposals(),
  });
}

/** Starts a run for one missing lesson; it is added to the course automatically. */
export function useWriteMissing(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  const sendOnce = useSendOnce();
  return useAction({
    mutationFn: ({ taskId, lessonId, cost }: { taskId: string; lessonId: string; cost: number }) => {
      const params = { task_id: taskId, lesson_id: lessonId };
      return sendOnce(params, (headers) => call(retryLesson, { params, headers, acceptedPrice: cost }));
    },
    onSuccess: () => cache.refreshProposals(),
  });
}
