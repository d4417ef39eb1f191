import { createHash } from 'node:crypto';
import { readCatalogue, type Texts } from './read-catalogue.ts';

const FOLDERS = ['../../../frontend/src/lib/texts/', '../../../frontend/src/lib/texts/legal/', '../../mail/texts/'].map(
  (folder) => new URL(folder, import.meta.url),
);
const readAll = (language: string): Texts =>
  Object.assign({}, ...FOLDERS.map((folder) => readCatalogue(new URL(`${language}.po`, folder))));

interface Catalogue {
  /** English ICU messages, sorted. */
  readonly texts: readonly string[];
  /** Hash of the texts, equal for releases with the same texts. */
  readonly release: string;
  readonly sources: ReadonlySet<string>;
  readonly handMade: Readonly<Record<'es' | 'ar', Texts>>;
}

let read: Catalogue | null = null;

/** Returns every English sentence of the interface, the legal pages and mails: the keys of the catalogues, which a check keeps complete. */
export function interfaceCatalogue(): Catalogue {
  if (read) return read;
  const [es, ar] = [readAll('es'), readAll('ar')];
  const texts = Object.keys(ar).sort();
  const release = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  read = { texts, release, sources: new Set(texts), handMade: { es, ar } };
  return read;
}
