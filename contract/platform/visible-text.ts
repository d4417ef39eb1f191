/** A text somebody can see: a letter, a figure or a sign, not only blanks, invisible characters and letters that fill a place with nothing. */
export const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{S}]/u;

/**
 * What nobody sees and a name does not need: characters without a width, and those that turn the direction of whatever is written around
 * them. What scripts and emoji are joined and parted by (U+200C, U+200D, tags) is not among them.
 */
export const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** A name, a title or a search as it is kept: without what nobody sees, and without blanks around it. */
export const seenText = (text: string): string => text.replace(UNSEEN, '').trim();
