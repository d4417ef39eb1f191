import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { answerLessonQuestion, listAskedQuestions } from '#contract/market/questions.contract.ts';
import { listStudents, messageStudents } from '#contract/market/students.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { studioKey } from '../studio-key.ts';

export type StudentFilter = Pick<QueryOf<typeof listStudents>, 'course' | 'activity'>;

/** A page of the students of the creator's courses. The last answer stays shown until the next one arrives. */
export const studentsOf = (userId: string, filter: StudentFilter, page: number) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'students', filter, page],
    queryFn: ({ signal }) => call(listStudents, { query: { ...filter, page }, signal }),
    placeholderData: (before) => before,
  });

/** The questions about lessons of the creator's courses. */
export const studentQuestionsQuery = (userId: string) =>
  queryOptions({ queryKey: [...studioKey(userId), 'questions'], queryFn: ({ signal }) => call(listAskedQuestions, { signal }) });

/** A message as written in the dialog. */
interface WrittenMessage {
  readonly courseId: string;
  readonly message_id: string;
  readonly subject: string;
  readonly text: string;
  /** Absent for all students who accept messages. */
  readonly student_ids?: string[];
}

export function useMessage(onSent: () => void) {
  const fallback = t('The message could not be sent.');
  return useAction({
    mutationFn: ({ courseId, ...body }: WrittenMessage) => call(messageStudents, { params: { course_id: courseId }, body, fallback }),
    onSuccess: ({ recipients }) => {
      toast('success', t('{n, plural, one {Sent to # student.} other {Sent to # students.}}', { n: recipients }));
      onSent();
    },
    onError: (error) => toast('error', errorText(error, fallback)),
  });
}

export function useAnswer(userId: string, onAnswered: () => void) {
  const cache = useQueryClient();
  const fallback = t('The answer could not be saved.');
  return useAction({
    mutationFn: ({ questionId, answer }: { questionId: string; answer: string }) =>
      call(answerLessonQuestion, { params: { question_id: questionId }, body: { answer }, fallback }),
    onSuccess: (now) => {
      cache.setQueryData(studentQuestionsQuery(userId).queryKey, now);
      onAnswered();
    },
    onError: (error) => toast('error', errorText(error, fallback)),
  });
}
