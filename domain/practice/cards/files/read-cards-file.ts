import * as z from 'zod';
import { LEFT_OUT_REASONS } from '#contract/practice/cards.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { batchesIn } from '#domain/platform/restricted/answer-lines.ts';
import { isInputFailure, restricted } from '#domain/platform/restricted/restricted-process.ts';
import type { TurnOf } from '#domain/platform/turns/turns.ts';
import { noRoom } from '../add-cards.command.ts';
import type { FiledCard } from './anki-package.ts';

/** 20,000 cards take a second. Nobody waits for more than three of somebody else's. */
const readFile = restricted({
  module: new URL('read-cards-file.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 900_000_000,
  cpuMs: 3_000,
  withinMs: 60_000,
  answerBytes: 120_000_000,
  processes: 1,
  isFresh: true,
});

const cardsSchema = z.array(z.object({ guid: z.string(), deck: z.string(), front: z.string(), back: z.string() }));
const answerSchema = z.object({ leftOut: z.partialRecord(z.enum(LEFT_OUT_REASONS), z.int()), media: z.int() });
/** More are worth a statement. */
const LEAST_IN_BATCH = 200;

interface CardsFile extends z.infer<typeof answerSchema> {
  /** Read some at a time: all of them would keep others waiting. Once. */
  readonly batches: AsyncIterable<FiledCard[]>;
}

/**
 * Reads the cards of an Anki package or a table as text, each once.
 * @throws ProductError cards.too_many for more than anybody may have; cards.moodle_quiz; cards.bad_file for anything else; limits.rate
 */
export async function readCardsFile(bytes: Uint8Array, { deck, turn }: { deck: string; turn: TurnOf }): Promise<CardsFile> {
  try {
    const { value, chunks } = await readFile({ turn, value: deck, bytes: [bytes] });
    return { ...answerSchema.parse(value), batches: cardsIn(chunks) };
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    if (error.code === 'cards.too_many') throw noRoom();
    throw new ProductError(error.code === 'cards.moodle_quiz' ? error.code : 'cards.bad_file', undefined, { cause: error });
  }
}

async function* cardsIn(chunks: readonly Uint8Array[]): AsyncGenerator<FiledCard[]> {
  let held: FiledCard[] = [];
  for await (const batch of batchesIn(chunks)) {
    held.push(...cardsSchema.parse(batch));
    if (held.length < LEAST_IN_BATCH) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}
