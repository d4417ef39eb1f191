import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A translation: one text, or its plural forms by category, selected by the placeholder `by` (default: `n`). */
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
  /** The placeholder whose number selects the plural form; null when there is none. */
  readonly by: string | null;
}

interface Catalogue {
  /** Sorted. */
  readonly texts: readonly CatalogueText[];
  /** Hash of the texts: equal for releases with the same ones. */
  readonly release: string;
  readonly sources: ReadonlySet<string>;
  readonly handMade: Readonly<Record<'es' | 'ar', Texts>>;
}

let read: Catalogue | null = null;

/**
 * Returns every English sentence of the interface, of the legal pages and of mails: the keys of the hand-made translations, which a test
 * keeps complete. If Spanish or Arabic has plural forms for a placeholder, other languages use the same one.
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
