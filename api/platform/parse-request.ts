import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { fieldProblem, ProductError, type FieldProblem } from '#domain/platform/errors.ts';
import { summaryOf, wordsOf } from './validation-words.ts';

interface Raw {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** More problems than these help nobody, and a long list of wrong values has as many. */
const MOST_PROBLEMS = 50;

/**
 * Parses all three parts of a request and reports everything that is wrong with it at once. Undeclared fields are dropped.
 * @throws ProductError validation.failed with `errors`
 */
export function parseRequest(endpoint: Pick<Endpoint, 'params' | 'query' | 'body'>, raw: Raw): Raw {
  const errors: FieldProblem[] = [];
  const parsed: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const result = schema.safeParse(raw[part]);
    if (!result.success) {
      const issues = result.error.issues.slice(0, MOST_PROBLEMS);
      errors.push(...issues.map((issue) => fieldProblem(pathOf(issue, part), wordsOf(issue, valueAt(raw[part], issue.path)))));
      continue;
    }
    // only what the schema has kept: what it drops is not looked at, however much it is
    const unstorable = findUnstorable(result.data, { path: '', part, depth: 0 });
    if (unstorable !== null) errors.push({ path: unstorable || part, message: 'Contains characters that are not text.' });
    parsed[part] = result.data;
  }
  if (errors.length > 0) {
    throw new ProductError('validation.failed', summaryOf(errors), { data: { errors } });
  }
  return parsed as unknown as Raw;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const pathOf = (issue: z.core.$ZodIssue, part: string) => (issue.path.length > 0 ? issue.path.join('.') : part);

/** Deepest nesting accepted in a body: deeper values could overflow the stack of a recursive function. */
export const DEEPEST = 32;

export const tooDeep = (path: string): ProductError =>
  new ProductError('validation.failed', 'The body is nested too deeply.', {
    data: { errors: [{ path, message: 'Is nested too deeply.' }] },
  });

/**
 * Finds a string that Postgres cannot store: NUL, or half of a surrogate pair.
 * @returns its path, null when there is none
 * @throws ProductError for what is nested too deeply
 */
function findUnstorable(value: unknown, at: { path: string; part: string; depth: number }): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? at.path : null;
  if (typeof value !== 'object' || value === null) return null;
  if (at.depth > DEEPEST) throw tooDeep(at.part);
  for (const [key, inner] of Object.entries(value)) {
    const found =
      findUnstorable(key, at) ?? findUnstorable(inner, { ...at, path: at.path ? `${at.path}.${key}` : key, depth: at.depth + 1 });
    if (found !== null) return found;
  }
  return null;
}
