import * as z from 'zod/mini';
import { seenText, VISIBLE } from './visible-text.ts';

const seen = (max: number) => [z.minLength(1, { abort: true }), z.maxLength(max), z.regex(VISIBLE)] as const;

/** A text that can be seen. What turns directions stays: in a longer text it may be needed. */
export const visibleText = (max: number) => z.string().check(z.trim(), ...seen(max));

/** A name, a title or a topic: it can be seen, and is shown next to other texts without turning them around. */
export const visibleName = (max: number) => z.string().check(z.overwrite(seenText), ...seen(max));

/** A web or mail address, also without its scheme: `example.com`, `a@b.org`, `www.x`. */
const ADDRESS =
  /:\/\/|\bwww[.]|@[\p{L}\p{N}]|[\p{L}\p{N}-]{2,}[.](?:com|net|org|io|co|info|biz|xyz|top|site|online|shop|app|dev|ru|cn|de|uk|fr|es|it|br|in)\b/iu;

/** A name of a person or an organisation: it greets people in mails, also strangers who are invited, so it carries no line break and no address. */
export const greetingName = (max: number) =>
  visibleName(max).check(
    z.refine((name) => !/[\r\n\u2028\u2029\v\f]/.test(name), 'A name is one line'),
    z.refine((name) => !ADDRESS.test(name), 'A name contains no web or mail address'),
  );

/** What names and titles are looked for by: made of what they are made of. */
export const searchText = (max: number) => z.string().check(z.overwrite(seenText), z.maxLength(max));
