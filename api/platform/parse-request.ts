import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { fieldProblem, ProductError, type FieldProblem } from '#domain/platform/errors.ts';
import { summaryOf, wordsOf } from './validation-words.ts';

interface Raw {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

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
    if (isTooDeep(raw[part]))
      throw new ProductError('validation.failed', 'The body is nested too deeply.', {
        data: { errors: [{ path: part, message: 'Is nested too deeply.' }] },
      });
    const result = schema.safeParse(raw[part]);
    if (result.success) parsed[part] = result.data;
    else
      errors.push(...result.error.issues.map((issue) => fieldProblem(pathOf(issue, part), wordsOf(issue, valueAt(raw[part], issue.path)))));
    const unstorable = findUnstorable(raw[part], '');
    if (unstorable !== null) errors.push({ path: unstorable || part, message: 'Contains characters that are not text.' });
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
const DEEPEST = 32;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** Finds a string that Postgres cannot store: NUL, or half of a surrogate pair. @returns its path, null when there is none */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, path ? `${path}.${key}` : key);
    if (found !== null) return found;
  }
  return null;
}
