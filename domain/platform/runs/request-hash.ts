import { createHash } from 'node:crypto';

/** Hashes a request with its keys in a fixed order: equal requests have equal hashes. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(value)))
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
 * Normalises a request for comparison: texts in Unicode NFC, trimmed. The work itself uses the request as it was sent. A row keeps its
 * hash, which matters only while its run lives and for minutes afterwards, so changing this needs no migration.
 */
export function normalForm(part: unknown): unknown {
  if (typeof part === 'string') return part.normalize('NFC').trim();
  if (Array.isArray(part)) return part.map(normalForm);
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, normalForm(inner)]));
}
