/** Bytes of one file, or of a page that is fetched. */
export const SOURCE_BYTES = 50_000_000;
/** Sources a person may keep. */
export const SOURCES_MOST = 100;
/** Sources one course may be written from. */
export const SOURCES_OF_COURSE = 10;
/** Letters of a file's name, and of an address. */
export const SOURCE_NAME_LENGTH = 200;
export const SOURCE_ADDRESS_LENGTH = 2_000;

/** Endings of the files that can be read; what a file really is, its first bytes say. */
export const SOURCE_ENDINGS = ['.pdf', '.docx', '.pptx', '.epub', '.md', '.markdown', '.txt'] as const;
