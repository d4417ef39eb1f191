/**
 * Tells whether the database can hold a text: it contains neither a NUL nor half of a surrogate pair. In identifiers from strangers'
 * programs such a character is refused, because without it the identifier might be another; elsewhere it is dropped.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Returns a text for display, reduced to characters that the database can hold. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
