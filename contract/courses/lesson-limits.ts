/** Length of a lesson's Markdown, and of its objectives and key takeaways together, in characters: however it comes in. */
export const LESSON_CHARACTERS = 60_000;
/** Levels of quotations, lists and marks within each other. */
export const LESSON_NESTING = 40;
