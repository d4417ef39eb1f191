import * as z from 'zod/mini';
import { seenText, VISIBLE } from './visible-text.ts';

const seen = (max: number) => [z.minLength(1, { abort: true }), z.maxLength(max), z.regex(VISIBLE)] as const;

/** A text that can be seen. What turns directions stays: in a longer text it may be needed. */
export const visibleText = (max: number) => z.string().check(z.trim(), ...seen(max));

/** A name, a title or a topic: it can be seen, and is shown next to other texts without turning them around. */
export const visibleName = (max: number) => z.string().check(z.overwrite(seenText), ...seen(max));

/** What names and titles are looked for by: made of what they are made of. */
export const searchText = (max: number) => z.string().check(z.overwrite(seenText), z.maxLength(max));
