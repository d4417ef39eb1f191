import type * as z from 'zod/mini';
import { lookup } from '#contract/platform/lookup.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { findUnstorable } from './json-text.ts';
import { fieldProblem, ProductError, type FieldProblem } from '#domain/platform/errors.ts';

interface Raw {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Maximum number of problems in a response: a long list of wrong values could have thousands. */
const MOST_PROBLEMS = 50;

/**
 * Parses all three parts of a request and reports all problems together. Undeclared fields are dropped.
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
    // checks only what the schema has kept, however much it has dropped
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

type Issue = z.core.$ZodIssue;

/** Fields with a better error message than the general one, whatever their problem is. */
const OF_FIELDS: Record<string, Sentence> = lookup({
  terms_accepted: toSentence('Please accept the terms.'),
});

const KINDS: Record<string, Sentence> = lookup({
  string: toSentence('Must be text.'),
  number: toSentence('Must be a number.'),
  int: toSentence('Must be a whole number.'),
  boolean: toSentence('Must be true or false.'),
  array: toSentence('Must be a list.'),
  object: toSentence('Must be a JSON object.'),
});

/** Returns a field's problem as a sentence for users. @param value the sent value */
function wordsOf(issue: Issue, value: unknown): Sentence {
  const known = OF_FIELDS[String(issue.path.at(-1))];
  if (known) return known;
  if (value === undefined && issue.path.length > 0) return toSentence('Must be given.');
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? toSentence('Must be {what}.', { what: issue.expected });
    case 'too_small':
      return sizeWords(issue.origin, issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum));
    case 'too_big':
      return sizeWords(issue.origin, issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum));
    case 'invalid_format':
      if (issue.format === 'regex' && issue.pattern === String(VISIBLE)) return toSentence('Must contain letters or digits.');
      return FORMS[issue.format] ?? (issue.message === UNSAID ? WRONG_FORM : toSentence(issue.message));
    case 'invalid_value':
      return issue.values.length === 1
        ? toSentence('Must be {what}.', { what: String(issue.values[0]) })
        : toSentence('Must be one of {list}.', { list: issue.values.map(String).join(', ') });
    case 'not_multiple_of':
      return toSentence('Must be a multiple of {n}.', { n: Number(issue.divisor) });
    case 'unrecognized_keys':
      return toSentence('Has fields that are not known: {list}.', { list: issue.keys.join(', ') });
    case 'invalid_union': {
      // in a union, the first form is the one users mean; the others are alternative spellings
      const [form] = issue.errors[0] ?? [];
      return form ? wordsOf(form, value) : WRONG_FORM;
    }
    case 'custom':
      return toSentence(issue.message);
    default:
      return WRONG_FORM;
  }
}

const WRONG_FORM = toSentence('Has the wrong format.');
/** The library's message for a check that has none of its own. */
const UNSAID = 'Invalid input';

/** The forms that the library knows, with an example of each. All others are described where their pattern is declared. */
const FORMS: Record<string, Sentence> = lookup({
  email: toSentence('Must be an email address such as name@example.com.'),
  datetime: toSentence('Must be a time with its offset from UTC, such as 2026-11-29T23:59:00+01:00.'),
  date: toSentence('Must be a date such as 2026-11-29.'),
  uuid: toSentence('Must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057.'),
});

type Bound = 'exactly' | 'at least' | 'at most';

/** Phrases a size limit. @param bound may be exclusive for numbers */
function sizeWords(origin: string, bound: Bound | 'more than' | 'less than', n: number): Sentence {
  if (bound !== 'more than' && bound !== 'less than') {
    if (origin === 'string') return textSize(bound, n);
    if (origin === 'array') return listSize(bound, n);
  }
  // years have no thousands separator
  const size = String(n);
  return {
    exactly: toSentence('Must be exactly {size}.', { size }),
    'at least': toSentence('Must be at least {size}.', { size }),
    'at most': toSentence('Must be at most {size}.', { size }),
    'more than': toSentence('Must be more than {size}.', { size }),
    'less than': toSentence('Must be less than {size}.', { size }),
  }[bound];
}

function textSize(bound: Bound, n: number): Sentence {
  if (n === 1 && bound === 'at least') return toSentence('Must not be empty.');
  return {
    exactly: toSentence('Must have exactly {n, plural, one {# character} other {# characters}}.', { n }),
    'at least': toSentence('Must have at least {n} characters.', { n }),
    'at most': toSentence('Must have at most {n, plural, one {# character} other {# characters}}.', { n }),
  }[bound];
}

function listSize(bound: Bound, n: number): Sentence {
  return {
    exactly: toSentence('Must have exactly {n, plural, one {# entry} other {# entries}}.', { n }),
    'at least': toSentence('Must have at least {n, plural, one {# entry} other {# entries}}.', { n }),
    'at most': toSentence('Must have at most {n, plural, one {# entry} other {# entries}}.', { n }),
  }[bound];
}

/** Summarises all problems in one sentence: the first in full, with its field's name, and the number of the others. */
function summaryOf(errors: readonly { path: string; message: string }[]): string {
  const [first, ...others] = errors as [{ path: string; message: string }, ...unknown[]];
  const more = others.length === 0 ? '' : ` There ${others.length === 1 ? 'is 1 more problem' : `are ${others.length} more problems`}.`;
  return `${nameOf(first.path)}: ${first.message.charAt(0).toLowerCase()}${first.message.slice(1)}${more}`;
}

/** Returns a field's name for users: `First name` for `modules.0.first_name`. */
function nameOf(path: string): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
