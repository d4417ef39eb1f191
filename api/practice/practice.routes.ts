import { disposition } from '#api/platform/content-disposition.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import * as cards from '#contract/practice/cards.contract.ts';
import * as certificate from '#contract/practice/certificate.contract.ts';
import * as words from '#contract/practice/words.contract.ts';
import * as finalTest from '#contract/practice/final-test.contract.ts';
import * as finalTask from '#contract/practice/final-task.contract.ts';
import * as practice from '#contract/practice/practice.contract.ts';
import { answerQuestion } from '#domain/practice/answer-question.command.ts';
import { courseCards, listCards, listDecks } from '#domain/practice/cards/cards.queries.ts';
import { createCard, deleteCard, deleteDeck, editCard, rateCard, undoRating } from '#domain/practice/cards/card.commands.ts';
import { chooseLibraryCards, orderCards } from '#domain/practice/cards/library-card.commands.ts';
import { exportCards } from '#domain/practice/cards/files/export-cards.queries.ts';
import { importCards } from '#domain/practice/cards/files/import-cards.command.ts';
import { revocationListOf, signCredential } from '#domain/practice/certificates/badge-credential.ts';
import { getCertificatePicture } from '#domain/practice/certificates/certificate-picture.queries.ts';
import { badgeKeys, getBadgeKey } from '#domain/practice/certificates/badge-keys.ts';
import {
  getCertificate,
  issueCertificate,
  listCertificates,
  revokeCertificate,
} from '#domain/practice/certificates/issue-certificate.command.ts';
import { answerFinalTask, answerInWords, contestGrade } from '#domain/practice/words/answer-in-words.command.ts';
import { listWords, readFinalTask } from '#domain/practice/words/words.queries.ts';
import { finishFinalTest, getFinalTest, startFinalTest } from '#domain/practice/certificates/start-final-test.command.ts';
import { forecastReview, listAnswers, listReview } from '#domain/practice/practice.queries.ts';
import { sendPicture } from '#api/media/send-picture.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountPractice(router: ApiRouter): void {
  mount(router, practice.answerQuestion, async ({ user, body }) => ({
    status: 200,
    body: await answerQuestion({
      accountId: user.userId,
      answerId: body.answer_id,
      courseId: body.course_id,
      lessonId: body.lesson_id,
      questionId: body.question_id,
      chosenIds: body.chosen_ids,
    }),
  }));
  mount(router, practice.listAnswers, async ({ user, params }) => ({
    status: 200,
    body: await listAnswers({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id }),
  }));
  mount(router, practice.listReview, async ({ user, query: { time_zone: timeZone, more, ...scope } }) => ({
    status: 200,
    body: await listReview({ accountId: user.userId, scope, timeZone, more: more === 'true' }),
  }));
  mount(router, practice.reviewForecast, async ({ user, query: { time_zone: timeZone, ...scope } }) => ({
    status: 200,
    body: await forecastReview({ accountId: user.userId, timeZone, ...scope }),
  }));
}

export function mountWords(router: ApiRouter): void {
  mount(router, words.answerInWords, async ({ user, body, requestId }) => ({
    status: 200,
    body: {
      answer: await answerInWords({
        accountId: user.userId,
        answerId: body.answer_id,
        courseId: body.course_id,
        lessonId: body.lesson_id,
        questionId: body.question_id,
        text: body.text,
        language: body.language,
        requestId,
      }),
    },
  }));
  mount(router, finalTask.getFinalTask, async ({ user, params }) => ({
    status: 200,
    body: await readFinalTask({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, finalTask.answerFinalTask, async ({ user, params, body, requestId }) => ({
    status: 200,
    body: {
      answer: await answerFinalTask({
        accountId: user.userId,
        answerId: body.answer_id,
        courseId: params.course_id,
        text: body.text,
        language: body.language,
        requestId,
      }),
    },
  }));
  mount(router, words.contestGrade, async ({ user, params, requestId }) => ({
    status: 200,
    body: { answer: await contestGrade({ accountId: user.userId, answerId: params.answer_id, requestId }) },
  }));
  mount(router, words.listWords, async ({ user, params }) => ({
    status: 200,
    body: { answers: await listWords({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id }) },
  }));
}

export function mountFinalTests(router: ApiRouter): void {
  mount(router, finalTest.getFinalTest, async ({ user, params }) => ({
    status: 200,
    body: await getFinalTest({ accountId: user.userId, courseId: params.course_id }),
  }));
  mount(router, finalTest.startFinalTest, async ({ user, params }) => ({
    status: 200,
    body: { open: await startFinalTest({ accountId: user.userId, courseId: params.course_id }) },
  }));
  mount(router, finalTest.finishFinalTest, async ({ user, params, body }) => ({
    status: 200,
    body: await finishFinalTest({
      accountId: user.userId,
      courseId: params.course_id,
      testId: params.test_id,
      answers: body.answers,
    }),
  }));
}

/** Verifiers are pages of other sites: they can read the data that proves a badge, none of which is private. */
const READABLE_ANYWHERE = { 'Access-Control-Allow-Origin': '*' };

export function mountCertificates(router: ApiRouter): void {
  mount(router, certificate.issueCertificate, async ({ user, params, body }) => ({
    status: 200,
    body: {
      certificate: await issueCertificate({ accountId: user.userId, courseId: params.course_id, holderName: body.holder_name }),
    },
  }));
  mount(router, certificate.listCertificates, async ({ user, query }) => ({
    status: 200,
    body: { certificates: await listCertificates({ accountId: user.userId, courseId: query.course_id }) },
  }));
  mount(router, certificate.badgeKeys, async () => ({ status: 200, headers: READABLE_ANYWHERE, body: badgeKeys() }));
  mount(router, certificate.badgeKey, async ({ params }) => ({
    status: 200,
    headers: READABLE_ANYWHERE,
    body: getBadgeKey(params.key_id),
  }));
  mount(router, certificate.getCertificate, async ({ params }) => ({
    status: 200,
    body: { certificate: await getCertificate(params.certificate_id) },
  }));
  mount(router, certificate.certificatePicture, async ({ params }) =>
    // a certificate can be revoked
    sendPicture(await getCertificatePicture(params.certificate_id), 'public, max-age=300'),
  );
  mount(router, certificate.getCredential, async ({ params, query }) => ({
    status: 200,
    headers: READABLE_ANYWHERE,
    body: { credential: await signCredential(await getCertificate(params.certificate_id), query.alg) },
  }));
  mount(router, certificate.badgeRevocations, async ({ params }) => ({
    status: 200,
    headers: READABLE_ANYWHERE,
    body: revocationListOf(await getCertificate(params.certificate_id)),
  }));
  mount(router, certificate.revokeCertificate, async ({ user, params }) => ({
    status: 200,
    body: {
      certificate: await revokeCertificate({ accountId: user.userId, id: params.certificate_id, by: `account:${user.userId}` }),
    },
  }));
}

const TYPES = { apkg: 'application/apkg', csv: 'text/csv; charset=utf-8' } as const;

export function mountCards(router: ApiRouter): void {
  mount(router, cards.listFlashCards, async ({ user, query }) => ({
    status: 200,
    body: await listCards({ accountId: user.userId, ...query }),
  }));

  mount(router, cards.listDecks, async ({ user }) => ({ status: 200, body: { decks: await listDecks(user.userId) } }));

  mount(router, cards.createFlashCard, async ({ user, body }) => {
    const { card_id: cardId, deck, front, back, source } = body;
    const lesson = source ? { courseId: source.course_id, lessonId: source.lesson_id } : null;
    return { status: 200, body: { card: await createCard({ accountId: user.userId, cardId, deck, front, back, lesson }) } };
  });

  mount(router, cards.editFlashCard, async ({ user, params, body }) => ({
    status: 200,
    body: { card: await editCard({ accountId: user.userId, cardId: params.card_id, ...body }) },
  }));

  mount(router, cards.deleteFlashCard, async ({ user, params }) => {
    await deleteCard({ accountId: user.userId, cardId: params.card_id });
    return { status: 200, body: { card_id: params.card_id } };
  });

  mount(router, cards.deleteDeck, async ({ user, params }) => ({
    status: 200,
    body: { deleted: await deleteDeck({ accountId: user.userId, deck: params.deck }) },
  }));

  mount(router, cards.rateFlashCard, async ({ user, params, body }) => {
    const rated = { accountId: user.userId, cardId: params.card_id, ratingId: body.rating_id, rating: body.rating };
    return { status: 200, body: { due_at: (await rateCard(rated)).toISOString() } };
  });

  mount(router, cards.undoFlashCardRating, async ({ user, params }) => {
    const undone = { accountId: user.userId, cardId: params.card_id, ratingId: params.rating_id };
    return { status: 200, body: { due_at: (await undoRating(undone)).toISOString() } };
  });

  mount(router, cards.courseFlashCards, async ({ user, params }) => ({
    status: 200,
    body: await courseCards({ accountId: user.userId, courseId: params.course_id }),
  }));

  mount(router, cards.chooseLibraryCards, async ({ user, params, body }) => ({
    status: 200,
    body: await chooseLibraryCards({ accountId: user.userId, courseId: params.course_id, lessonId: params.lesson_id, keep: body.keep }),
  }));

  mount(router, cards.makeFlashCards, async ({ user, params, body, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const order = { accountId: user.userId, courseId: params.course_id, lessons: body.lessons, requestId, idempotencyKey };
    const taskId = await orderCards(order);
    return taskId === null ? { status: 200, body: { task_id: null } } : { status: 202, body: { task_id: taskId } };
  });

  mount(router, cards.exportFlashCards, async ({ user, query, signal }) => {
    const name = `${query.deck ?? 'flash-cards'}.${query.format}`;
    return {
      status: 200,
      body: await exportCards({ accountId: user.userId, ...query, signal }),
      headers: {
        'Content-Type': TYPES[query.format],
        'Content-Disposition': disposition('attachment', name),
      },
    };
  });

  mount(router, cards.importFlashCards, async ({ user, files, body, signal }) => ({
    status: 200,
    body: await importCards({
      accountId: user.userId,
      file: files['file']![0]!,
      deck: body.deck,
      isLook: body.look,
      signal,
      how: { encoding: body.encoding, columns: body.columns, hasHead: body.has_head },
    }),
  }));
}
