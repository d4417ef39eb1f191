import { CARD_LIMITS, type LeftOutReason } from '#contract/practice/cards.contract.ts';
import type { FiledCard } from './anki-package.ts';
import { hasWords } from './anki-text.ts';

/** Maximum number of rows, including skipped and repeated ones, after which a file is not read further. */
const MOST_ROWS = 2 * CARD_LIMITS.cards;
const GUID_LENGTH = 120;

/** The cards found in a file. */
export class FoundCards {
  /** By guid; of a card that occurs twice, the last counts. */
  readonly cards = new Map<string, FiledCard>();
  readonly leftOut: Partial<Record<LeftOutReason, number>> = {};
  media = 0;
  #rows = 0;

  /** Adds a card, or skips it when a side has no text or is too long. @throws Error with the code cards.too_many, so that reading stops */
  add({ guid, deck, front, back }: FiledCard): void {
    const isTooLong = front.length > CARD_LIMITS.front || back.length > CARD_LIMITS.back || guid.length > GUID_LENGTH;
    const reason = front === '' || back === '' ? 'no_text' : isTooLong ? 'too_long' : hasWords(front) && hasWords(back) ? null : 'picture';
    if (reason) return this.leave(reason);
    if (this.cards.has(guid)) this.leave('repeated');
    else this.#count();
    this.cards.set(guid, { guid, deck: deck.slice(0, CARD_LIMITS.deck), front, back });
    if (this.cards.size > CARD_LIMITS.cards) throw tooMany();
  }

  /** Counts a skipped card. @throws Error with the code cards.too_many */
  leave(reason: LeftOutReason): void {
    this.#count();
    this.leftOut[reason] = (this.leftOut[reason] ?? 0) + 1;
  }

  #count(): void {
    this.#rows += 1;
    if (this.#rows > MOST_ROWS) throw tooMany();
  }
}

const tooMany = () => Object.assign(new Error('more cards than an account can have'), { code: 'cards.too_many' });
