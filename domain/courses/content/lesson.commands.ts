import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { withinText } from '#contract/courses/place-questions.ts';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { Workshop } from '#contract/courses/workshop.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { lessonsOf, type CourseContent, type LessonContent, type LessonNote } from './course-content.queries.ts';
import { markedLesson } from './course.queries.ts';
import { idsOf, lessonIdIn, findLiveLesson } from './live-lesson.queries.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { readIncoming } from '#domain/courses/text/read-markdown.command.ts';
import { lockCourse, rewriteVersion, writeVersion } from '#domain/courses/versions/version.commands.ts';
import { placeLesson } from './place-lesson.ts';

export interface LessonEdit {
  readonly accountId: string;
  readonly courseId: string;
  /** The lesson's id, or its place, e.g. `0_1`. */
  readonly lessonId: string;
  /** The version that the editor opened, or that its last save returned. */
  readonly baseVersion: number;
  /** Fingerprint of the lesson in that version: the same session may have overwritten the version. */
  readonly basePrint?: string | undefined;
  /** All saves of one session make one version. */
  readonly editSession: string;
  /** The edited fields, stored as typed, except that a code block inside another is closed; omitted fields do not change. */
  readonly changes: Partial<Pick<LessonContent, 'title' | 'content' | 'objectives' | 'key_takeaways' | 'quiz'>> & {
    /** null removes it. */
    readonly workshop?: Workshop | null;
  };
}

/**
 * Saves an edit of one lesson. The first save of an editing session creates a new version; later saves overwrite it as long as it is live.
 * Exercises do not change. An unchanged save creates no version.
 * @returns the number of the live version and the lesson in it
 * @throws ProductError not_found; lesson.too_long, lesson.too_complex; limits.superseded when a newer save of the session arrived while
 * this one waited; course.version_conflict when the course was changed elsewhere meanwhile, in which case nothing is saved
 */
export async function editLesson(edit: LessonEdit): Promise<{ version: number; lesson: Lesson }> {
  const { accountId, courseId } = edit;
  const { changes, texts } = await incomingTexts(edit);
  const saved = await transact(async (trx) => {
    const course = await lockCourse(trx, accountId, courseId);
    const lessonId = lessonIdIn(idsOf(course.content), edit.lessonId);
    const own = course.editSession === edit.editSession;
    const live = lessonsOf(course.content).find((lesson) => lesson.lesson_id === lessonId)!;
    const isAsOpened = course.number === edit.baseVersion && (edit.basePrint === undefined || edit.basePrint === lessonPrint(live));
    if (!own && !isAsOpened) {
      throw new ProductError(
        'course.version_conflict',
        'The course was changed somewhere else after you opened this lesson. Your text was not saved.',
      );
    }
    const content = edited(course.content, live, changes);
    if (!content) return { version: course.number, content: course.content, lessonId };
    if (own) {
      await rewriteVersion(trx, course, { content, changed: [...new Set([...course.changedLessons, lessonId])] });
      await storeLessonTexts(trx, course.courseId, texts);
      return { version: course.number, content, lessonId };
    }
    const version = await writeVersion(trx, course, { content, kind: 'edited', changed: [lessonId], editSession: edit.editSession });
    await storeLessonTexts(trx, course.courseId, texts);
    return { version, content, lessonId };
  });
  return { version: saved.version, lesson: await markedLesson({ accountId, courseId, ...saved }) };
}

/** The changes in their stored form, and the visible texts of their Markdown. */
interface Incoming {
  readonly changes: LessonEdit['changes'];
  readonly texts: ReadonlyMap<string, string>;
}

/** A newer save of an editor replaces a waiting one, because it contains the same changes. */
async function incomingTexts({ accountId, courseId, lessonId, editSession, changes }: LessonEdit): Promise<Incoming> {
  const { title = '', content, objectives = [], key_takeaways = [] } = changes;
  if (content === undefined) return { changes, texts: new Map() };
  const turn = { accountId, subject: [courseId, lessonId, editSession].join(' ') };
  const read = await readIncoming({ title, content, objectives, key_takeaways }, turn);
  return { changes: { ...changes, content: read.content }, texts: new Map([[read.content, read.text]]) };
}

/** Restores rubric and full answer of an edited text question, which the editor does not receive; only retyped values change. */
function withStoredRubric(item: QuizItem, stored: readonly QuizItem[]): QuizItem {
  const before = stored.find(({ id }) => id === item.id);
  if (item.kind !== 'short' || before?.kind !== 'short') return item;
  return {
    ...item,
    rubric: item.rubric.length > 0 ? item.rubric : before.rubric,
    explanation: item.explanation === '' ? before.explanation : item.explanation,
  };
}

/** Applies the changes; null when nothing differs. */
function edited(content: CourseContent, before: LessonContent, changes: LessonEdit['changes']): CourseContent | null {
  const { quiz, ...texts } = changes;
  const given = Object.fromEntries(
    Object.entries({ ...texts, quiz: quiz?.map((item) => withStoredRubric(item, before.quiz)) }).filter(([, value]) => value !== undefined),
  );
  const differs = Object.entries(given).some(([key, value]) => !isDeepStrictEqual(before[key as keyof LessonContent] ?? null, value));
  if (!differs) return null;
  // notes about a missing quiz are dropped once there is one
  const notes = quiz?.length ? before.notes.filter((note) => !OF_PRACTICE.includes(note)) : before.notes;
  const citations = editedCitations(before, changes.content ?? before.content);
  const { workshop, ...others } = { ...before, ...given };
  const changed: LessonContent = { ...others, ...(workshop && { workshop }) };
  const after: LessonContent = {
    ...changed,
    quiz: withinText(changed.content, changed.quiz),
    ...(citations && { citations }),
    notes: [...new Set([...notes, 'edited' as const])],
  };
  return {
    ...content,
    modules: content.modules.map((module) => ({ ...module, lessons: module.lessons.map((one) => (one === before ? after : one)) })),
  };
}

/**
 * Pins or unpins a lesson: services never rewrite pinned lessons. Repeating it changes nothing.
 * @throws ProductError not_found
 */
export async function pinLesson(given: {
  accountId: string;
  courseId: string;
  lessonId: string;
  pinned: boolean;
}): Promise<{ pinned: boolean }> {
  return transact(async (trx) => {
    const { courseId, lessonId } = await findLiveLesson(given, trx);
    const row = { course_id: courseId, lesson_id: lessonId };
    if (given.pinned) await trx('lesson_pin').insert(row).onConflict(['course_id', 'lesson_id']).ignore();
    else await trx('lesson_pin').where(row).del();
    return { pinned: given.pinned };
  });
}

type Practice = Pick<LessonContent, 'lesson_id' | 'quiz' | 'exercises' | 'notes' | 'reviewed_by' | 'reviewed_with'>;

interface Addition {
  readonly accountId: string;
  readonly courseId: string;
  /** The run that wrote it. */
  readonly runId: string;
  readonly lessons: readonly Practice[];
}

type Note = LessonContent['notes'][number];

/** Notes that explain why a lesson has no quiz, or no practice at all. */
const LEFT_OUT: readonly Note[] = ['quiz_unchecked', 'quiz_dropped'];
const OF_PRACTICE: readonly Note[] = [...LEFT_OUT, 'no_practice'];

/**
 * Adds practice that was written later to live lessons without any, and the service that checked them if they had none, as one new version
 * in the caller's transaction. Texts and all other lessons stay byte for byte. If no question of a lesson passed the check, a note says so.
 * Lessons that have practice by now, or were removed, do not change.
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

/** Returns a live lesson with its practice, or null when nothing changes. */
function practised(live: LessonContent | undefined, lesson: Practice): LessonContent | null {
  if (!live || hasPractice(live)) return null;
  const { quiz } = lesson;
  const exercises = lesson.exercises.length > 0 ? lesson.exercises : live.exercises;
  const isOfPractice = (note: Note) => OF_PRACTICE.includes(note);
  const notes = [...live.notes.filter((note) => !isOfPractice(note)), ...lesson.notes.filter(isOfPractice)];
  const { reviewed_by, reviewed_with } = live.reviewed_by === null ? lesson : live;
  const isAsItWas = !hasPractice(lesson) && reviewed_by === live.reviewed_by && notes.every((note) => live.notes.includes(note));
  return isAsItWas ? null : { ...live, quiz, exercises, notes, reviewed_by, ...(reviewed_with && { reviewed_with }) };
}

/** Tells whether a note is about a lesson's text as a service wrote it. */
export const ofText = (note: Note): note is LessonNote => !([...OF_PRACTICE, 'edited', 'not_sourced'] as Note[]).includes(note);

/**
 * Records for live lessons that a second service has checked them, as one new version in the caller's transaction. No text changes, but a
 * quiz left out for lack of a check is added, and citations get the second service's verdict. Lessons whose text has changed meanwhile, or
 * that were removed, do not change.
 * @throws ProductError not_found
 */
export async function addChecks(
  trx: Knex.Transaction,
  { accountId, courseId, runId, lessons }: Omit<Addition, 'lessons'> & { readonly lessons: readonly LessonContent[] },
): Promise<void> {
  const course = await lockCourse(trx, accountId, courseId);
  const there = new Map(lessonsOf(course.content).map((lesson) => [lesson.lesson_id, lesson]));
  const changed = lessons.flatMap((lesson) => checked(there.get(lesson.lesson_id), lesson) ?? []);
  if (changed.length === 0) return;
  const content = changed.reduce((content, lesson) => placeLesson(content, lesson, []), course.content);
  await writeVersion(trx, course, { content, kind: 'completed', changed: changed.map(({ lesson_id: id }) => id), runId });
}

/** Returns a live lesson with its check, or null when the check was of another text. */
function checked(live: LessonContent | undefined, lesson: LessonContent): LessonContent | null {
  if (!live || live.reviewed_by !== null) return null;
  const textOf = ({ content, objectives, key_takeaways }: LessonContent) => JSON.stringify([content, objectives, key_takeaways]);
  if (textOf(live) !== textOf(lesson)) return null;
  const { reviewed_by, reviewed_with, citations } = lesson;
  const quiz = live.quiz.length > 0 ? live.quiz : lesson.quiz;
  const isOfPractice = (note: Note) => OF_PRACTICE.includes(note);
  const told = lesson.notes.some(isOfPractice) ? lesson : live;
  const notes = [
    ...live.notes.filter((note) => note === 'edited' || ofText(note)),
    ...lesson.notes.filter((note) => note === 'not_sourced'),
    ...(quiz.length > 0 ? [] : told.notes.filter(isOfPractice)),
  ];
  return { ...live, quiz, reviewed_by, ...(reviewed_with && { reviewed_with }), ...(citations && { citations }), notes };
}

/** Tells whether a lesson has its practice. Exercises alone do not count when the quiz was left out. */
export const hasPractice = ({ quiz, exercises, notes }: Pick<LessonContent, 'quiz' | 'exercises' | 'notes'>): boolean =>
  quiz.length > 0 || (exercises.length > 0 && !notes.some((note) => LEFT_OUT.includes(note)));

/** Updates the citations of an edited lesson: those that now follow a different sentence become unchecked. */
export function editedCitations(before: { content: string; citations?: Citation[] | undefined }, content: string): Citation[] | undefined {
  if (!before.citations) return undefined;
  const [then, now] = [citedSentences(before.content), citedSentences(content)];
  return before.citations
    .filter(({ marker }) => now.has(marker))
    .map((citation) =>
      citation.state !== 'not_found' && then.get(citation.marker) !== now.get(citation.marker)
        ? { ...citation, state: 'unchecked' }
        : citation,
    );
}
