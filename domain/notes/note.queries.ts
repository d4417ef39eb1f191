import type { Note, Passage } from '#contract/notes/notes.contract.ts';
import { findPassage, squeeze, type Squeezed } from '#contract/notes/find-passage.ts';
import { lessonTexts, type TextParts } from '#domain/courses/text/lesson-texts.command.ts';
import { lessonIds, type LessonIds } from '#domain/courses/content/live-lesson.queries.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { mapInSlices } from '#domain/platform/map-in-slices.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { empty, join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { openTurns } from '#domain/platform/turns/turns.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { LessonNote } from './lesson-note.model.ts';

/** Filters for an account's notes. */
export interface NoteSelection {
  readonly accountId: string;
  /** Every word must occur in the note, its passage or its course's title. */
  readonly q?: string | undefined;
  readonly course_id?: string | undefined;
  readonly lesson_id?: string | undefined;
}

type NoteRow = Omit<Row<LessonNote>, 'account_id'> & { readonly sort_at: string; readonly title: string; readonly language: string };

interface LiveLesson {
  readonly title: string;
  readonly module: number;
  readonly lesson: number;
  /** Null when no note has a passage in it. */
  readonly text: Squeezed | null;
}

const COLUMNS = sql`note.id, note.course_id, note.lesson_id, note.passage, note.text, note.created_at, note.updated_at,
  (note.created_at at time zone 'UTC')::text as sort_at, course.title, live.contents->>'language' as language`;
const FROM = sql`lesson_note note join course on course.id = note.course_id
  join course_version live on live.course_id = course.id and live.number = course.current_version`;
const SEARCHED = sql`(note.search_text || ' ' || ${folded(sql`course.title`)})`;

/**
 * Lists the account's notes, newest first, each with its place in the live version of its course. With `isCounted: false`, `total` is 0.
 * @throws ProductError validation.failed for an invalid cursor
 */
export async function listNotes(given: NoteSelection & { limit: number; after?: string | undefined; isCounted?: boolean }) {
  const after = given.after ? decodeCursor(given.after, 'after') : null;
  const where = whereOf(given);
  const [rows, counts] = await Promise.all([
    rowsOf<NoteRow>(
      database(),
      sql`select ${COLUMNS} from ${FROM} where ${where}
             ${after ? sql`and (note.created_at, note.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
           order by note.created_at desc, note.id desc limit ${given.limit + 1}`,
    ),
    given.isCounted === false ? [] : rowsOf<{ total: number }>(database(), sql`select count(*)::int as total from ${FROM} where ${where}`),
  ]);
  const page = rows.slice(0, given.limit);
  const last = page.at(-1);
  return {
    notes: await withStanding(given.accountId, page),
    next: rows.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
    total: counts[0]?.total ?? 0,
  };
}

/** Returns one of the account's notes. @throws ProductError not_found */
export async function getNote({ accountId, noteId }: { accountId: string; noteId: string }): Promise<Note> {
  if (!isUuid(noteId)) throw notFound('note');
  const rows = await rowsOf<NoteRow>(
    database(),
    sql`select ${COLUMNS} from ${FROM} where note.account_id = ${accountId} and note.id = ${noteId}`,
  );
  // a single passage is found at once, and the note may have been stored just now
  const [note] = await placed(accountId, rows);
  if (!note) throw notFound('note');
  return note;
}

function whereOf({ accountId, q, course_id: courseId, lesson_id: lessonId }: NoteSelection): Sql {
  const words = wordsOf(q);
  const where = [sql`note.account_id = ${accountId}`];
  if (words.length > 0) where.push(hasEveryWord(SEARCHED, words));
  // an invalid id matches nothing
  if (courseId !== undefined) where.push(isUuid(courseId) ? sql`note.course_id = ${courseId}` : sql`false`);
  if (lessonId !== undefined) where.push(isUuid(lessonId) ? sql`note.lesson_id = ${lessonId}` : sql`false`);
  return join(where, ' and ');
}

/** One list per account at a time, because finding changed passages can take seconds. */
const inTurn = openTurns({ atOnce: 1 });

/** Adds the notes' places; reads each lesson once. @throws ProductError limits.rate */
const withStanding = (accountId: string, rows: readonly NoteRow[]): Promise<Note[]> => inTurn(accountId, () => placed(accountId, rows));

async function placed(accountId: string, rows: readonly NoteRow[]): Promise<Note[]> {
  const lessons = await liveLessons(accountId, rows);
  // finding a changed passage takes up to 50 ms
  return mapInSlices(rows, (row) => {
    const lesson = lessons.get(keyOf(row));
    return {
      note_id: row.id,
      course_id: row.course_id,
      lesson_id: row.lesson_id,
      passage: row.passage,
      text: row.text,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      standing: standingOf(row.passage, lesson),
      course_title: row.title,
      language: row.language,
      lesson: lesson ? { title: lesson.title, module: lesson.module, lesson: lesson.lesson } : null,
    };
  });
}

function standingOf(passage: Passage | null, lesson: LiveLesson | undefined): Note['standing'] {
  if (!lesson) return 'orphaned';
  if (!passage || !lesson.text) return 'found';
  const found = findPassage(lesson.text, passage);
  if (!found) return 'orphaned';
  return found.isChanged ? 'changed' : 'found';
}

async function liveLessons(accountId: string, rows: readonly NoteRow[]): Promise<Map<string, LiveLesson>> {
  if (rows.length === 0) return new Map();
  // a lesson's text is read only to find a passage in it
  const marked = new Set(rows.filter(({ passage }) => passage).map(keyOf));
  const noted = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const found = await rowsOf<LiveRow>(
    database(),
    sql`select noted.course_id, noted.lesson_id, named->>'title' as title, ${lessonIds(sql`live.contents`)} as ids,
               case when noted.is_marked then jsonb_path_query_first(live.content, '$.modules[*].lessons[*] ? (@.lesson_id == $id)',
                                                                     jsonb_build_object('id', noted.lesson_id)) end as lesson
          from unnest(${noted.map((row) => row.course_id)}::uuid[], ${noted.map((row) => row.lesson_id)}::text[],
                      ${noted.map((row) => marked.has(keyOf(row)))}::boolean[]) as noted (course_id, lesson_id, is_marked)
          join course on course.id = noted.course_id
          join course_version live on live.course_id = course.id and live.number = course.current_version
         cross join lateral jsonb_path_query_first(live.contents, '$.modules[*].lessons[*] ? (@.lesson_id == $id)',
                                                   jsonb_build_object('id', noted.lesson_id)) named
         where named is not null`,
  );
  const read = found.filter((row) => marked.has(keyOf(row)));
  const wanted = read.map(({ course_id: courseId, lesson }) => ({ courseId, lesson: lesson! }));
  const squeezed = await mapInSlices(await lessonTexts(wanted, { accountId }), squeeze);
  const texts = new Map(read.map((row, place) => [keyOf(row), squeezed[place]!]));
  return new Map(found.map((row) => [keyOf(row), toLive(row, texts.get(keyOf(row)) ?? null)]));
}

const keyOf = (row: { course_id: string; lesson_id: string }): string => `${row.course_id} ${row.lesson_id}`;

interface LiveRow {
  readonly course_id: string;
  readonly lesson_id: string;
  readonly title: string;
  /** Null when no note has a passage in it. */
  readonly lesson: TextParts | null;
  /** Ids of all lessons, by module. */
  readonly ids: LessonIds;
}

function toLive({ title, lesson_id: id, ids }: LiveRow, text: Squeezed | null): LiveLesson {
  const module = ids.findIndex((lessons) => lessons.includes(id));
  return { title, module, lesson: ids[module]!.indexOf(id), text };
}
