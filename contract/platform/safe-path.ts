/**
 * Returns a text if it is a path of this product (`/courses/…`); null for other sites, schemes, `//host`, and paths that browsers interpret
 * as one of these: they treat a backslash as a slash, and ignore tabs and line breaks.
 */
export const safePath = (text: unknown): string | null =>
  // oxlint-disable-next-line no-control-regex
  typeof text === 'string' && text.length <= 1_000 && /^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(text) ? text : null;
