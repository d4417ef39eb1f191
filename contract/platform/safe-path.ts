/**
 * Returns a text when it is a path of this product (`/courses/…`); null for other sites, schemes, `//host`, and what browsers read as one of
 * these: they take a backslash for a slash, and leave out tabs and line breaks.
 */
export const safePath = (text: unknown): string | null =>
  // oxlint-disable-next-line no-control-regex
  typeof text === 'string' && text.length <= 1_000 && /^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(text) ? text : null;
