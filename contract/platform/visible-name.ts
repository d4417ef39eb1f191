import * as z from 'zod/mini';
import { stripInvisible, VISIBLE } from './visible-text.ts';

const seen = (max: number) => [z.minLength(1, { abort: true }), z.maxLength(max), z.regex(VISIBLE)] as const;

/** A text with at least one visible character. Direction marks are kept, because longer texts may need them. */
export const visibleText = (max: number) => z.string().check(z.trim(), ...seen(max));

/** A name, a title or a topic: visible, and without direction marks, which would reverse the surrounding text. */
export const visibleName = (max: number) => z.string().check(z.overwrite(stripInvisible), ...seen(max));

/** A part of a name that not everyone has; empty if absent. */
export const maybeName = (max: number) =>
  z.string().check(z.overwrite(stripInvisible), z.maxLength(max), z.regex(new RegExp(`^$|${VISIBLE.source}`, VISIBLE.flags)));

/** A search for names and titles, normalised as they are. */
export const searchText = (max: number) => z.string().check(z.overwrite(stripInvisible), z.maxLength(max));
