import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  createAssignment,
  extendAssignment,
  getAssignmentReport,
  getClassReport,
  listAssignments,
  listOwnAssignments,
  startAssignment,
  updateAssignment,
  withdrawAssignment,
  type ManagedAssignment,
} from '#contract/classes/assignments.contract.ts';
import {
  addClassMembers,
  copyClass,
  createClass,
  getClass,
  listClassCandidates,
  listClassGroups,
  listClasses,
  listClassMembers,
  removeClassMember,
  updateClass,
  type ClassChanges,
  type LateWork,
} from '#contract/classes/classes.contract.ts';
import { listMarks, setMark } from '#contract/classes/class-marks.contract.ts';
import { answerClassQuestion, askTeacher, listClassQuestions } from '#contract/classes/class-questions.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { listCourses } from '#contract/courses/courses.contract.ts';
import { listRuns } from '#contract/generation/run-control.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

const classesKey = (userId: string) => ['classes', userId] as const;
const classKey = (userId: string, classId: string) => [...classesKey(userId), classId] as const;

const first = undefined as string | undefined;

/** The classes that a user teaches or attends, page by page. */
export const ownClasses = (userId: string, { q, isArchived = false }: { readonly q: string; readonly isArchived?: boolean }) =>
  infiniteQueryOptions({
    queryKey: [...classesKey(userId), 'list', q, isArchived],
    queryFn: ({ pageParam, signal }) =>
      call(listClasses, {
        query: { ...(q && { q }), ...(isArchived && { archived: 'true' as const }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const oneClass = (userId: string, classId: string) =>
  queryOptions({
    queryKey: [...classKey(userId, classId), 'class'],
    queryFn: ({ signal }) => call(getClass, { params: { class_id: classId }, signal }),
    refetchOnWindowFocus: true,
  });

/** The groups of the organisation that a class can follow. */
export const classGroups = (userId: string) =>
  queryOptions({ queryKey: [...classesKey(userId), 'groups'], queryFn: ({ signal }) => call(listClassGroups, { signal }) });

export const classMembers = (userId: string, classId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...classKey(userId, classId), 'members', q],
    queryFn: ({ pageParam, signal }) =>
      call(listClassMembers, {
        params: { class_id: classId },
        query: { ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Members of the organisation who can be added to the class. */
export const classCandidates = (userId: string, classId: string, q: string) =>
  queryOptions({
    queryKey: [...classKey(userId, classId), 'candidates', q],
    queryFn: ({ signal }) => call(listClassCandidates, { params: { class_id: classId }, query: { ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });

export const classAssignments = (userId: string, classId: string) =>
  infiniteQueryOptions({
    queryKey: [...classKey(userId, classId), 'assignments'],
    queryFn: ({ pageParam, signal }) =>
      call(listAssignments, { params: { class_id: classId }, query: { ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchOnWindowFocus: true,
  });

/** The user's own courses that can be assigned, newest first. */
export const assignableCourses = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...classesKey(userId), 'assignable'],
    queryFn: ({ pageParam, signal }) =>
      call(listCourses, { params: { user_id: userId }, query: { origin: 'publishable', limit: 100, after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    // a course may just have been written
    staleTime: 0,
  });

/** The runs that are writing courses for the user, newest first; their courses can already be assigned. */
export const coursesBeingWritten = (userId: string) =>
  queryOptions({
    queryKey: [...classesKey(userId), 'being-written'],
    queryFn: async ({ signal }) => {
      const { runs } = await call(listRuns, { query: { live: 'true', limit: 100 }, signal });
      // runs for the studio write into an existing course
      return runs.filter((run) => run.kind === 'course' && run.creator_course_id === undefined);
    },
    staleTime: 0,
  });

export const classReport = (userId: string, classId: string) =>
  infiniteQueryOptions({
    queryKey: [...classKey(userId, classId), 'report'],
    queryFn: ({ pageParam, signal }) =>
      call(getClassReport, { params: { class_id: classId }, query: { ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchOnWindowFocus: true,
  });

export const assignmentReport = (userId: string, classId: string, assignmentId: string) =>
  infiniteQueryOptions({
    queryKey: [...classKey(userId, classId), 'assignment', assignmentId],
    queryFn: ({ pageParam, signal }) =>
      call(getAssignmentReport, {
        params: { class_id: classId, assignment_id: assignmentId },
        query: { ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchOnWindowFocus: true,
  });

/** The user's assignments, in one class or in all. */
export const ownAssignments = (
  userId: string,
  { classId, isOpen = false }: { readonly classId?: string; readonly isOpen?: boolean } = {},
) =>
  queryOptions({
    queryKey: [...classesKey(userId), 'own', classId ?? '', isOpen],
    queryFn: ({ signal }) =>
      call(listOwnAssignments, {
        query: { ...(classId !== undefined && { class_id: classId }), ...(isOpen && { open: 'true' as const }) },
        signal,
      }),
    refetchOnWindowFocus: true,
  });

export const classQuestions = (userId: string, classId: string) =>
  queryOptions({
    queryKey: [...classKey(userId, classId), 'questions'],
    queryFn: ({ signal }) => call(listClassQuestions, { params: { class_id: classId }, signal }),
    refetchOnWindowFocus: true,
  });

const useRefresh = (userId: string) => {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: classesKey(userId) });
};
const sayNot = (error: unknown) => toast('error', errorText(error, t('That did not work.')));

/** Creates a class; the caller shows the errors by field. */
export function useCreateClass(userId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (given: ClassChanges & { readonly class_id: string }) => call(createClass, { body: given }),
    onSuccess: refresh,
  });
}

/** Creates a class for the next term from an existing one. */
export function useCopyClass(userId: string, classId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (given: BodyOf<typeof copyClass>) => call(copyClass, { params: { class_id: classId }, body: given }),
    onSuccess: refresh,
  });
}

export function useUpdateClass(userId: string, classId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (changes: Partial<ClassChanges> & { readonly archived?: boolean }) =>
      call(updateClass, { params: { class_id: classId }, body: changes }),
    onSuccess: refresh,
  });
}

export function useAddMembers(userId: string, classId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (given: { readonly people: string[]; readonly role: 'teacher' | 'student' }) =>
      call(addClassMembers, { params: { class_id: classId }, body: given }),
    onSuccess: refresh,
    onError: sayNot,
  });
}

export function useRemoveMember(userId: string, classId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (memberId: string) => call(removeClassMember, { params: { class_id: classId, member_id: memberId } }),
    onSuccess: refresh,
  });
}

interface Assigning {
  readonly assignment_id: string;
  /** Exactly one of the two: a course, or the run that is writing it. */
  readonly course_id?: string;
  readonly task_id?: string;
  readonly due_at: string | null;
  readonly note: string;
  readonly late_work: LateWork | null;
  readonly student_ids: string[] | null;
}

/** Assigns a course, even while it is being written. */
export function useAssign(userId: string, classId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (given: Assigning) => call(createAssignment, { params: { class_id: classId }, body: given }),
    onSuccess: refresh,
  });
}

export function useUpdateAssignment(userId: string, { class_id, assignment_id }: Pick<ManagedAssignment, 'class_id' | 'assignment_id'>) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (changes: Pick<Assigning, 'due_at' | 'note' | 'late_work'> & { readonly student_ids?: string[] | null }) =>
      call(updateAssignment, { params: { class_id, assignment_id }, body: changes }),
    onSuccess: refresh,
  });
}

type OneAssignment = Pick<ManagedAssignment, 'class_id' | 'assignment_id'>;

/** Gives students a later due date, or withdraws it. */
export function useExtend(userId: string, { class_id, assignment_id }: OneAssignment) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (given: { readonly student_ids: string[]; readonly due_at: string | null }) =>
      call(extendAssignment, { params: { class_id, assignment_id }, body: given }),
    onSuccess: refresh,
  });
}

/** A student's current and earlier marks for an assignment. */
export const marksOf = (userId: string, { class_id, assignment_id }: OneAssignment, studentId: string) =>
  queryOptions({
    queryKey: [...classKey(userId, class_id), 'marks', assignment_id, studentId],
    queryFn: ({ signal }) => call(listMarks, { params: { class_id, assignment_id, student_id: studentId }, signal }),
    staleTime: 0,
  });

export function useSetMark(userId: string, { class_id, assignment_id }: OneAssignment, studentId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (given: { readonly mark_id: string; readonly mark: string | null; readonly reason: string }) =>
      call(setMark, { params: { class_id, assignment_id, student_id: studentId }, body: given }),
    onSuccess: refresh,
  });
}

export function useWithdraw(userId: string, { class_id, assignment_id }: Pick<ManagedAssignment, 'class_id' | 'assignment_id'>) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: () => call(withdrawAssignment, { params: { class_id, assignment_id } }),
    onSuccess: refresh,
  });
}

/** Opens an assignment; the answer contains the id of the user's own copy of the course. */
export function useStart(userId: string, onStarted: (courseId: string) => void) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: (assignmentId: string) => call(startAssignment, { params: { assignment_id: assignmentId } }),
    onSuccess: ({ course_id: courseId }) => {
      refresh();
      onStarted(courseId);
    },
    onError: sayNot,
  });
}

export function useAskTeacher(userId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: ({ assignmentId, ...question }: { readonly assignmentId: string; readonly question_id: string; readonly text: string }) =>
      act(askTeacher, { params: { assignment_id: assignmentId }, body: question }, { lane: `asked:${question.question_id}` }),
    onSuccess: refresh,
  });
}

export function useAnswer(userId: string, classId: string) {
  const refresh = useRefresh(userId);
  return useAction({
    mutationFn: ({ questionId, answer }: { readonly questionId: string; readonly answer: string }) =>
      call(answerClassQuestion, { params: { class_id: classId, question_id: questionId }, body: { answer } }),
    onSuccess: refresh,
  });
}
