import { ProductError } from '#domain/platform/errors.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { chargedAlone } from './work-allowance.ts';

/** Limits of a JSON text besides its length: input that costs more to parse than to receive is refused before it is parsed. */
export interface JsonBounds {
  /** Nesting: deeper values could overflow the stack of a recursive function. */
  readonly depth: number;
  /** Number of lists and objects and of their elements. */
  readonly values: number;
  /** Number of field names: objects with very many are slow to build. */
  readonly names: number;
}

/** Limits that no endpoint needs to exceed. */
export const JSON_BOUNDS: JsonBounds = { depth: 32, values: 20_000, names: 20_000 };

export const tooDeep = (path: string): ProductError =>
  new ProductError('validation.failed', 'The body is nested too deeply.', {
    data: { errors: [{ path, message: 'Is nested too deeply.' }] },
  });

export const tooMany = (): ProductError =>
  new ProductError('validation.failed', 'The body has too many values.', {
    data: { errors: [{ path: 'body', message: 'Has too many values.' }] },
  });

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const [COMMA, COLON] = [','.charCodeAt(0), ':'.charCodeAt(0)];
const OPENS = [...'{['].map((mark) => mark.charCodeAt(0));
const CLOSES = [...'}]'].map((mark) => mark.charCodeAt(0));

/**
 * Parses a JSON text within limits.
 * @throws ProductError validation.failed beyond the limits; body.malformed for invalid JSON, or for a name that could be taken for a
 * prototype
 */
export const parseJson = (text: string, bounds: JsonBounds): unknown =>
  chargedAlone(() => {
    assertBounds(text, bounds);
    return parsed(text);
  });

/** @throws ProductError validation.failed */
function assertBounds(text: string, bounds: JsonBounds): void {
  let [depth, values, names] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA) values += 1;
    else if (code === COLON) names += 1;
    else if (code === OPENS[0] || code === OPENS[1]) {
      depth += 1;
      values += 1;
      if (depth > bounds.depth) throw tooDeep('body');
    } else if (code === CLOSES[0] || code === CLOSES[1]) depth -= 1;
  }
  if (values > bounds.values || names > bounds.names) throw tooMany();
}

/** Returns the index of the quotation mark that ends a string. */
function endOfText(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // a cause would quote the body, including passwords, in the log
    throw new ProductError('body.malformed');
  }
  if (/__proto__|\\u00/i.test(text) && namesPrototype(value)) throw new ProductError('body.malformed');
  return value;
}

/** Tells whether any field in a value is named like an object's prototype. Its depth must be bounded. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype);
}

/**
 * Finds a string that Postgres cannot store: NUL, or half of a surrogate pair.
 * @param value as deep as a JSON text within its limits
 * @returns its path, empty at the top; null if there is none
 * @throws ProductError for values nested too deeply
 */
export function findUnstorable(value: unknown, at: { path: string; part: string; depth: number }): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : at.path;
  if (typeof value !== 'object' || value === null) return null;
  if (at.depth > JSON_BOUNDS.depth) throw tooDeep(at.part);
  for (const [key, inner] of Object.entries(value)) {
    const found =
      findUnstorable(key, at) ?? findUnstorable(inner, { ...at, path: at.path ? `${at.path}.${key}` : key, depth: at.depth + 1 });
    if (found !== null) return found;
  }
  return null;
}

/** Returns the error for a text that cannot be stored. @param path the field, as in `FieldProblem` */
export const unstorable = (path: string): ProductError =>
  new ProductError('validation.failed', 'The request contains characters that are not text.', {
    data: { errors: [{ path, message: 'Contains characters that are not text.' }] },
  });
