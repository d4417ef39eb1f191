import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { answerFinalTask, getFinalTask } from '#contract/practice/final-task.contract.ts';
import { answerInWords, contestGrade, listWords, type WordsAnswer } from '#contract/practice/words.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act, readWaiting, type WaitingAct } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { practiceKey } from './use-answer.ts';

export interface LessonRef {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
}

/** The language in which the course is shown, as an answer's body names it; nothing where it is unknown. */
function spoken(lang: string | undefined): { language?: (typeof LANGUAGE_CODES)[keyof typeof LANGUAGE_CODES] } {
  const language = Object.values(LANGUAGE_CODES).find((code) => code === lang);
  return language ? { language } : {};
}

/** An answer as its screen shows it; `waiting`: it has not left this device. */
export type ShownAnswer = Omit<WordsAnswer, 'status'> & { readonly status: WordsAnswer['status'] | 'waiting' };

/** An answer that waits on this device. */
const keptAnswer = ({ body, at }: WaitingAct): ShownAnswer => {
  const {
    answer_id,
    text,
    question_id = '',
  } = body as { readonly answer_id: string; readonly text: string; readonly question_id?: string };
  const ungraded = { grade: null, second: null, explanation: '', may_contest: false, reason: null };
  return { answer_id, question_id, text, written_at: at, status: 'waiting', ...ungraded };
};

/** Polling interval while a service grades an answer. */
const POLL_MS = 1_500;
const isPending = ({ status }: ShownAnswer) => status === 'grading' || status === 'contested';

/** A learner's free-text answers to the questions of a lesson; polled while one is being graded. */
export const wordsOf = ({ userId, courseId, lessonId }: LessonRef) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'words', courseId, lessonId],
    queryFn: async ({ signal }): Promise<ShownAnswer[]> => {
      const { answers } = await call(listWords, { params: { course_id: courseId, lesson_id: lessonId }, signal });
      const waiting = (await readWaiting(answerInWords.name))
        .filter(({ lane }) => lane.startsWith(`question:${courseId}:${lessonId}:`))
        .map(keptAnswer);
      return [...answers.filter((one) => waiting.every((kept) => kept.question_id !== one.question_id)), ...waiting];
    },
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? POLL_MS : false),
  });

export const finalTaskOf = ({ userId, courseId }: Pick<LessonRef, 'userId' | 'courseId'>) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'final-task', courseId],
    queryFn: async ({ signal }) => {
      const task = await call(getFinalTask, { params: { course_id: courseId }, signal });
      const waiting = (await readWaiting(answerFinalTask.name)).findLast(({ lane }) => lane === `final-task:${courseId}`);
      const answer: ShownAnswer | null = waiting ? keptAnswer(waiting) : task.answer;
      return { ...task, answer };
    },
    refetchInterval: ({ state }) => (state.data?.answer && isPending(state.data.answer) ? POLL_MS : false),
  });

/** The final task of a course with the latest answer to it, polled until it is graded; and functions to hand in and to contest. */
export function useFinalTask(of: Pick<LessonRef, 'userId' | 'courseId'>, lang?: string) {
  const cache = useQueryClient();
  const { data } = useQuery(finalTaskOf(of));
  const failed = t('Your answer could not be sent.');
  const isGraded = data?.answer?.status === 'graded';
  // a passed task may be what a certificate has been waiting for
  useEffect(() => {
    if (isGraded) void cache.invalidateQueries({ queryKey: ['final-test', of.userId, of.courseId] });
  }, [cache, of.userId, of.courseId, isGraded]);
  const options = {
    onSuccess: () => cache.invalidateQueries({ queryKey: finalTaskOf(of).queryKey }),
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  return {
    /** The account may answer it. */
    isOpen: data?.task != null,
    isPassed: data?.is_passed ?? false,
    words: {
      answer: data?.answer ?? undefined,
      isLoaded: data !== undefined,
      send: useAction({
        mutationFn: ({ answerId, text }: { readonly answerId: string; readonly text: string }) =>
          act(
            answerFinalTask,
            {
              acceptedPrice: MENTOR_ANSWER_CENTITOKENS,
              params: { course_id: of.courseId },
              body: { answer_id: answerId, text, ...spoken(lang) },
            },
            { lane: `final-task:${of.courseId}` },
          ),
        ...options,
      }),
      contest: useAction({
        mutationFn: (answerId: string) => call(contestGrade, { params: { answer_id: answerId }, fallback: failed }),
        ...options,
      }),
    },
  };
}

/** The latest free-text answer to a question, polled until it is graded; and functions to answer and to contest the grade. */
export function useWords(of: LessonRef, questionId: string, lang: string | undefined) {
  const cache = useQueryClient();
  const { userId } = of;
  const { data } = useQuery(wordsOf(of));
  const answer = data?.find((one) => one.question_id === questionId);
  const isGraded = answer !== undefined && !isPending(answer);
  // a grade counts as a quiz answer in the score and on the dashboard
  useEffect(() => {
    if (!isGraded) return;
    void cache.invalidateQueries({ queryKey: [...practiceKey(userId), 'answers'] });
    void cache.invalidateQueries({ queryKey: ['dashboard', userId] });
  }, [cache, userId, isGraded, answer?.answer_id]);
  const failed = t('Your answer could not be sent.');
  const options = {
    onSuccess: (answered: { readonly answer: WordsAnswer } | null) => {
      // it waits on this device, where the query finds it
      if (answered === null) return void cache.invalidateQueries({ queryKey: wordsOf(of).queryKey });
      const now = answered.answer;
      cache.setQueryData(wordsOf(of).queryKey, (known = []) => [...known.filter((one) => one.question_id !== now.question_id), now]);
    },
    onError: (error: Error) => toast('error', errorText(error, failed)),
  };
  return {
    answer,
    isLoaded: data !== undefined,
    send: useAction({
      mutationFn: ({ answerId, text }: { readonly answerId: string; readonly text: string }) =>
        act(
          answerInWords,
          {
            acceptedPrice: MENTOR_ANSWER_CENTITOKENS,
            body: { answer_id: answerId, course_id: of.courseId, lesson_id: of.lessonId, question_id: questionId, text, ...spoken(lang) },
          },
          { lane: `question:${of.courseId}:${of.lessonId}:${questionId}` },
        ),
      ...options,
    }),
    contest: useAction({
      mutationFn: (answerId: string) => call(contestGrade, { params: { answer_id: answerId }, fallback: failed }),
      ...options,
    }),
  };
}
