import type * as z from 'zod/mini';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';

type Issue = z.core.$ZodIssue;

/** Fields that have a better error message than the general one, whatever is wrong with them. */
const OF_FIELDS: Record<string, Sentence> = {
  terms_accepted: toSentence('Please accept the terms.'),
};

const KINDS: Record<string, Sentence> = {
  string: toSentence('Must be text.'),
  number: toSentence('Must be a number.'),
  int: toSentence('Must be a whole number.'),
  boolean: toSentence('Must be true or false.'),
  array: toSentence('Must be a list.'),
  object: toSentence('Must be a JSON object.'),
};

/** Returns what is wrong with one field, as a sentence for users. @param value what was sent */
export function wordsOf(issue: Issue, value: unknown): Sentence {
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
      return issue.format === 'email' ? toSentence('Must be an email address such as name@example.com.') : WRONG_FORM;
    case 'invalid_value':
      return issue.values.length === 1
        ? toSentence('Must be {what}.', { what: String(issue.values[0]) })
        : toSentence('Must be one of {list}.', { list: issue.values.map(String).join(', ') });
    case 'not_multiple_of':
      return toSentence('Must be a multiple of {n}.', { n: Number(issue.divisor) });
    case 'unrecognized_keys':
      return toSentence('Has fields that are not known: {list}.', { list: issue.keys.join(', ') });
    case 'invalid_union': {
      // of a union, the first form is the one users mean; the others are alternative spellings
      const [form] = issue.errors[0] ?? [];
      return form ? wordsOf(form, value) : WRONG_FORM;
    }
    case 'custom':
      return toSentence(issue.message);
    default:
      return WRONG_FORM;
  }
}

const WRONG_FORM = toSentence('Has the wrong form.');

type Bound = 'exactly' | 'at least' | 'at most';

/** Phrases a size limit. @param bound that of a number may be exclusive */
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
export function summaryOf(errors: readonly { path: string; message: string }[]): string {
  const [first, ...others] = errors as [{ path: string; message: string }, ...unknown[]];
  const more = others.length === 0 ? '' : ` There ${others.length === 1 ? 'is 1 more problem' : `are ${others.length} more problems`}.`;
  return `${nameOf(first.path)}: ${first.message.charAt(0).toLowerCase()}${first.message.slice(1)}${more}`;
}

/** Names a field for users: `modules.0.first_name` → `First name`. */
function nameOf(path: string): string {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
