import { createHash } from 'node:crypto';

/** Hash of what was asked, its keys in a fixed order: the same request is the same hash however it was sent. */
export const hashOf = (asked: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(asked)))
    .digest('hex');

function inOrder(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inOrder);
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
}

/**
 * A request as it is compared: texts are in Unicode's NFC without white space around them. What is done follows the request as it was sent.
 * A row keeps the hash it was made with, and that matters while its run lives and for minutes afterwards: a change of this needs no migration.
 */
export function normalForm(part: unknown): unknown {
  if (typeof part === 'string') return part.normalize('NFC').trim();
  if (Array.isArray(part)) return part.map(normalForm);
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, normalForm(inner)]));
}
