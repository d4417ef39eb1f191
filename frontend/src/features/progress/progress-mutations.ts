import { bookmarkLesson, completeLesson, removeLessonBookmark } from '#contract/progress/progress.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { failureText } from '#frontend/lib/api-error.ts';
import { act, useWaitingActs } from '#frontend/lib/outbox/outbox.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export type Completion = AnswerOf<typeof completeLesson>;

/** The points for a completed lesson. */
export type CompletionPoints = Pick<Completion, 'points_awarded' | 'total_points'>;

/** The user, course and lesson. */
export interface LessonOf {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
}

/**
 * Marks a lesson as completed and shows the points awarded by the server (LRN-07…09). Without a connection, the completion waits on this
 * device.
 * @param onCompleted receives null if it waits
 */
export function useCompleteLesson({ userId, courseId, lessonId }: LessonOf, onCompleted: (completion: Completion | null) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: () =>
      act(
        completeLesson,
        { body: { user_id: userId, course_id: courseId, lesson_id: lessonId } },
        { lane: `lesson:${courseId}:${lessonId}` },
      ),
    onSuccess: (completion) => {
      if (completion === null) return onCompleted(null);
      toast('success', t('Lesson completed! +{n, plural, one {# point} other {# points}} earned!', { n: completion.points_awarded }));
      onCompleted(completion);
      // the three refetches that follow (LRN-07, G56): tokens, dashboard, achievements
      for (const key of [billingKey(userId), ['dashboard', userId], ['achievements', userId]])
        void cache.invalidateQueries({ queryKey: key });
    },
    onError: (error) => toast('error', failureText(error, t('Failed to mark lesson as complete'))),
  });
}

/** Sets or removes the bookmark of a lesson (G35). */
export function useLessonBookmark({ courseId, lessonId }: LessonOf, onChanged: (isBookmarked: boolean) => void) {
  return useAction({
    mutationFn: (isWanted: boolean) =>
      act(
        isWanted ? bookmarkLesson : removeLessonBookmark,
        { params: { course_id: courseId, lesson_id: lessonId } },
        { lane: `bookmark:${courseId}:${lessonId}` },
      ),
    onSuccess: (answer, isWanted) => onChanged(answer?.bookmarked ?? isWanted),
    onError: (error, isWanted) =>
      toast('error', failureText(error, isWanted ? t('The bookmark could not be set') : t('The bookmark could not be removed'))),
  });
}

/** Whether the completion of a lesson waits on this device. */
export function useIsCompletionWaiting({ courseId, lessonId }: LessonOf): boolean {
  return useWaitingActs().some(({ name, body, refusal }) => {
    const { course_id, lesson_id } = (body ?? {}) as { readonly course_id?: string; readonly lesson_id?: string };
    return name === completeLesson.name && refusal === null && course_id === courseId && lesson_id === lessonId;
  });
}
