/**
 * Tells whether the database can hold a text: it has neither a NUL nor half of a surrogate pair. What strangers' programs name is refused where it
 * says who or what something is (without the sign it might be another), and left out elsewhere.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A text for people, as the database can hold it. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
