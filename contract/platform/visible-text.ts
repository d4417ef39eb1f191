/** Matches visible text: a letter, a digit or a symbol, not only blanks, invisible characters and blank-looking letters. */
export const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{S}]/u;

/**
 * Invisible characters that names do not need: zero-width characters, and those that change the direction of the surrounding text.
 * Characters with which scripts and emoji join (U+200C, U+200D, tags) are not included.
 */
export const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/**
 * Joiners of letters and tags of emoji after an ASCII character or at the beginning, where they join or tag nothing and only hide
 * something.
 */
const JOINS_NOTHING = /(?<=^|[\0-\x7f])(?:[\u{e0000}-\u{e007f}\u200c-\u200d]|\u034f)+/gu;

/** Line ends, other control characters, and letters that look like blanks. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u2800\u3164\uffa0]+/gu;

/** Normalises a name, a title or a search: on one line, without invisible characters and surrounding blanks. */
export const stripInvisible = (text: string): string => text.replace(UNSEEN, '').replace(CONTROLS, ' ').replace(JOINS_NOTHING, '').trim();
