import * as z from 'zod';
import { ProductError } from '#domain/platform/errors.ts';
import { isInputFailure, restricted } from '#domain/platform/restricted/restricted-process.ts';

const readFile = restricted({
  module: new URL('read-cards-file.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 900_000_000,
  cpuMs: 15_000,
  withinMs: 60_000,
  answerBytes: 120_000_000,
  processes: 1,
  isFresh: true,
});

const cardSchema = z.object({ guid: z.string(), deck: z.string(), front: z.string(), back: z.string() });
const answerSchema = z.object({ cards: z.array(cardSchema), leftOut: z.int(), media: z.int() });

/** Reads the cards of an Anki package or a table as text. @throws ProductError cards.bad_file for anything else */
export async function readCardsFile(bytes: Uint8Array, deck: string): Promise<z.infer<typeof answerSchema>> {
  try {
    const answer = await readFile({ value: deck, bytes: [bytes] });
    return answerSchema.parse(answer.value);
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    throw new ProductError('cards.bad_file', undefined, { cause: error });
  }
}
