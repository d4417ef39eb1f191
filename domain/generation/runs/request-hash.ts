import { createHash } from 'node:crypto';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';

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
 * A form as it is compared: lists whose order means nothing are sorted and without repeats, texts are in Unicode's NFC without white space
 * around them. What is written follows the form as it was sent. A row keeps the hash it was made with, and that matters while its run lives
 * and for minutes afterwards: a change of this needs no migration.
 */
export const normalForm = (form: Omit<CourseForm, 'user_id'>): unknown =>
  plain({ ...form, accessibility_options: [...new Set(form.accessibility_options)].toSorted() });

function plain(part: unknown): unknown {
  if (typeof part === 'string') return part.normalize('NFC').trim();
  if (Array.isArray(part)) return part.map(plain);
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, plain(inner)]));
}
