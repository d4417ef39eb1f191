import type { CourseForm } from './course-form.contract.ts';

/**
 * Words of a lesson by depth. The parts that every lesson must have (a case, a worked example and one with a step left out, a misconception)
 * take some 575 words at any depth; the rest is what makes a course deep: further cases, the reasons behind a rule, where it fails.
 */
const WORDS: Record<CourseForm['content_depth'], number> = {
  overview: 750,
  detailed: 1100,
  comprehensive: 1500,
  'ivy-league': 1700,
  doctoral: 1850,
  'world-class': 2000,
};
/** Words with which a lesson has all of its parts, at any depth. */
export const WORDS_OF_PARTS = 575;

/** Children read shorter lessons, with the same parts in fewer words: maximum number of words up to an age. */
const CHILD_WORDS = [
  [9, 350],
  [12, 500],
  [15, 750],
] as const;

/** Returns the target length of one lesson's text, in words: depth determines it, and the audience's age caps it. */
export function lessonWords({ content_depth: depth, age }: Pick<CourseForm, 'content_depth' | 'age'>): number {
  const cap = CHILD_WORDS.find(([to]) => age <= to)?.[1] ?? Infinity;
  return Math.min(WORDS[depth], cap);
}

/**
 * Returns the length with which a lesson still has all of its parts, in words: what a model must be able to write. Models that can hold or
 * write no more, or that write some 700 words whatever is requested, write lessons of this length.
 */
export const leastLessonWords = (form: Pick<CourseForm, 'content_depth' | 'age'>): number => Math.min(lessonWords(form), WORDS_OF_PARTS);

const EXERCISES: ReadonlySet<CourseForm['assessment_type']> = new Set(['no-assessment', 'projects', 'case-studies', 'portfolio']);
const COUNTS: Record<CourseForm['interactive_elements'], number> = { minimal: 3, moderate: 3, high: 4, gamified: 5, immersive: 5 };
const MOST_EXERCISES = 3;

/**
 * Returns the practice that a form requests for each lesson: a quiz with one exercise, or exercises when nothing is to be assessed or
 * practical work is requested.
 */
export function practiceFor({ assessment_type: assessment, interactive_elements: interaction }: PracticeForm): LessonPractice {
  const count = COUNTS[interaction];
  return EXERCISES.has(assessment) ? { kind: 'exercises', count: Math.min(count, MOST_EXERCISES) } : { kind: 'quiz', count };
}

type PracticeForm = Pick<CourseForm, 'assessment_type' | 'interactive_elements'>;
interface LessonPractice {
  readonly kind: 'quiz' | 'exercises';
  /** Questions of the quiz, or exercises at most. */
  readonly count: number;
}
