import * as z from 'zod/mini';
import { VISIBLE } from './visible-text.ts';

/**
 * What nobody sees and a name does not need: characters without a width, and those that turn the direction of whatever is written around
 * them. The joiners that scripts need (U+200C, U+200D) stay.
 */
const UNSEEN = /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const seen = (max: number) => [z.trim(), z.minLength(1, { abort: true }), z.maxLength(max), z.regex(VISIBLE)] as const;

/** A text that can be seen. What turns directions stays: in a longer text it may be needed. */
export const visibleText = (max: number) => z.string().check(...seen(max));

/** A name, a title or a topic: it can be seen, and is shown next to other texts without turning them around. */
export const visibleName = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(UNSEEN, '')),
    ...seen(max),
  );
