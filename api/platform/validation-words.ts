import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Fields whose refusal has a better sentence than the general one, whatever is wrong with them. */
const OF_FIELDS: Record<string, string> = {
  terms_accepted: 'Please accept the terms.',
};

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

/** What is wrong with one field, as a sentence for people. @param value what was sent there */
export function wordsOf(issue: Issue, value: unknown): string {
  const known = OF_FIELDS[String(issue.path.at(-1))];
  if (known) return known;
  if (value === undefined && issue.path.length > 0) return 'Must be given.';
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return sizeWords(issue.origin, issue.exact ? 'exactly' : 'at least', Number(issue.minimum));
    case 'too_big':
      return sizeWords(issue.origin, issue.exact ? 'exactly' : 'at most', Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'email' ? 'Must be an email address such as name@example.com.' : 'Has the wrong form.';
    case 'invalid_value':
      return issue.values.length === 1 ? `Must be ${String(issue.values[0])}.` : `Must be one of ${issue.values.map(String).join(', ')}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Has fields that are not known: ${issue.keys.join(', ')}.`;
    case 'custom':
      return issue.message;
    default:
      return 'Has the wrong form.';
  }
}

function sizeWords(origin: string, bound: string, size: number): string {
  if (origin === 'string')
    return size === 1 && bound === 'at least' ? 'Must not be empty.' : `Must have ${bound} ${plural(size, 'character')}.`;
  if (origin === 'array') return `Must have ${bound} ${plural(size, 'entry', 'entries')}.`;
  return `Must be ${bound} ${size}.`;
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** All problems in one sentence: the first in full, with its field by name, and how many others there are. */
export function summaryOf(errors: readonly { path: string; message: string }[]): string {
  const [first, ...others] = errors as [{ path: string; message: string }, ...unknown[]];
  const more = others.length === 0 ? '' : ` There ${others.length === 1 ? 'is 1 more problem' : `are ${others.length} more problems`}.`;
  return `${nameOf(first.path)}: ${first.message.charAt(0).toLowerCase()}${first.message.slice(1)}${more}`;
}

/** `modules.0.first_name` → `First name`. */
function nameOf(path: string): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
