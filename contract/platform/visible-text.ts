/** A text somebody can see: a letter, a figure or a sign, not only blanks and invisible characters. */
export const VISIBLE = /[\p{L}\p{N}\p{S}]/u;
