import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What a text becomes in a language: one text, or its forms by plural category, chosen by the placeholder `by` (`n` when left out). */
export type Entry = string | ({ readonly other: string; readonly by?: string } & Readonly<Record<string, string>>);
export type Texts = Readonly<Record<string, Entry>>;

const FOLDERS = ['../../../frontend/src/lib/texts/', '../../../frontend/src/lib/texts/legal/', '../../mail/texts/'].map(
  (folder) => new URL(folder, import.meta.url),
);
const readAll = (language: string): Texts =>
  Object.assign({}, ...FOLDERS.map((folder) => JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Texts));

/** One English sentence of the interface. */
export interface CatalogueText {
  readonly source: string;
  /** The placeholder whose number decides its form; null when none does. */
  readonly by: string | null;
}

interface Catalogue {
  /** Sorted. */
  readonly texts: readonly CatalogueText[];
  /** Of the texts: another release with the same ones has the same. */
  readonly release: string;
  readonly sources: ReadonlySet<string>;
  readonly handMade: Readonly<Record<'es' | 'ar', Texts>>;
}

let read: Catalogue | null = null;

/**
 * Every sentence of the interface, of the legal pages and of mails, in English: the keys of the hand-made texts, which a test keeps complete. Where Spanish or
 * Arabic has forms by a number, other languages have them by the same.
 */
export function interfaceCatalogue(): Catalogue {
  if (read) return read;
  const [es, ar] = [readAll('es'), readAll('ar')];
  const texts = Object.keys(ar)
    .sort()
    .map((source) => ({ source, by: countedBy(ar[source]!) ?? countedBy(es[source]!) }));
  const release = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  read = { texts, release, sources: new Set(texts.map(({ source }) => source)), handMade: { es, ar } };
  return read;
}

const countedBy = (entry: Entry | undefined): string | null => (typeof entry === 'object' ? (entry.by ?? 'n') : null);
