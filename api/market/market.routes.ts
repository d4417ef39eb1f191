import * as market from '#contract/market/market.contract.ts';
import * as publication from '#contract/market/publication.contract.ts';
import { startCheckout } from '#domain/billing/checkout/start-checkout.command.ts';
import { coursePurchase } from '#domain/market/grant-course.command.ts';
import { enrolFree, takeUpdate } from '#domain/market/enrol.command.ts';
import { getMarketCourse, getMarketCreator, getPreviewLesson } from '#domain/market/listing.queries.ts';
import { getMarketPicture } from '#domain/market/market-picture.queries.ts';
import { searchMarket } from '#domain/market/search-market.queries.ts';
import { chooseContent, getPublication, publishCourse, withdrawCourse } from '#domain/market/publish-course.command.ts';
import { answerRating, rateCourse, reportCourse } from '#domain/market/rate-course.command.ts';
import { findEnrolmentStatus } from '#domain/market/enrolment-status.queries.ts';
import { sendPicture } from '#api/media/send-picture.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

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
    // what a key names never changes; a course that left the market may stay visible for a day
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
