import * as cards from '#contract/practice/cards.contract.ts';
import { courseCards, listCards, listDecks } from '#domain/practice/cards/cards.queries.ts';
import { createCard, deleteCard, deleteDeck, editCard } from '#domain/practice/cards/create-card.command.ts';
import { exportCards } from '#domain/practice/cards/files/export-cards.queries.ts';
import { importCards } from '#domain/practice/cards/files/import-cards.command.ts';
import { rateCard } from '#domain/practice/cards/rate-card.command.ts';
import { startCards } from '#domain/practice/cards/start-cards.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { disposition } from '#api/platform/content-disposition.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

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

  mount(router, cards.courseFlashCards, async ({ user, params }) => ({
    status: 200,
    body: await courseCards({ accountId: user.userId, courseId: params.course_id }),
  }));

  mount(router, cards.makeFlashCards, async ({ user, params, body, requestId, header }) => {
    const idempotencyKey = idempotencyKeyOf(header(IDEMPOTENCY_KEY));
    const order = { accountId: user.userId, courseId: params.course_id, lessons: body.lessons, requestId, idempotencyKey };
    const taskId = await startCards(order);
    return taskId === null ? { status: 200, body: { task_id: null } } : { status: 202, body: { task_id: taskId } };
  });

  mount(router, cards.exportFlashCards, async ({ user, query }) => {
    const name = `${query.deck ?? 'flash-cards'}.${query.format}`;
    return {
      status: 200,
      body: await exportCards({ accountId: user.userId, ...query }),
      headers: {
        'Content-Type': TYPES[query.format],
        'Content-Disposition': disposition('attachment', name),
      },
    };
  });

  mount(router, cards.importFlashCards, async ({ user, files, body }) => ({
    status: 200,
    body: await importCards({ accountId: user.userId, file: files['file']![0]!, deck: body.deck }),
  }));
}
