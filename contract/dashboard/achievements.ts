import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';

/** The quantities that achievements count: lessons and courses completed, courses generated, notes, minutes, days in a row, and days of learning. */
export const ACHIEVEMENT_COUNTS = ['lessons', 'courses', 'generated', 'notes', 'minutes', 'streak', 'days'] as const;
export type AchievementCount = (typeof ACHIEVEMENT_COUNTS)[number];

export interface AchievementRule {
  readonly id: string;
  readonly title: () => Sentence;
  readonly counts: AchievementCount;
  /** The count that earns the achievement. */
  readonly target: number;
  /** Awarded once, when the target is reached. */
  readonly points: number;
}

/** Every achievement: rules as data, in display order. */
export const ACHIEVEMENTS: readonly AchievementRule[] = [
  { id: 'first_lesson', title: () => toSentence('First lesson completed'), counts: 'lessons', target: 1, points: 10 },
  { id: 'ten_lessons', title: () => toSentence('Ten lessons completed'), counts: 'lessons', target: 10, points: 50 },
  { id: 'fifty_lessons', title: () => toSentence('Fifty lessons completed'), counts: 'lessons', target: 50, points: 150 },
  { id: 'two_hundred_lessons', title: () => toSentence('Two hundred lessons completed'), counts: 'lessons', target: 200, points: 400 },
  { id: 'first_course', title: () => toSentence('First course completed'), counts: 'courses', target: 1, points: 100 },
  { id: 'five_courses', title: () => toSentence('Five courses completed'), counts: 'courses', target: 5, points: 300 },
  { id: 'twenty_courses', title: () => toSentence('Twenty courses completed'), counts: 'courses', target: 20, points: 800 },
  { id: 'first_generated', title: () => toSentence('First course generated'), counts: 'generated', target: 1, points: 10 },
  { id: 'first_note', title: () => toSentence('First note written'), counts: 'notes', target: 1, points: 10 },
  { id: 'fifty_notes', title: () => toSentence('Fifty notes written'), counts: 'notes', target: 50, points: 100 },
  { id: 'one_hour', title: () => toSentence('One hour of learning'), counts: 'minutes', target: 60, points: 20 },
  { id: 'ten_hours', title: () => toSentence('Ten hours of learning'), counts: 'minutes', target: 600, points: 100 },
  { id: 'hundred_hours', title: () => toSentence('A hundred hours of learning'), counts: 'minutes', target: 6_000, points: 800 },
  { id: 'three_days', title: () => toSentence('Three days in a row'), counts: 'streak', target: 3, points: 30 },
  { id: 'seven_days', title: () => toSentence('Seven days in a row'), counts: 'streak', target: 7, points: 70 },
  { id: 'thirty_days', title: () => toSentence('Thirty days in a row'), counts: 'streak', target: 30, points: 300 },
  { id: 'hundred_days', title: () => toSentence('Learned on a hundred days'), counts: 'days', target: 100, points: 500 },
];
