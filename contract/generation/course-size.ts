import type { CourseForm } from './course-form.contract.ts';

/**
 * Words of a lesson by depth. The parts that every lesson must have (a case, a worked example and one with a step left out, a misconception)
 * take some 600 words at any depth: a model that was asked for 550 wrote 608 to 701, and with 260 parts were missing. The most is what a
 * server of 8,192 tokens can hold in every language (`context-need.test.ts`).
 */
const WORDS: Record<CourseForm['content_depth'], number> = {
  overview: 575,
  detailed: 660,
  comprehensive: 750,
  'ivy-league': 900,
  doctoral: 1100,
  'world-class': 1250,
};

/** Children read shorter lessons, with the same parts in fewer words: maximum number of words up to an age. */
const CHILD_WORDS = [
  [9, 320],
  [12, 420],
  [15, 550],
] as const;

/** Returns the target length of one lesson's text, in words: depth determines it, and the audience's age caps it. */
export function lessonWords({ content_depth: depth, age }: Pick<CourseForm, 'content_depth' | 'age'>): number {
  const cap = CHILD_WORDS.find(([to]) => age <= to)?.[1] ?? Infinity;
  return Math.min(WORDS[depth], cap);
}

const EXERCISES: ReadonlySet<CourseForm['assessment_type']> = new Set(['no-assessment', 'projects', 'case-studies', 'portfolio']);
const COUNTS: Record<CourseForm['interactive_elements'], number> = { minimal: 3, moderate: 4, high: 5, gamified: 6, immersive: 6 };
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
