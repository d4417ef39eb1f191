/** Anchor of the file import on My Courses, for links from other screens. */
export const IMPORT_PLACE = 'import';
