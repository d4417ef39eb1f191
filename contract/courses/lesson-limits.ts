/**
 * Maximum length of a lesson's Markdown, and of its objectives and key takeaways together, in characters, however the lesson is submitted.
 */
export const LESSON_CHARACTERS = 60_000;
/** Maximum nesting depth of quotations, lists and inline marks. */
export const LESSON_NESTING = 40;
