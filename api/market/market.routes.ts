import * as codes from '#contract/market/codes.contract.ts';
import * as market from '#contract/market/market.contract.ts';
import * as moderation from '#contract/market/moderation.contract.ts';
import * as publication from '#contract/market/publication.contract.ts';
import * as questions from '#contract/market/questions.contract.ts';
import * as satisfaction from '#contract/market/satisfaction.contract.ts';
import * as students from '#contract/market/students.contract.ts';
import { startCheckout } from '#domain/billing/checkout/checkout.commands.ts';
import { answerStudentQuestion, askQuestion } from '#domain/market/ask-question.command.ts';
import { listCodes } from '#domain/market/codes.queries.ts';
import { createCode, endCode } from '#domain/market/market-code.commands.ts';
import { enrolFree, takeUpdate, coursePurchase } from '#domain/market/enrolment.commands.ts';
import { listStudentQuestions, listLessonQuestions } from '#domain/market/lesson-questions.queries.ts';
import { getMarketCourse, getMarketCreator, getPreviewLesson, getMarketPicture } from '#domain/market/listing.queries.ts';
import { listReportedCourses } from '#domain/market/moderation.queries.ts';
import { takeDownCourse, restoreCourse, dismissReports } from '#domain/market/moderation/course-report.commands.ts';
import { searchMarket } from '#domain/market/market-search.queries.ts';
import { chooseContent, getPublication, publishCourse, withdrawCourse } from '#domain/market/publish-course.command.ts';
import { answerRating, rateCourse, reportCourse, saveSatisfaction } from '#domain/market/rating.commands.ts';
import { findEnrolmentStatus, getSatisfaction } from '#domain/market/enrolment.queries.ts';
import { sendPicture } from '#api/media/send-picture.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { getCourseContact } from '#domain/market/students/course-contact.queries.ts';
import { messageStudents, saveCourseContact } from '#domain/market/students/student.commands.ts';
import { studentsCsv } from '#domain/market/students/students-csv.ts';
import { allStudents, listStudents } from '#domain/market/students/students.queries.ts';

export function mountMarket(router: ApiRouter): void {
  mount(router, market.searchMarket, async ({ query }) => ({ status: 200, body: await searchMarket(query) }));
  mount(router, market.getMarketCourse, async ({ params }) => ({ status: 200, body: { course: await getMarketCourse(params.course_id) } }));
  mount(router, market.getPreviewLesson, async ({ params }) => ({
    status: 200,
    body: { lesson: await getPreviewLesson({ courseId: params.course_id, lessonId: params.lesson_id }) },
  }));
  mount(router, market.getMarketCreator, async ({ params }) => ({
    status: 200,
    body: { creator: await getMarketCreator(params.creator_id) },
  }));
  mount(router, market.marketPicture, async ({ params, query }) => {
    const { key, bytes } = await getMarketPicture(params.course_id, query.shape);
    // the picture of a key never changes; a course that left the market can stay visible for a day
    return sendPicture(bytes, params.key === key ? 'public, max-age=86400, immutable' : 'public, max-age=300');
  });
  mount(router, market.getMarketStanding, async ({ user, params }) => ({
    status: 200,
    body: await findEnrolmentStatus({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, market.enrolInCourse, async ({ user, params }) => ({
    status: 200,
    body: { course_id: await enrolFree({ accountId: user.userId, courseId: params.course_id }) },
  }));
  mount(router, market.buyCourse, async ({ user, params, body, header }) => {
    const named = { accountId: user.userId, courseId: params.course_id };
    return {
      status: 200,
      body: await startCheckout({
        accountId: user.userId,
        purchase: await coursePurchase({ ...named, code: body.code }),
        originUrl: body.origin_url,
        returnPath: `/market/${params.course_id}`,
        idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
      }),
    };
  });
  mount(router, market.takeUpdate, async ({ user, params }) => ({
    status: 200,
    body: await takeUpdate({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, market.rateCourse, async ({ user, params, body }) => ({
    status: 200,
    body: await rateCourse({ accountId: user.userId, courseId: params.course_id, ...body }),
  }));
  mount(router, market.reportCourse, async ({ user, params, body }) => {
    await reportCourse({ accountId: user.userId, courseId: params.course_id, ...body });
    return { status: 200, body: { message: 'Thank you. We look at every report.' } };
  });
  mount(router, publication.getPublication, async ({ user, params }) => ({
    status: 200,
    body: { publication: await getPublication({ accountId: user.userId, courseId: params.course_id }) },
  }));
  mount(router, publication.chooseContent, async ({ user, params, body }) => ({
    status: 200,
    body: {
      publication: await chooseContent({
        accountId: user.userId,
        courseId: params.course_id,
        contentId: body.content_id,
        previewLessons: body.preview_lessons,
        hasFinalTest: body.has_final_test,
        isConfirmed: body.is_confirmed,
      }),
    },
  }));
  mount(router, publication.publishCourse, async ({ user, params, body }) => ({
    status: 200,
    body: { publication: await publishCourse({ accountId: user.userId, courseId: params.course_id, hasRights: body.has_rights }) },
  }));
  mount(router, publication.withdrawCourse, async ({ user, params, body }) => ({
    status: 200,
    body: { publication: await withdrawCourse({ accountId: user.userId, courseId: params.course_id, to: body.to }) },
  }));
  mount(router, publication.answerRating, async ({ user, params, body }) => {
    await answerRating({ accountId: user.userId, courseId: params.course_id, ratingId: params.rating_id, answer: body.answer });
    return { status: 200, body: { message: 'Answer saved' } };
  });
}

/** Mounts the endpoints for creators and their students. */
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

export function mountMarketCodes(router: ApiRouter): void {
  mount(router, codes.listCodes, async ({ user }) => ({ status: 200, body: { codes: await listCodes(user.userId) } }));

  mount(router, codes.createCode, async ({ user, body }) => {
    await createCode({ accountId: user.userId, fields: body });
    return { status: 200, body: { codes: await listCodes(user.userId) } };
  });

  mount(router, codes.endCode, async ({ user, params }) => {
    await endCode({ accountId: user.userId, codeId: params.code_id });
    return { status: 200, body: { codes: await listCodes(user.userId) } };
  });

  mount(router, codes.quoteCode, async ({ user, params, body }) => {
    const found = await coursePurchase({ accountId: user.userId, courseId: params.course_id, code: body.code });
    return { status: 200, body: { price: found.amountCents / 100, list_price: found.listCents / 100, percent: found.percent } };
  });
}

/** Mounts reports about market courses, for operators. */
export function mountMarketModeration(router: ApiRouter): void {
  mount(router, moderation.listMarketReports, async () => ({ status: 200, body: { courses: await listReportedCourses() } }));

  mount(router, moderation.decideOnCourse, async ({ user, params, body }) => {
    const target = { operatorId: user.userId, courseId: params.course_id };
    if (body.decision === 'take_down') await takeDownCourse({ ...target, reason: body.reason });
    else await (body.decision === 'dismiss' ? dismissReports : restoreCourse)(target);
    return { status: 200, body: { courses: await listReportedCourses() } };
  });
}
