/** Matches a visible text: a letter, a digit or a symbol, not only blanks, invisible characters and blank-looking letters. */
export const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{S}]/u;

/**
 * Invisible characters a name does not need: zero-width ones, and those that change the direction of the surrounding text. The ones that
 * scripts and emoji need for joining (U+200C, U+200D, tags) are not included.
 */
export const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** Ends of lines, and other controls. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** Normalises a name, a title or a search: on one line, without invisible characters and surrounding blanks. */
export const stripInvisible = (text: string): string => text.replace(UNSEEN, '').replace(CONTROLS, ' ').trim();
