import type { Knex } from 'knex';
import { lessonsOf, type LessonContent } from './course-content.ts';
import { placeLesson } from './place-lesson.ts';
import { lockCourse, writeVersion } from './write-version.command.ts';

interface Practice {
  readonly accountId: string;
  readonly courseId: string;
  /** The run that wrote it. */
  readonly runId: string;
  readonly lesson: Pick<LessonContent, 'lesson_id' | 'quiz' | 'exercises' | 'notes' | 'reviewed_by'>;
}

/**
 * Gives a live lesson without quiz and exercises those that were written later, and their reviewer where it had none, in a new version and in the
 * caller's transaction; its text and every other lesson stay byte for byte. A lesson that has some by now, or is gone, is left alone.
 * @throws ProductError not_found
 */
export async function addPractice(trx: Knex.Transaction, { accountId, courseId, runId, lesson }: Practice): Promise<void> {
  const course = await lockCourse(trx, accountId, courseId);
  const live = lessonsOf(course.content).find(({ lesson_id: id }) => id === lesson.lesson_id);
  if (!live || hasPractice(live) || !(hasPractice(lesson) || lesson.notes.includes('quiz_unchecked'))) return;
  const { quiz, exercises } = lesson;
  const isOfPractice = (note: LessonContent['notes'][number]) => note === 'quiz_unchecked' || note === 'no_practice';
  const notes = [...live.notes.filter((note) => !isOfPractice(note)), ...lesson.notes.filter(isOfPractice)];
  const reviewed_by = live.reviewed_by ?? lesson.reviewed_by;
  const content = placeLesson(course.content, { ...live, quiz, exercises, notes, reviewed_by }, []);
  await writeVersion(trx, course, { content, kind: 'completed', changed: [live.lesson_id], runId });
}

export const hasPractice = ({ quiz, exercises }: Pick<LessonContent, 'quiz' | 'exercises'>): boolean => quiz.length + exercises.length > 0;
