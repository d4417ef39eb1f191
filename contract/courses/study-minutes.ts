/**
 * How long a learner takes for the parts of a course: the only such figures. Both what a course promises (`course-pace.ts`) and what its
 * finished parts take (`lessonMinutes`) are counted by them.
 */

/** Words that a reader studies per minute, in every language and for every age: children's lessons are shorter instead. */
export const WORDS_A_MINUTE = 225;
/** Answering a question and reading what its answer says. */
export const MINUTES_A_QUESTION = 1;
export const MINUTES_AN_EXERCISE = 5;
/** Working out what a step of a workshop asks for. Steps that only tell something take their reading. */
export const MINUTES_A_STEP = 4;
/** Steps with a field that a planned workshop has, one workshop in each module. */
export const WORKSHOP_STEPS = 5;
/** Average time per reviewed item, and the daily maximum, in seconds. */
export const REVIEW_SECONDS = { question: 25, flash_card: 10, day: 900 } as const;
/** What a day asks for where the learner has planned nothing: the review, and from where they stopped as many sections as fill it up. */
export const DAY_MINUTES = 5;
/** The final task of a course, with the comparison of one's result with its points. */
export const FINAL_TASK_MINUTES = 40;

/** The planned minutes of a workshop. */
export const WORKSHOP_MINUTES = WORKSHOP_STEPS * MINUTES_A_STEP;
