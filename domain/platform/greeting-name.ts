import { fieldProblem, ProductError } from './errors.ts';
import { judgeText } from './safety/judge-text.ts';

/** A line break, or a web or mail address, with or without a scheme: `example.com`, `a@b.org`, `www.x`. */
const NOT_IN_A_NAME =
  /[\r\n\u2028\u2029\v\f]|:\/\/|\bwww[.]|@\S|[\p{L}\p{N}-]{2,}[.](?:com|net|org|io|co|info|biz|xyz|top|site|online|shop|app|dev|ru|cn|de|uk|fr|es|it|br|in)\b/iu;

export const isGreetingName = (name: string): boolean => !NOT_IN_A_NAME.test(name);

/**
 * Returns a name that is safe in a mail. A stored name that predates this rule and breaks it is replaced as a whole, because the rest of an
 * address still reads as one.
 */
export const greetingName = (name: string, instead: string): string => (isGreetingName(name) ? name : instead);

/**
 * Rejects names that must not greet people. Names of users and organisations appear in mails, also to strangers who are invited, so they
 * contain no line break, no address and no abuse. Checked here and not in the contract, which is the first thing the browser loads.
 * @param names by the field of the request that carried them; absent ones are skipped
 * @throws ProductError validation.failed at the fields
 */
export function assertGreetingNames(names: Readonly<Record<string, string | undefined>>): void {
  const abusive = Object.entries(names).filter(([, name]) => name !== undefined && judgeText(name, 'known').verdict === 'abusive');
  const errors = Object.entries(names)
    .filter(([, name]) => name !== undefined && !isGreetingName(name))
    .map(([path]) => fieldProblem(path, 'A name is one line without web or mail addresses.'))
    .concat(abusive.map(([path]) => fieldProblem(path, 'Please choose another name.')));
  if (errors.length > 0) throw new ProductError('validation.failed', 'The name cannot be used.', { data: { errors } });
}
