import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** The id of a course out of an address. What cannot be an id names no course. @throws ProductError not_found */
export function courseIdOf(text: string): string {
  if (!isUuid(text)) throw notFound('course');
  return text;
}
