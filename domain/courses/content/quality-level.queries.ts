import { voiceOf } from '#contract/platform/authorship.ts';
import { isChecked, lessonsOf, type CourseContent, type LessonContent } from './course-content.queries.ts';

/** Tells whether another model checked the text than wrote it, or another service if the models are unknown. */
const isOfAnother = ({ written_by, written_with, reviewed_by, reviewed_with, of_library: isOfLibrary }: LessonContent): boolean =>
  isOfLibrary === true ||
  (written_with && reviewed_with ? voiceOf(written_with.model) !== voiceOf(reviewed_with.model) : written_by !== reviewed_by);

/**
 * Returns the `quality_level`. `high`: all planned lessons exist, and each was checked by another model than its writer or comes from the demo library, has practice, and
 * has no note about language, length, reading level or age (`edited` is no weakness). `standard`: all planned lessons exist. `partial`: a
 * lesson is missing.
 */
export function qualityLevel(content: Pick<CourseContent, 'modules' | 'missing_lessons'>): CourseContent['quality_level'] {
  if (content.missing_lessons > 0) return 'partial';
  const isWhole = (lesson: LessonContent) =>
    isChecked(lesson) &&
    isOfAnother(lesson) &&
    lesson.quiz.length + lesson.exercises.length > 0 &&
    lesson.notes.every((note) => note === 'edited');
  return lessonsOf(content).every(isWhole) ? 'high' : 'standard';
}
