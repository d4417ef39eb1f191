/**
 * Tells whether a `Prefer` header (RFC 7240: a list of preferences, each with optional parameters) asks for an immediate answer to slow
 * work.
 */
export const prefersAsync = (header: string): boolean =>
  header.split(',').some((preference) => preference.split(';')[0]!.trim().toLowerCase() === 'respond-async');
