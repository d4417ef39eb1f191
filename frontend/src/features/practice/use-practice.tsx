import { lazy, Suspense } from 'react';
import { useQuery, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, BodyOf } from '#contract/platform/endpoint.ts';
import { answerQuestion, listAnswers } from '#contract/practice/practice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { readWaiting } from '#frontend/lib/outbox/outbox.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { practiceKey, useAnswer } from './use-answer.ts';
import { wordsOf } from './words-queries.ts';

const WordsQuestion = lazy(async () => ({ default: (await import('./words-question.tsx')).WordsQuestion }));

interface Of {
  readonly userId: string;
  readonly courseId: string;
  /** Absent if the lesson does not exist yet. */
  readonly lessonId: string | undefined;
  readonly hasQuiz: boolean;
  /** Whether the lesson's text is on the page; answers are fetched only then. */
  readonly isShown: boolean;
}

const answersOf = ({ userId, courseId, lessonId, hasQuiz, isShown }: Of) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'answers', courseId, lessonId],
    queryFn: async ({ signal }) =>
      withWaiting(courseId, lessonId!, await call(listAnswers, { params: { course_id: courseId, lesson_id: lessonId! }, signal })),
    enabled: lessonId !== undefined && hasQuiz && isShown,
  });

type Answers = AnswerOf<typeof listAnswers>;

/** An answer as the screen shows it again. */
type Chosen = Pick<Answers['answers'][number], 'question_id' | 'chosen_ids'>;

/** Adds the answers that wait on this device. */
async function withWaiting(
  courseId: string,
  lessonId: string,
  known: Answers,
): Promise<Omit<Answers, 'answers'> & { readonly answers: readonly Chosen[] }> {
  const waiting = (await readWaiting(answerQuestion.name))
    .map(({ body }) => body as BodyOf<typeof answerQuestion>)
    .filter(({ course_id, lesson_id }) => course_id === courseId && lesson_id === lessonId)
    .map(({ question_id, chosen_ids }) => ({ question_id, chosen_ids }));
  const ids = new Set(waiting.map(({ question_id }) => question_id));
  return { ...known, answers: [...known.answers.filter(({ question_id }) => !ids.has(question_id)), ...waiting] };
}

/** The stored state of a lesson's quiz: earlier answers, score, and the call to answer. */
export function usePractice(of: Of) {
  const { data, isLoading } = useQuery(answersOf(of));
  const answer = useAnswer(of.userId);
  // the free-text questions fetch these themselves
  const { data: inWords } = useQuery({ ...wordsOf({ ...of, lessonId: of.lessonId ?? '' }), enabled: false });
  const answered = new Set([
    ...(data?.answers ?? []).map(({ question_id: id }) => id),
    ...(inWords ?? []).map(({ question_id: id }) => id),
    ...(answer.isPending ? [answer.variables.questionId] : []),
  ]);
  const { score } = data ?? {};
  return {
    chosen: new Map(data?.answers.map(({ question_id, chosen_ids }) => [question_id, chosen_ids])),
    /** Whether the answers are being fetched, or are about to be. */
    isLoading: isLoading || (of.hasQuiz && !of.isShown && data === undefined),
    /** The unanswered questions; none as long as the answers are unknown. */
    open: (quiz: readonly { readonly id: string }[]): readonly string[] =>
      data ? quiz.flatMap(({ id }) => (answered.has(id) ? [] : id)) : [],
    score:
      score && score.answered > 0
        ? t('{right} of {total} correct, {answered} answered', {
            right: formatNumber(score.right),
            total: formatNumber(score.questions),
            answered: formatNumber(score.answered),
          })
        : null,
    onAnswer: (questionId: string, chosenIds: readonly string[]) => {
      if (of.lessonId !== undefined)
        answer.mutate({ answerId: randomId(), courseId: of.courseId, lessonId: of.lessonId, questionId, chosenIds });
    },
    inWords: (questionId: string, language: TextLanguage) =>
      of.lessonId !== undefined && (
        <Suspense>
          <WordsQuestion
            of={{ userId: of.userId, courseId: of.courseId, lessonId: of.lessonId }}
            questionId={questionId}
            language={language}
          />
        </Suspense>
      ),
  };
}
