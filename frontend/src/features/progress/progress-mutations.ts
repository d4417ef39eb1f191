import { bookmarkLesson, completeLesson, removeLessonBookmark } from '#contract/progress/progress.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#frontend/lib/api-client.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { isOffline, queueAction } from '#frontend/lib/outbox/outbox.ts';
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
 * Marks a lesson as completed and shows the points awarded by the server (LRN-07…09). Without a connection, the completion is queued on
 * this device.
 * @param onCompleted receives null if it is queued
 */
export function useCompleteLesson({ userId, courseId, lessonId }: LessonOf, onCompleted: (completion: Completion | null) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async () => {
      try {
        return await call(completeLesson, { body: { user_id: userId, course_id: courseId, lesson_id: lessonId } });
      } catch (error) {
        const act = { kind: 'lesson', courseId, lessonId, at: new Date().toISOString() } as const;
        if (isOffline(error) && queueAction(userId, act)) return null;
        throw error;
      }
    },
    onSuccess: (completion) => {
      if (completion === null) {
        toast('info', t('Saved on this device. It will be sent when you are back online.'));
        onCompleted(null);
        return;
      }
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
      call(isWanted ? bookmarkLesson : removeLessonBookmark, { params: { course_id: courseId, lesson_id: lessonId } }),
    onSuccess: ({ bookmarked }) => onChanged(bookmarked),
    onError: (error, isWanted) =>
      toast('error', failureText(error, isWanted ? t('The bookmark could not be set') : t('The bookmark could not be removed'))),
  });
}
