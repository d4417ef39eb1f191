import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Validates a course id from a URL; no course has an invalid id. @throws ProductError not_found */
export function courseIdOf(text: string): string {
  if (!isUuid(text)) throw notFound('course');
  return text;
}
