import { PRODUCT } from '#contract/product.ts';
import type { ExportPart } from './export-part.ts';

/** Returns the text that explains what an export contains, and what it omits and why. @param at its creation time */
export function exportReadme(parts: readonly ExportPart[], notExported: Readonly<Record<string, string>>, at: Date): string {
  const withheld = parts.flatMap(({ file, withheld = {} }) =>
    Object.entries(withheld).map(([column, why]) => `${file}: ${column} (${why})`),
  );
  return [
    `Your data at ${PRODUCT}, ${at.toISOString()}`,
    '',
    'Every file is a list in JSON, one entry a line; an empty list means that nothing of the kind is stored.',
    'Times carry their offset from UTC. Amounts that end in _cents are US cents. Tokens are counted in hundredths: 1250 is 12.50 tokens.',
    '',
    ...parts.flatMap(({ file, description }) => [`${file}.json`, `  ${description}`]),
    '',
    'Not in these files:',
    ...withheld.map((line) => `  ${line}`),
    '',
    'Not exported at all:',
    ...Object.entries(notExported).map(([table, why]) => `  ${table}: ${why}`),
    '',
  ].join('\n');
}
