import type { Course, CourseSummary } from '#contract/courses/courses.contract.ts';
import { newLessonsText } from '#frontend/lib/courses/course-words.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A duration that the server formats as `45 min` or `3 h 20 min`; null for other words, such as `2 weeks`. */
function timeOf(words: string): string | null {
  const [, hours = 0, minutes = 0] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(words) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return seconds > 0 ? formatDuration(seconds) : null;
}

/** The fallback for a course without a duration (CRS-06). A creator's course has its reading time instead. */
export const durationOf = ({ duration }: Pick<Course, 'duration'>): string =>
  timeOf(duration) ?? (translateServerText(capitalised(duration)) || t('2 weeks'));
export const difficultyOf = (course: Pick<Course, 'difficulty'>): string =>
  translateServerText(capitalised(course.difficulty)) || t('Beginner');
export const ageGroupOf = (course: Pick<Course, 'age_group'>): string => translateServerText(course.age_group) || t('All Ages');

/** The reading time. */
export const readingTimeOf = ({ estimated_total_duration: words }: Pick<CourseSummary, 'estimated_total_duration'>): string =>
  timeOf(words) ?? translateServerText(words);

/** The learner's progress in a course. */
export function statusText(course: Pick<CourseSummary, 'status' | 'progress' | 'new_lessons'>): string {
  if (course.new_lessons) return newLessonsText(course.new_lessons);
  if (course.status === 'completed') return t('Completed');
  if (course.status === 'in-progress' && course.progress === 0) return t('Started');
  return course.status === 'in-progress' ? t('{n}% completed', { n: course.progress }) : t('Not started');
}

/** How much of a partial course is written; null for a complete one. Failed and cancelled lessons are not in its modules. */
export function writtenText(course: Pick<Course, 'quality_level' | 'modules' | 'missing_lessons'>): string | null {
  if (course.quality_level !== 'partial') return null;
  const { missing_lessons: missing } = course;
  const written = lessonCountOf(course);
  if (!missing) return t('Some lessons are not written');
  return t('{written, plural, one {# of {total} lessons is written} other {# of {total} lessons are written}}', {
    written,
    total: missing + written,
  });
}

export const lessonCountOf = (course: Pick<Course, 'modules'>): number =>
  course.modules.reduce((sum, { lessons }) => sum + lessons.length, 0);

export const completedCountOf = (course: Pick<Course, 'modules'>): number =>
  course.modules.reduce((sum, { lessons }) => sum + lessons.filter(({ completed }) => completed).length, 0);
