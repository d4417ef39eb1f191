// Writes flash cards as an Anki package, in a restricted process that `export-cards.queries.ts` starts: SQLite and zip block for seconds.
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { ankiPackage, type FiledCard } from './anki-package.ts';

/** Returns the package of the cards that come as lines. @param value time of creation */
export const work: RestrictedWork = (value, bytes) => {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n').slice(0, -1);
  return {
    bytes: ankiPackage(
      lines.map((line) => JSON.parse(line) as FiledCard),
      new Date(String(value)),
    ),
  };
};
