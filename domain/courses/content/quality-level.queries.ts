import { lessonsOf, type CourseContent, type LessonContent } from './course-content.queries.ts';

/**
 * Returns the `quality_level`. `high`: all planned lessons exist, each was reviewed by a service that did not write it, has practice, and
 * has no note about language, length, reading level or age (`edited` is no weakness). `standard`: all planned lessons exist. `partial`: a
 * lesson is missing.
 */
export function qualityLevel(content: Pick<CourseContent, 'modules' | 'missing_lessons'>): CourseContent['quality_level'] {
  if (content.missing_lessons > 0) return 'partial';
  const isWhole = (lesson: LessonContent) =>
    lesson.reviewed_by !== null &&
    lesson.reviewed_by !== lesson.written_by &&
    lesson.quiz.length + lesson.exercises.length > 0 &&
    lesson.notes.every((note) => note === 'edited');
  return lessonsOf(content).every(isWhole) ? 'high' : 'standard';
}
