import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { answerQuestion, listAnswers } from '#contract/practice/practice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';

interface Of {
  readonly userId: string;
  readonly courseId: string;
  /** Absent: there is no lesson yet. */
  readonly lessonId: string | undefined;
  readonly hasQuiz: boolean;
}

export const practiceKey = (userId: string) => ['practice', userId] as const;

const answersOf = ({ userId, courseId, lessonId, hasQuiz }: Of) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'answers', courseId, lessonId],
    queryFn: ({ signal }) => call(listAnswers, { params: { course_id: courseId, lesson_id: lessonId! }, signal }),
    enabled: lessonId !== undefined && hasQuiz,
  });

/** An answer as it is sent: with an id of its own, so that sent again it is the same answer. */
export interface Choice {
  /** Made at the press: whatever is sent again is the same answer. */
  readonly answerId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly questionId: string;
  readonly chosenIds: readonly string[];
}

/** Gives an answer; when it cannot be stored, that is said: the mark is on the screen all the same. */
export function useAnswer(userId: string) {
  const cache = useQueryClient();
  const failed = t('Your answer could not be stored.');
  return useMutation({
    mutationFn: ({ answerId, courseId, lessonId, questionId, chosenIds }: Choice) =>
      call(answerQuestion, {
        body: { answer_id: answerId, course_id: courseId, lesson_id: lessonId, question_id: questionId, chosen_ids: [...chosenIds] },
        fallback: failed,
      }),
    retry: 2,
    onError: (error: Error) => toast('error', errorText(error, failed)),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [...practiceKey(userId), 'answers'] });
      void cache.invalidateQueries({ queryKey: ['dashboard', userId] });
    },
  });
}

/** The memory of a lesson's quiz: what was answered before, the score, and the way to answer. */
export function usePractice(of: Of) {
  const { data } = useQuery(answersOf(of));
  const answer = useAnswer(of.userId);
  const { score } = data ?? {};
  return {
    chosen: new Map(data?.answers.map(({ question_id, chosen_ids }) => [question_id, chosen_ids])),
    score:
      score && score.answered > 0
        ? t('{right} of {total} right, {answered} answered', {
            right: formatNumber(score.right),
            total: formatNumber(score.questions),
            answered: formatNumber(score.answered),
          })
        : null,
    onAnswer: (questionId: string, chosenIds: readonly string[]) => {
      if (of.lessonId !== undefined)
        answer.mutate({ answerId: randomId(), courseId: of.courseId, lessonId: of.lessonId, questionId, chosenIds });
    },
  };
}
