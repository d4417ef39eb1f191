import { fieldProblem, ProductError } from './errors.ts';
import { judgeText } from './safety/judge-text.ts';

/**
 * Text that mail programs turn into a link or a phone number, or that changes how surrounding text is displayed:
 * - a line break or another control character, or a mark that reverses the text direction (U+202E and the like);
 * - an address: `x://`, `tel:`, anything with `@`, or a dot between letters with two or more after it. Any ending counts, because new ones
 *   appear every month (`evil.example`, `evil.link`), and so do the dots of other scripts, because browsers read them as dots;
 * - four numbers joined by dots, or a telephone number: seven digits of any script, whatever separates them.
 */
const NOT_IN_A_NAME = [
  /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/u,
  /:\/\/|\b(?:https?|ftp|tel|sms|mailto|callto|skype|whatsapp)\s*:|@/iu,
  /\bwww[.。]|[\p{L}\p{M}\p{N}][.。｡]\p{L}[\p{L}\p{M}\p{N}-]/iu,
  /\d+[.]\d+[.]\d+[.]\d+/,
  /(?:\p{Nd}[\s().,/·\-\u2010-\u2015]*){7}/u,
];
/** False positives: year ranges, and names of libraries that end in `.js`. */
const HARMLESS = /(?<![+\d)][\s-]?)(?:1\d|20)\d\d\s?[-\u2010-\u2015/]\s?(?:1\d|20)\d\d(?![\s-]?\d)|(?<=\p{L})[.]js(?![\p{L}\p{N}.。｡])/giu;

/** Tells whether a text can be used as a name in an email. */
export function isGreetingName(name: string): boolean {
  // full-width letters, digits and signs count as the ordinary ones
  const read = name.normalize('NFKC').replace(HARMLESS, ' ');
  return !NOT_IN_A_NAME.some((pattern) => pattern.test(read));
}

/**
 * Returns a name that is safe in a mail. A stored name that predates this rule and breaks it is replaced as a whole, because the rest of an
 * address still reads as one.
 */
export const greetingName = (name: string, instead: string): string => (isGreetingName(name) ? name : instead);

/**
 * Rejects names that must not appear in greetings. Names of users and organisations appear in mails, also to invited strangers, so they
 * must contain no line break, address or abuse. Checked here and not in the contract, which the browser loads first.
 * @param names by the request field that carried them; absent ones are skipped
 * @throws ProductError validation.failed at the fields
 */
export function assertGreetingNames(names: Readonly<Record<string, string | undefined>>): void {
  const abusive = Object.entries(names).filter(([, name]) => name !== undefined && judgeText(name, 'known').verdict === 'abusive');
  const errors = Object.entries(names)
    .filter(([, name]) => name !== undefined && !isGreetingName(name))
    .map(([path]) => fieldProblem(path, 'A name must be one line without web addresses or phone numbers.'))
    .concat(abusive.map(([path]) => fieldProblem(path, 'Please choose another name.')));
  if (errors.length > 0) throw new ProductError('validation.failed', 'The name cannot be used.', { data: { errors } });
}
