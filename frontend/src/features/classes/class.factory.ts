import type {
  AssignedStudent,
  ListedAssignment,
  ManagedAssignment,
  OwnAssignment,
  StudentProgress,
} from '#contract/classes/assignments.contract.ts';
import type { Class, ClassMember } from '#contract/classes/classes.contract.ts';
import type { ClassQuestion } from '#contract/classes/class-questions.contract.ts';

/** Builds a class of 24 as its teacher sees it. */
export const aClass = (changes: Partial<Class> = {}): Class => ({
  class_id: 'class-1',
  name: '7b',
  starts_on: '2026-09-01',
  ends_on: '2027-01-31',
  my_role: 'teacher',
  teaches: true,
  students: 24,
  teachers: ['Theo Lindqvist'],
  assignments: 2,
  archived: false,
  tokens_each: 50,
  tokens_all: null,
  tokens_this_month: 212.5,
  weekly_mail: true,
  late_work: 'mark',
  late_by: 'arrival',
  time_zone: null,
  group_id: null,
  ...changes,
});

const SHARED = {
  assignment_id: 'assignment-1',
  class_id: 'class-1',
  class_name: '7b',
  title: 'Beekeeping for a first year',
  note: 'Please read the lesson on swarming twice.',
  state: 'ready',
  lesson_count: 9,
  due_at: '2026-12-11T22:59:00.000Z',
  time_zone: null,
  late_work: 'mark',
  for_all: true,
  created_at: '2026-11-20T08:00:00.000Z',
} as const;

/** A student's progress with nothing done yet. */
const NOT_BEGUN = {
  completed_lessons: 0,
  completed_at: null,
  arrived_at: null,
  overdue: false,
  late: false,
  closed: false,
  is_extended: false,
  answered: 0,
  right: 0,
  mark: null,
  mark_reason: null,
  marked_at: null,
} as const;

/** Builds an assignment as teachers see it. */
export const aManagedAssignment = (changes: Partial<ManagedAssignment> = {}): ManagedAssignment => ({
  ...SHARED,
  course_id: 'course-1',
  has_late_work: false,
  extended: 0,
  late: 0,
  students: 24,
  begun: 20,
  completed: 12,
  open_questions: 1,
  ...changes,
});

/** Builds an assignment in the list of its class. */
export const aListedAssignment = ({ to_mark = 0, ...changes }: Partial<ListedAssignment> = {}): ListedAssignment => ({
  ...aManagedAssignment(changes),
  to_mark,
});

/** Builds an assignment as a student sees it. */
export const anOwnAssignment = (changes: Partial<OwnAssignment> = {}): OwnAssignment => ({
  ...SHARED,
  ...NOT_BEGUN,
  course_id: null,
  copy_id: null,
  has_update: false,
  ...changes,
});

/** Builds people of a class. */
export const aClassMember = (changes: Partial<ClassMember> = {}): ClassMember => ({
  user_id: 'user-2',
  name: 'Bo Lin',
  email: 'bo.lin@example.com',
  platform: null,
  role: 'student',
  of_group: false,
  joined_at: '2026-09-01T08:00:00.000Z',
  ...changes,
});

export const aStudentProgress = (changes: Partial<StudentProgress> = {}): StudentProgress => ({
  user_id: 'user-2',
  name: 'Bo Lin',
  assigned: 2,
  completed: 1,
  overdue: 0,
  late: 0,
  answered: 20,
  right: 17,
  last_active_at: '2026-12-01T08:00:00.000Z',
  tokens_this_month: 12.5,
  ...changes,
});

export const anAssignedStudent = (changes: Partial<AssignedStudent> = {}): AssignedStudent => ({
  ...NOT_BEGUN,
  user_id: 'user-2',
  name: 'Bo Lin',
  due_at: SHARED.due_at,
  completed_lessons: 4,
  lesson_count: 9,
  answered: 8,
  right: 6,
  last_active_at: '2026-12-01T08:00:00.000Z',
  ...changes,
});

export const aClassQuestion = (changes: Partial<ClassQuestion> = {}): ClassQuestion => ({
  question_id: 'question-1',
  assignment_id: 'assignment-1',
  title: SHARED.title,
  text: 'Why does a swarm leave when the old queen is still there?',
  by: 'Bo Lin',
  is_own: false,
  answer: null,
  answered_by: null,
  created_at: '2026-12-01T08:00:00.000Z',
  ...changes,
});
