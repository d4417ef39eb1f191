/** A text somebody can see: a letter, a figure or a sign, not only blanks, invisible characters and letters that fill a place with nothing. */
export const VISIBLE = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{S}]/u;
