/** Where on My Courses a file is brought: others lead there. */
export const IMPORT_PLACE = 'import';
