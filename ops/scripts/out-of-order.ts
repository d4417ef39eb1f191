import path from 'node:path';

/**
 * Returns a warning for each migration that sorts before an already applied one: a new database runs it earlier, maybe before its table
 * exists.
 * @param applied the migrations applied now
 * @param newest the last by name of those applied before; null for none
 */
export const outOfOrder = (applied: readonly string[], newest: string | null): string[] =>
  applied
    .map((name) => path.basename(name))
    .filter((name) => newest !== null && name < newest)
    .map((name) => `warning  ${name} sorts before ${newest}: a new database runs it earlier. If it is yours, give it a higher number.`);
