import * as z from 'zod';
import { CARDS_A_LESSON, cardsCost, makeFlashCards } from '#contract/practice/cards.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { knownSteps, orderItems } from '#domain/platform/runs/known-steps.ts';
import { OWN, WITHHELD } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import type { Knex } from 'knex';

const requestSchema = z.object({ course_id: z.uuid(), lessons: z.array(z.uuid()) });
export type FlashCardsRequest = z.infer<typeof requestSchema>;

export const FLASH_CARDS_KIND = 'flash-cards';
/** One run per course at a time. */
export const flashCardsKey = (courseId: string): string => `${FLASH_CARDS_KIND}:${courseId}`;

type Context = Pick<FlashCardsRequest, 'lessons'>;

/** One service writes the cards of a lesson, another checks them. Lessons neither wait for each other nor fail together. */
function order({ lessons }: Context, steps: readonly OrderedStep[]): Order {
  const known = knownSteps(steps);
  const failedOf = (id: string) => [`write-${id}`, `check-${id}`].map((key) => known.get(key)).find((step) => step?.state === 'failed');
  const wanted: NewStep[] = lessons.flatMap((itemId, place): NewStep[] => {
    const label = `lesson ${place + 1} of ${lessons.length}`;
    return [
      { job: 'write-cards', key: `write-${itemId}`, itemId, label },
      ...(known.isDone(`write-${itemId}`) ? [{ job: 'check-cards', key: `check-${itemId}`, itemId, label } as const] : []),
    ];
  });
  const failed = lessons.map(failedOf).filter((step) => step !== undefined);
  const ended = lessons.filter((id) => known.isDone(`check-${id}`) || failedOf(id)).length;
  const total = lessons.length;
  const written = lessons.filter((id) => known.isEnded(`write-${id}`)).length;
  return {
    ...orderItems({ known, wanted, isOver: ended === total, failed, total, close: { job: 'close-cards', key: 'close' } }),
    stage: written === total ? 'checking' : 'writing',
    progress: 5 + Math.floor((60 * written + 30 * ended) / Math.max(1, total)),
  };
}

/** Writes flash cards from the lessons of a course. Finished cards can be reviewed at once; cards that fail the check are not charged. */
export const flashCardsKind = defineKind<FlashCardsRequest, Context>({
  name: FLASH_CARDS_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['writing', 'checking'],
  begins: { stage: 'writing', progress: 5, message: toSentence('The flash cards are being written.') },
  price: {
    orderedBy: [makeFlashCards],
    cost: ({ lessons }) => cardsCost(lessons.length),
    quota: null,
    cause: (about) => toSentence('Flash cards: {about}', { about }),
  },
  source: { context: sql`jsonb_build_object('lessons', run.request->'lessons')` },
  order,
  exported: [
    {
      file: 'flash-cards',
      description: 'Your flash cards, and when each is due.',
      table: 'flash_card',
      condition: OWN,
      columns: ['account_id id guid deck course_id lesson_id front back passage due_at card reviews created_at'],
      withheld: { search_text: WITHHELD.machine },
      key: { created_at: 'timestamptz', id: 'uuid' },
    },
    {
      file: 'flash-card-ratings',
      description: 'How well you knew your flash cards.',
      table: 'flash_card_rating',
      condition: OWN,
      columns: ['account_id id card_id rating rated_at card_before due_before reviews_before undone_at'],
      key: { rated_at: 'timestamptz', id: 'uuid' },
    },
    {
      file: 'declined-cards',
      description: 'The courses whose flash cards you declined.',
      table: 'declined_cards',
      condition: OWN,
      columns: ['account_id course_id declined_at'],
      key: { declined_at: 'timestamptz', course_id: 'uuid' },
    },
  ],
  again: {
    completed: { by: makeFlashCards, makes: 'cards for lessons without any' },
    failed: { retry: 'Failed lessons; written cards are kept.' },
    cancelled: { by: makeFlashCards, makes: 'the rest; finished cards were kept and charged' },
  },
  retryNeeds: sql`exists (select from course where course.id = (run.request->>'course_id')::uuid)`,
  retryMessage: toSentence('The missing cards are being written.'),
  reasons: { 'vendors.failed': toSentence('No AI service could write these flash cards. Nothing was charged. Please try again.') },
  noticeCourse: async (_, { request }) => (request as FlashCardsRequest).course_id,
  /** Finished cards stay, and are charged. */
  async keep(trx, { id: runId, request }) {
    const made = await cardsMadeBy(trx, runId);
    if (made.lessons === 0) return false;
    await completeRun(trx, { runId, stopped: true, result: made, share: shareOf(made, request as FlashCardsRequest) });
    return true;
  },
});

/** Returns how many cards a run has made, and from how many lessons. */
export async function cardsMadeBy(trx: Knex.Transaction, runId: string): Promise<{ lessons: number; cards: number }> {
  const steps: { output: { cards: number } }[] = await trx('step')
    .where({ run_id: runId, job: 'check-cards', state: 'completed' })
    .select('output');
  return {
    lessons: steps.filter(({ output }) => output.cards > 0).length,
    cards: steps.reduce((sum, { output }) => sum + output.cards, 0),
  };
}

/** Returns the share of the reservation to charge: a card that fails the check is free. */
export const shareOf =
  ({ cards }: { readonly cards: number }, { lessons }: Context) =>
  (reserved: number): number =>
    Math.ceil((reserved * cards) / Math.max(1, lessons.length * CARDS_A_LESSON));
