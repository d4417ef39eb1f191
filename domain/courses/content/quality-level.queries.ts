import { voiceOf } from '#contract/platform/authorship.ts';
import { lessonsOf, type CourseContent, type LessonContent } from './course-content.queries.ts';

/** Tells whether the check has another voice than the text: that of another model, or of another service where the models are not known. */
const isOfAnother = ({ written_by, written_with, reviewed_by, reviewed_with }: LessonContent): boolean =>
  written_with && reviewed_with ? voiceOf(written_with.model) !== voiceOf(reviewed_with.model) : written_by !== reviewed_by;

/**
 * Returns the `quality_level`. `high`: all planned lessons exist, each was checked by a model that did not write it, has practice, and
 * has no note about language, length, reading level or age (`edited` is no weakness). `standard`: all planned lessons exist. `partial`: a
 * lesson is missing.
 */
export function qualityLevel(content: Pick<CourseContent, 'modules' | 'missing_lessons'>): CourseContent['quality_level'] {
  if (content.missing_lessons > 0) return 'partial';
  const isWhole = (lesson: LessonContent) =>
    lesson.reviewed_by !== null &&
    isOfAnother(lesson) &&
    lesson.quiz.length + lesson.exercises.length > 0 &&
    lesson.notes.every((note) => note === 'edited');
  return lessonsOf(content).every(isWhole) ? 'high' : 'standard';
}
