import { lessonsOf, type CourseContent, type LessonContent } from './course-content.ts';

/**
 * The rule of `quality_level`. `high`: all planned lessons are there, each was reviewed by a service that did not write it, has practice,
 * and says nothing of itself (no note of the language, length, reading level or age; a hand's edit is no weakness). `standard`: all planned
 * lessons are there. `partial`: a lesson is missing.
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
