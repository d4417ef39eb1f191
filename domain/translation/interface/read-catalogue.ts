import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';

/** Texts of a language: ICU messages by their English sentences. */
export type Texts = Readonly<Record<string, string>>;

const { parse } = formatter({ explicitIdAsDefault: true });

/** Reads a catalogue of hand-made translations, a PO file. */
export function readCatalogue(file: URL): Texts {
  const catalogue = parse(readFileSync(file, 'utf8'), { locale: undefined, sourceLocale: 'en', filename: file.pathname }) as Record<
    string,
    { readonly translation?: string }
  >;
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([english, { translation }]) => (translation ? [[english, translation]] : [])),
  );
}
