import type { CardFormat } from '#contract/practice/cards.contract.ts';
import { csvOf } from '#domain/platform/csv.ts';
import { database } from '#domain/platform/database.ts';
import { ankiPackage, type FiledCard } from './anki-package.ts';

interface Wanted {
  readonly accountId: string;
  readonly format: CardFormat;
  /** Undefined: all decks. */
  readonly deck?: string | undefined;
  readonly now?: Date;
}

/** A leading apostrophe is doubled: the one that keeps spreadsheets from calculating is taken away again when the file is read. */
const guarded = (text: string): string => (text.startsWith("'") ? `'${text}` : text);

/** Returns an account's cards as a file, in the order in which they were added. */
export async function exportCards({ accountId, format, deck, now = new Date() }: Wanted): Promise<Uint8Array> {
  const cards: FiledCard[] = await database()('flash_card')
    .where({ account_id: accountId, ...(deck !== undefined && { deck }) })
    .orderBy(['created_at', 'id'])
    .select('guid', 'deck', 'front', 'back');
  if (format === 'apkg') return ankiPackage(cards, now);
  return csvOf([
    ['id', 'deck', 'front', 'back'],
    ...cards.map(({ guid, deck: name, front, back }) => [guid, name, front, back].map(guarded)),
  ]);
}
