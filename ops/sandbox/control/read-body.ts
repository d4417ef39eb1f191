import { isObject, type JsonObject } from '../wire/wire.ts';

/** An invalid control request; answered 400 with this message. */
export class BadControl extends Error {}

/** Parses the body of a control request. @throws BadControl */
export function parseBody(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new BadControl('the body is not JSON');
  }
}

/** @throws BadControl */
export function readObject(body: unknown): JsonObject {
  if (!isObject(body)) throw new BadControl('a JSON object is required');
  return body;
}

/** @throws BadControl naming the first unknown field */
export function knownFields(body: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new BadControl(`unknown field ${unknown}; known are ${known.join(', ')}`);
}

/** @throws BadControl */
export function readText(body: JsonObject, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '') throw new BadControl(`${field} must be a text`);
  return value;
}

/** @throws BadControl */
export function readChoice<T extends string>(body: JsonObject, field: string, choices: readonly T[], fallback?: T): T {
  const value = body[field] ?? fallback;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new BadControl(`${field} must be one of ${choices.join(', ')}`);
  return found;
}

/** Parses a whole number of at least `least`. @throws BadControl */
export function readCount(body: JsonObject, field: string, fallback: number, least = 0): number {
  const value = body[field] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    throw new BadControl(`${field} must be a whole number of at least ${least}`);
  return value;
}
