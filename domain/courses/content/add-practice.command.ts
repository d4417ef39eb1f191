import type { Knex } from 'knex';
import { lessonsOf, type LessonContent } from './course-content.queries.ts';
import { placeLesson } from './place-lesson.ts';
import { lockCourse, writeVersion } from '#domain/courses/versions/write-version.command.ts';

type Practice = Pick<LessonContent, 'lesson_id' | 'quiz' | 'exercises' | 'notes' | 'reviewed_by'>;

interface Addition {
  readonly accountId: string;
  readonly courseId: string;
  /** The run that wrote it. */
  readonly runId: string;
  readonly lessons: readonly Practice[];
}

type Note = LessonContent['notes'][number];

/** Notes that explain why a lesson has no practice. */
export const OF_PRACTICE: readonly Note[] = ['quiz_unchecked', 'quiz_dropped', 'no_practice'];

/**
 * Adds later written practice to live lessons without any, and their reviewer if they had none, as one new version in the caller's
 * transaction; texts and all other lessons stay byte for byte. If no question of a lesson remained, a note says so. Lessons that have
 * practice by now, or were removed, do not change.
 * @throws ProductError not_found
 */
export async function addPractice(trx: Knex.Transaction, { accountId, courseId, runId, lessons }: Addition): Promise<void> {
  const course = await lockCourse(trx, accountId, courseId);
  const there = new Map(lessonsOf(course.content).map((lesson) => [lesson.lesson_id, lesson]));
  const changed = lessons.flatMap((lesson) => practised(there.get(lesson.lesson_id), lesson) ?? []);
  if (changed.length === 0) return;
  const content = changed.reduce((content, lesson) => placeLesson(content, lesson, []), course.content);
  await writeVersion(trx, course, { content, kind: 'completed', changed: changed.map(({ lesson_id: id }) => id), runId });
}

/** Returns a live lesson with its practice; null if nothing changes. */
function practised(live: LessonContent | undefined, lesson: Practice): LessonContent | null {
  if (!live || hasPractice(live)) return null;
  const { quiz, exercises } = lesson;
  const isOfPractice = (note: Note) => OF_PRACTICE.includes(note);
  const notes = [...live.notes.filter((note) => !isOfPractice(note)), ...lesson.notes.filter(isOfPractice)];
  const reviewed_by = live.reviewed_by ?? lesson.reviewed_by;
  const isAsItWas = !hasPractice(lesson) && reviewed_by === live.reviewed_by && notes.every((note) => live.notes.includes(note));
  return isAsItWas ? null : { ...live, quiz, exercises, notes, reviewed_by };
}

export const hasPractice = ({ quiz, exercises }: Pick<LessonContent, 'quiz' | 'exercises'>): boolean => quiz.length + exercises.length > 0;
