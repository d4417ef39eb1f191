import * as questions from '#contract/market/questions.contract.ts';
import * as satisfaction from '#contract/market/satisfaction.contract.ts';
import * as students from '#contract/market/students.contract.ts';
import { saveCourseContact } from '#domain/market/students/save-course-contact.command.ts';
import { getCourseContact } from '#domain/market/students/course-contact.queries.ts';
import { answerStudentQuestion, askQuestion } from '#domain/market/ask-question.command.ts';
import { listStudentQuestions, listLessonQuestions } from '#domain/market/lesson-questions.queries.ts';
import { messageStudents } from '#domain/market/students/message-students.command.ts';
import { saveSatisfaction } from '#domain/market/save-satisfaction.command.ts';
import { getSatisfaction } from '#domain/market/satisfaction.queries.ts';
import { allStudents, listStudents } from '#domain/market/students/students.queries.ts';
import { studentsCsv } from '#domain/market/students/students-csv.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts what creators and their students do. */
export function mountMarketPeople(router: ApiRouter): void {
  mount(router, students.listStudents, async ({ user, query }) => ({
    status: 200,
    body: await listStudents({ accountId: user.userId, ...query }),
  }));

  mount(router, students.getStudentsCsv, async ({ user }) => ({
    status: 200,
    body: studentsCsv(allStudents(user.userId)),
    headers: { 'Content-Disposition': 'attachment; filename="coursewright-students.csv"' },
  }));

  mount(router, students.messageStudents, async ({ user, params, body }) => ({
    status: 200,
    body: {
      recipients: await messageStudents({
        accountId: user.userId,
        courseId: params.course_id,
        messageId: body.message_id,
        subject: body.subject,
        text: body.text,
        studentIds: body.student_ids,
      }),
    },
  }));

  mount(router, students.getCourseContact, async ({ user, params }) => ({
    status: 200,
    body: await getCourseContact({ accountId: user.userId, courseId: params.course_id }),
  }));

  mount(router, students.saveCourseContact, async ({ user, params, body }) => {
    const named = { accountId: user.userId, courseId: params.course_id };
    await saveCourseContact({ ...named, changes: body });
    return { status: 200, body: await getCourseContact(named) };
  });

  mount(router, satisfaction.getSatisfaction, async ({ user, params }) => ({
    status: 200,
    body: await getSatisfaction({ accountId: user.userId, courseId: params.course_id }),
  }));

  mount(router, satisfaction.saveSatisfaction, async ({ user, params, body }) => ({
    status: 200,
    body: await saveSatisfaction({ accountId: user.userId, courseId: params.course_id, answer: body.answer }),
  }));

  mount(router, questions.listLessonQuestions, async ({ user, params }) => ({
    status: 200,
    body: await listLessonQuestions({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id }),
  }));

  mount(router, questions.askLessonQuestion, async ({ user, params, body }) => {
    const lesson = { accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id };
    await askQuestion({ ...lesson, questionId: body.question_id, text: body.text });
    return { status: 200, body: await listLessonQuestions(lesson) };
  });

  mount(router, questions.listAskedQuestions, async ({ user }) => ({ status: 200, body: await listStudentQuestions(user.userId) }));

  mount(router, questions.answerLessonQuestion, async ({ user, params, body }) => {
    await answerStudentQuestion({ accountId: user.userId, questionId: params.question_id, answer: body.answer });
    return { status: 200, body: await listStudentQuestions(user.userId) };
  });
}
