/** Maximum size of one file, or of a fetched page, in bytes. */
export const SOURCE_BYTES = 50_000_000;
/** Maximum number of sources per user. */
export const SOURCES_MOST = 100;
/** Maximum number of sources per course. */
export const SOURCES_OF_COURSE = 10;
/** Maximum length of a file's name, and of a URL. */
export const SOURCE_NAME_LENGTH = 200;
export const SOURCE_ADDRESS_LENGTH = 2_000;

/** Accepted file extensions; the actual type is detected from the first bytes. */
export const SOURCE_ENDINGS = ['.pdf', '.docx', '.pptx', '.epub', '.md', '.markdown', '.txt', '.srt', '.vtt'] as const;
