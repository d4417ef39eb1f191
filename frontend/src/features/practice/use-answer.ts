import { useQueryClient } from '@tanstack/react-query';
import { answerQuestion } from '#contract/practice/practice.contract.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

export const practiceKey = (userId: string) => ['practice', userId] as const;

/** An answer as sent, with its own id, so that a retry is not counted twice. */
export interface Choice {
  /** Generated on the press, so that a retry reuses it. */
  readonly answerId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly questionId: string;
  readonly chosenIds: readonly string[];
}

/** Stores an answer, which waits on this device without a connection; shows a failure, although the result is on the screen anyway. */
export function useAnswer(userId: string) {
  const cache = useQueryClient();
  const failed = t('Your answer could not be stored.');
  return useAction({
    mutationFn: ({ answerId, courseId, lessonId, questionId, chosenIds }: Choice) =>
      act(
        answerQuestion,
        { body: { answer_id: answerId, course_id: courseId, lesson_id: lessonId, question_id: questionId, chosen_ids: [...chosenIds] } },
        { lane: `question:${courseId}:${lessonId}:${questionId}` },
      ),
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [...practiceKey(userId), 'answers'] });
      void cache.invalidateQueries({ queryKey: ['dashboard', userId] });
    },
  });
}
