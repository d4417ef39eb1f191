import type { Page } from '@playwright/test';
import { userTokens } from '#contract/billing/wallet.contract.ts';
import { listRuns } from '#contract/generation/run-control.contract.ts';
import { listMarks } from '#contract/classes/class-marks.contract.ts';
import { listCourses } from '#contract/courses/courses.contract.ts';
import { listClassQuestions } from '#contract/classes/class-questions.contract.ts';
import { getClass, listClassMembers, listClasses } from '#contract/classes/classes.contract.ts';
import { getAssignmentReport, getClassReport, listAssignments, listOwnAssignments } from '#contract/classes/assignments.contract.ts';
import {
  aClass,
  aClassMember,
  aClassQuestion,
  aListedAssignment,
  aManagedAssignment,
  anAssignedStudent,
  anOwnAssignment,
  aStudentProgress,
} from '#frontend/features/classes/class.factory.ts';
import { aSummary } from '#frontend/features/courses/course.factory.ts';
import { aSummary as aRunSummary } from '#frontend/features/generation/run/run.factory.ts';
import { button, dialog, heading, press, type Scene, text } from './scene.ts';
import { mockAnswer, mockChange, refusing } from '../mocks.ts';

const LONG_NAME = 'Maximiliane-Theodora von Wolkenstein-Trostburg';
const NAMES = ['Bo Lin', LONG_NAME, 'سلمى النحّال', 'Cy Okafor', 'Dee Marsh', 'Eve Ito'];
const OPEN = anOwnAssignment();
const OWN = [
  anOwnAssignment({
    assignment_id: 'assignment-2',
    title: 'First aid at school',
    overdue: true,
    mark: '2+',
    mark_reason: 'Well told, but the last question is open',
    due_at: '2026-12-01T22:59:00.000Z',
    copy_id: 'course-2',
    completed_lessons: 3,
  }),
  OPEN,
  anOwnAssignment({ assignment_id: 'assignment-3', title: 'Fractions', due_at: null, note: '', state: 'writing', lesson_count: 0 }),
  anOwnAssignment({
    assignment_id: 'assignment-4',
    title: 'The water cycle',
    note: '',
    copy_id: 'course-4',
    completed_lessons: 9,
    completed_at: '2026-11-28T10:00:00.000Z',
    late: true,
  }),
];

const classIs = (changes: Parameters<typeof aClass>[0]) => (page: Page) => mockAnswer(page, getClass, { class: aClass(changes) });

const list = (classes: ReturnType<typeof aClass>[], mayCreate: boolean) => async (page: Page) => {
  await mockAnswer(page, listOwnAssignments, { assignments: OWN });
  await mockAnswer(page, listClasses, { classes, next_cursor: null, may_create: mayCreate });
};

/** Mocks what the overview of a class reads beside its assignments. @param students of the report */
const standing = async (page: Page, students: readonly ReturnType<typeof aStudentProgress>[]) => {
  const sum = (of: 'assigned' | 'completed' | 'overdue' | 'late') => students.reduce((all, one) => all + one[of], 0);
  await mockAnswer(page, getClassReport, {
    students,
    next_cursor: null,
    totals: { assigned: sum('assigned'), completed: sum('completed'), overdue: sum('overdue'), late: sum('late') },
  });
  await mockAnswer(page, listClassQuestions, {
    questions: students.length === 0 ? [] : [aClassQuestion()],
    open: Math.min(1, students.length),
  });
};

const PROGRESS = NAMES.map((name, n) =>
  aStudentProgress({
    user_id: `user-${n}`,
    name,
    completed: n % 3,
    overdue: n % 2,
    late: n === 1 ? 1 : 0,
    last_active_at: n === 5 ? null : '2026-12-01T08:00:00.000Z',
    answered: n === 5 ? 0 : 20,
  }),
);

const taught = async (page: Page) => {
  await classIs({})(page);
  await standing(page, PROGRESS);
  await mockAnswer(page, listAssignments, {
    assignments: [
      aListedAssignment({ to_mark: 7 }),
      aListedAssignment({
        assignment_id: 'assignment-2',
        title: 'Fractions, from my own worksheets',
        for_all: false,
        students: 3,
        begun: 0,
        completed: 0,
        open_questions: 0,
        due_at: null,
        state: 'writing',
      }),
    ],
    next_cursor: null,
  });
};

/** Mocks an assignment, with a student in each state. */
const assignment = (page: Page) =>
  mockAnswer(page, getAssignmentReport, {
    assignment: aManagedAssignment({ late: 1, extended: 1 }),
    teaches: true,
    students: NAMES.map((name, n) =>
      anAssignedStudent({
        user_id: `user-${n}`,
        name,
        overdue: n === 2,
        completed_at: n < 2 ? '2026-12-12T08:00:00.000Z' : null,
        late: n === 1,
        mark: n === 0 ? '2+' : null,
        is_extended: n === 3,
        due_at: n === 3 ? '2026-12-20T22:59:00.000Z' : '2026-12-11T22:59:00.000Z',
      }),
    ),
    next_cursor: null,
    student_ids: null,
    hardest: [
      {
        lesson_id: 'lesson-1',
        lesson_title: 'Swarming',
        question: 'Which queen leaves with the first swarm?',
        answered: 18,
        wrong: 12,
      },
    ],
  });

/** Mocks a member of an organisation with a due assignment. */
const ofMember = async (page: Page) => {
  await mockChange(page, userTokens, (wallet) => ({
    ...wallet,
    organisation_available: 10_000,
    organisation_name: 'Workshop',
  }));
  await mockAnswer(page, listOwnAssignments, {
    assignments: [...OWN.slice(0, 3), anOwnAssignment({ assignment_id: 'assignment-5' })],
  });
};

/** The screens of classes, for teachers and for students. */
export const SCENES_CLASSES: readonly Scene[] = [
  {
    name: 'classes of a student',
    isMain: true,
    address: '/classes',
    arrange: list(
      [
        aClass({ my_role: 'student' }),
        aClass({ class_id: 'class-2', name: 'مادة العلوم', my_role: 'student', starts_on: null, ends_on: null }),
      ],
      false,
    ),
    ready: text('Was due'),
  },
  {
    name: 'my courses of a student',
    who: 'learner',
    isMain: true,
    address: '/courses',
    arrange: ofMember,
    ready: text('Was due'),
  },
  { name: 'classes of a teacher, none yet', address: '/classes', arrange: list([], true), ready: heading('No classes yet') },
  {
    name: 'a new class',
    address: '/classes',
    arrange: list([], true),
    ready: dialog('New class'),
    act: press('New class'),
  },
  {
    name: 'classes not loaded',
    address: '/classes',
    arrange: refusing(listClasses, 'validation.failed', 'The classes could not be read.'),
    ready: heading('Your classes could not be loaded'),
  },
  {
    name: 'a class that is not there',
    address: '/classes/class-1',
    arrange: refusing(getClass, 'not_found', 'Class not found.'),
    ready: heading('The class could not be loaded'),
  },
  {
    name: 'a class of a student',
    isMain: true,
    address: '/classes/class-1',
    arrange: async (page) => {
      await classIs({ my_role: 'student' })(page);
      await mockAnswer(page, listOwnAssignments, { assignments: OWN });
      await mockAnswer(page, listClassQuestions, {
        questions: [aClassQuestion({ is_own: true, answer: 'The old queen leaves with it.', answered_by: 'Theo Lindqvist' })],
        open: 0,
      });
    },
    ready: text('The old queen leaves with it.'),
  },
  { name: 'a class of a teacher', isMain: true, address: '/classes/class-1', arrange: taught, ready: text('Still being written') },
  {
    name: 'a class without students',
    address: '/classes/class-1',
    arrange: async (page) => {
      await classIs({ students: 0, assignments: 0, tokens_this_month: 0 })(page);
      await standing(page, []);
      await mockAnswer(page, listAssignments, { assignments: [], next_cursor: null });
    },
    ready: heading('Start with your students'),
  },
  {
    name: 'a class without assignments',
    address: '/classes/class-1',
    arrange: async (page) => {
      await classIs({ assignments: 0 })(page);
      await standing(
        page,
        PROGRESS.map((one) => ({ ...one, assigned: 0, completed: 0, overdue: 0, late: 0, answered: 0, right: 0 })),
      );
      await mockAnswer(page, listClassQuestions, { questions: [], open: 0 });
      await mockAnswer(page, listAssignments, { assignments: [], next_cursor: null });
    },
    ready: heading('Nothing waits for you in this class'),
  },
  {
    name: 'assigning a course',
    address: '/classes/class-1',
    arrange: async (page) => {
      await taught(page);
      await mockAnswer(
        page,
        listCourses,
        {
          courses: [aSummary(1, { title: 'Beekeeping for a first year' })],
          next: 'course-1',
          total: 2,
          generated: 2,
        },
        { publishable: 'true' },
      );
      await mockAnswer(page, listRuns, { runs: [aRunSummary({ title: 'Fractions' })], next: null });
    },
    ready: dialog('Assign a course'),
    act: press('Assign a course'),
  },
  {
    name: 'where a class stands',
    isMain: true,
    address: '/classes/class-1/report',
    arrange: async (page) => {
      await classIs({ my_role: 'administrator' })(page);
      await standing(page, PROGRESS);
    },
    ready: text(LONG_NAME),
  },
  {
    name: 'the people of a class',
    address: '/classes/class-1/people',
    arrange: async (page) => {
      await classIs({ my_role: 'administrator' })(page);
      await mockAnswer(page, listClassMembers, {
        members: [
          aClassMember({ user_id: 'user-9', name: 'Theo Lindqvist', email: 'theo@example.com', role: 'teacher' }),
          ...NAMES.map((name, n) => aClassMember({ user_id: `user-${n}`, name, email: `person${n}@example.com` })),
        ],
        next_cursor: null,
      });
    },
    ready: button(/^Remove Theo/),
  },
  {
    name: 'questions of students',
    address: '/classes/class-1/questions',
    arrange: async (page) => {
      await classIs({})(page);
      await mockAnswer(page, listClassQuestions, {
        questions: [
          aClassQuestion(),
          aClassQuestion({
            question_id: 'question-2',
            answer: 'In May, on a warm day.',
            answered_by: 'Theo Lindqvist',
            text: 'متى يخرج الطرد؟',
          }),
        ],
        open: 1,
      });
    },
    ready: text('Why does a swarm leave'),
  },
  {
    name: 'one assignment',
    isMain: true,
    address: '/classes/class-1/assignments/assignment-1',
    arrange: assignment,
    ready: text('Which queen leaves'),
  },
  {
    name: 'a mark',
    address: '/classes/class-1/assignments/assignment-1',
    arrange: async (page) => {
      await assignment(page);
      await mockAnswer(page, listMarks, {
        marks: [
          {
            mark_id: 'm2',
            mark: '2+',
            before: '3',
            reason: 'The last question was answered aloud',
            by: 'Theo Lindqvist',
            marked_at: '2026-12-02T08:00:00.000Z',
          },
          { mark_id: 'm1', mark: '3', before: null, reason: 'Half of it', by: 'Theo Lindqvist', marked_at: '2026-12-01T08:00:00.000Z' },
        ],
      });
    },
    ready: text('The last question was answered aloud'),
    act: press(/^Mark Bo Lin/),
  },
  {
    name: 'copying a class',
    address: '/classes/class-1',
    arrange: taught,
    ready: dialog('Copy for the next term'),
    act: press('Copy for the next term'),
  },
  {
    name: 'the dashboard of a student',
    who: 'learner',
    isReadFirst: true,
    address: '/dashboard',
    arrange: ofMember,
    ready: text('Was due'),
  },
];
