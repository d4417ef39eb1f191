import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  acceptProposal,
  discardProposal,
  getVersion,
  listProposals,
  listVersions,
  pinLesson,
  regenerateLesson,
  regenerateModule,
  restoreVersion,
  type proposalSchema,
  type versionSchema,
} from '#contract/courses/course-versions.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { useSendOnce } from '#frontend/lib/use-send-once.ts';
import { useCourseCache } from './course-cache.ts';
import { proposalsKey, versionsKey } from './course-keys.ts';

export type Proposal = z.infer<typeof proposalSchema>;
export type Version = z.infer<typeof versionSchema>;

/** The user and the course. */
export interface CourseOf {
  readonly userId: string;
  readonly courseId: string;
}

/** Proposals that were neither accepted nor discarded, newest first. */
export const courseProposals = ({ userId, courseId }: CourseOf) =>
  queryOptions({
    queryKey: proposalsKey(userId, courseId),
    queryFn: async ({ signal }) => (await call(listProposals, { params: { course_id: courseId }, signal })).proposals,
  });

/** The last 20 versions, newest first. */
export const courseVersions = ({ userId, courseId }: CourseOf) =>
  queryOptions({
    queryKey: versionsKey(userId, courseId),
    queryFn: async ({ signal }) => (await call(listVersions, { params: { course_id: courseId }, signal })).versions,
  });

/** The course in one version. Its marks are current; only its texts are of that version. */
export const oneVersion = ({ userId, courseId }: CourseOf, number: number) =>
  queryOptions({
    queryKey: [...versionsKey(userId, courseId), number],
    queryFn: async ({ signal }) => (await call(getVersion, { params: { course_id: courseId, number }, signal })).course,
  });

/** What to rewrite: one lesson, or a module by its index. */
export type RewriteTarget = { readonly lessonId: string } | { readonly module: number };

/** Starts a rewrite, or joins the running one. The course does not change. */
export function useRegenerate(of: CourseOf, onStarted: () => void) {
  const cache = useCourseCache(of.userId, of.courseId);
  const sendOnce = useSendOnce();
  return useAction({
    mutationFn: ({ acceptedPrice, ...asked }: { target: RewriteTarget; instruction: string; acceptedPrice: number }) => {
      const { target, instruction } = asked;
      return sendOnce(asked, (headers) => {
        const options = { body: { instruction }, headers, acceptedPrice };
        return 'lessonId' in target
          ? call(regenerateLesson, { params: { course_id: of.courseId, lesson_id: target.lessonId }, ...options })
          : call(regenerateModule, { params: { course_id: of.courseId, module: target.module }, ...options });
      });
    },
    onSuccess: async () => {
      await cache.refreshProposals();
      onStarted();
    },
  });
}

/** Pins a lesson, so that no service rewrites it, or unpins it. */
export function usePin(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  return useAction({
    mutationFn: ({ lessonId, pinned }: { lessonId: string; pinned: boolean }) =>
      call(pinLesson, { params: { course_id: of.courseId, lesson_id: lessonId }, body: { pinned } }),
    onSuccess: ({ pinned }, { lessonId }) => {
      cache.markLesson(lessonId, { pinned });
      toast('success', pinned ? t('Pinned: AI services never rewrite this lesson.') : t('Unpinned.'));
    },
    onError: (error) => toast('error', errorText(error, t('The pin could not be changed'))),
  });
}

/** Whether the error says that a compared text has changed since. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'course.version_conflict';

/** The accepted part of a proposal. */
interface Acceptance {
  readonly taskId: string;
  readonly lessonIds?: string[];
  /** Fingerprints of the live lessons it was compared with, by id. */
  readonly basePrints: Record<string, string>;
}

/** The remaining proposals after these lessons, or all lessons, of one proposal went live. */
const withoutLessons = (proposals: readonly Proposal[], taskId: string, lessonIds?: readonly string[]): Proposal[] =>
  proposals.flatMap((proposal) => {
    if (proposal.task_id !== taskId) return proposal;
    const isOpen = (id: string) => lessonIds !== undefined && !lessonIds.includes(id);
    const lessons = proposal.lessons.filter(({ lesson_id: id }) => isOpen(id));
    return lessons.length === 0 ? [] : { ...proposal, lessons, lesson_ids: proposal.lesson_ids.filter(isOpen) };
  });

/** Makes the chosen lessons of a proposal live, provided that the texts to be replaced are still those that were compared. */
export function useAcceptProposal(of: CourseOf, onDone: () => void) {
  const cache = useCourseCache(of.userId, of.courseId);
  const queries = useQueryClient();
  return useAction({
    mutationFn: ({ taskId, lessonIds, basePrints }: Acceptance) =>
      call(acceptProposal, {
        params: { course_id: of.courseId, task_id: taskId },
        body: { ...(lessonIds && { lesson_ids: lessonIds }), base_prints: basePrints },
      }),
    onSuccess: async ({ course }, { taskId, lessonIds }) => {
      // Closes the comparison first, because one of its sides no longer exists.
      onDone();
      queries.setQueryData<Proposal[]>(courseProposals(of).queryKey, (all) => all && withoutLessons(all, taskId, lessonIds));
      cache.setCourse(course);
      await cache.refreshProposals();
    },
    onError: (error) => {
      // This case is reported in place: the comparison shows what changed.
      if (!isChangedMeanwhile(error)) toast('error', errorText(error, t('The new text could not be accepted')));
      // It may have been accepted, discarded or pinned elsewhere, so the screen is refreshed.
      void cache.refresh();
    },
  });
}

/** Discards a proposal. */
export function useDiscardProposal(of: CourseOf, onDone?: () => void) {
  const cache = useCourseCache(of.userId, of.courseId);
  return useAction({
    mutationFn: (taskId: string) => call(discardProposal, { params: { course_id: of.courseId, task_id: taskId } }),
    onSuccess: () => {
      onDone?.();
      return cache.refreshProposals();
    },
    onError: (error) => toast('error', errorText(error, t('The new text could not be discarded'))),
  });
}

/** Restores an earlier version as the newest, as a whole or one lesson of it. */
export function useRestore(of: CourseOf) {
  const cache = useCourseCache(of.userId, of.courseId);
  return useAction({
    mutationFn: ({ number, lessonId }: { number: number; lessonId?: string }) =>
      call(restoreVersion, {
        params: { course_id: of.courseId, number },
        body: lessonId === undefined ? {} : { lesson_id: lessonId },
      }),
    onSuccess: ({ course }) => cache.setCourse(course),
    onError: (error) => toast('error', errorText(error, t('The version could not be restored'))),
  });
}
