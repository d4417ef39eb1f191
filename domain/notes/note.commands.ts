import { NOTE_LENGTH, NOTES_PER_LESSON, type Note, type Passage } from '#contract/notes/notes.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { findLiveLesson } from '#domain/courses/content/live-lesson.queries.ts';
import { awardReached } from '#domain/dashboard/activity.commands.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { lockName } from '#domain/platform/lock-name.ts';
import { openFence } from '#domain/platform/prose/open-fence.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { getNote, listNotes, type NoteSelection } from './note.queries.ts';

interface OneNote {
  readonly accountId: string;
  readonly noteId: string;
}

/**
 * Creates a note on a lesson of one of the account's courses. Account and client id are the row's key, so repeating the note, even
 * concurrently, creates one.
 * @throws ProductError not_found for a lesson that is not in the live version; notes.lesson_full
 */
export async function createNote(
  given: OneNote & { courseId: string; lessonId: string; passage: Passage | null; text: string },
): Promise<Note> {
  const { accountId, noteId } = given;
  const found = await transact(async (trx) => {
    const lesson = await findLiveLesson(given, trx);
    const here = { account_id: accountId, course_id: lesson.courseId, lesson_id: lesson.lessonId };
    // serialised, so that the number of an account's notes on a course is exact
    await lockName(trx, `notes:${accountId}:${lesson.courseId}`);
    const at = actTime();
    const others = await trx('lesson_note').where(here).whereNot({ id: noteId }).pluck('id');
    if (others.length >= NOTES_PER_LESSON)
      throw new ProductError('notes.lesson_full', toSentence('A lesson can have {n} notes. Delete one first.', { n: NOTES_PER_LESSON }));
    await trx('lesson_note')
      .insert({
        ...here,
        id: noteId,
        passage: given.passage && JSON.stringify(given.passage),
        text: given.text,
        created_at: at,
        updated_at: at,
      })
      .onConflict(['account_id', 'id'])
      .ignore();
    await awardReached(trx, accountId, ['notes']);
    return { accountId, noteId };
  });
  return getNote(found);
}

/**
 * Edits a note. Of two devices, the text that was written later stays in front; an earlier one that arrives after it is added below.
 * @throws ProductError not_found; validation.failed for a note on a whole lesson without a text
 */
export async function updateNote({ accountId, noteId, text }: OneNote & { text: string }): Promise<Note> {
  if (!isUuid(noteId)) throw notFound('note');
  const at = actTime();
  await transact(async (trx) => {
    const mine = { account_id: accountId, id: noteId };
    const note = await trx('lesson_note').where(mine).forUpdate().first('passage', 'text', 'updated_at');
    if (!note) throw notFound('note');
    if (text === '' && note.passage === null)
      throw new ProductError('validation.failed', 'A note on a whole lesson must contain some text.', {
        data: { errors: [{ path: 'text', message: 'Must not be empty without a passage' }] },
      });
    // edited on another device since: the later text stays in front, and the earlier one is not lost
    const isOlder = note.updated_at > at && note.text !== text;
    await trx('lesson_note')
      .where(mine)
      .update(isOlder ? { text: bothTexts(note.text, text) } : { text, updated_at: at });
  });
  return getNote({ accountId, noteId });
}

/** Joins two texts of a note that was edited on two devices, unless one contains the other; the later comes first. */
function bothTexts(later: string, earlier: string): string {
  if (later.includes(earlier)) return later;
  if (earlier.includes(later)) return earlier;
  return `${later}\n\n${earlier}`.slice(0, NOTE_LENGTH);
}

/** Deletes a note. @throws ProductError not_found */
export async function deleteNote({ accountId, noteId }: OneNote): Promise<{ deleted: true }> {
  if (!isUuid(noteId)) throw notFound('note');
  return transact(async (trx) => {
    const gone = await trx('lesson_note').where({ account_id: accountId, id: noteId }).del();
    if (gone === 0) throw notFound('note');
    return { deleted: true };
  });
}

const PAGE = 100;

const STANDING: Readonly<Record<Note['standing'], string | null>> = {
  found: null,
  changed: 'This passage reads differently in the course now.',
  orphaned: 'This passage is not in the course any more.',
};

/**
 * Exports the account's notes as one Markdown file, newest first, read page by page. A heading marks each new course or lesson. Notes are
 * exported as written; passages as quotations.
 */
export async function* exportNotes(selection: NoteSelection): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('# Notes\n');
  let course = '';
  let lesson = '';
  let after: string | null | undefined;
  do {
    const page = await listNotes({ ...selection, limit: PAGE, after: after ?? undefined });
    for (const note of page.notes) {
      const lines: string[] = [];
      if (note.course_id !== course) lines.push(`\n## ${headingText(note.course_title)}\n`);
      if (note.course_id !== course || note.lesson_id !== lesson) lines.push(`\n### ${lessonHeading(note)}\n`);
      course = note.course_id;
      lesson = note.lesson_id;
      yield encoder.encode(lines.join('') + noteText(note));
    }
    after = page.next;
  } while (after !== null);
}

const headingText = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const lessonHeading = ({ lesson }: Note): string =>
  lesson ? `${lesson.module + 1}.${lesson.lesson + 1} ${headingText(lesson.title)}` : 'A lesson that is not in the course any more';

function noteText({ passage, text, standing, created_at: createdAt }: Note): string {
  const quote =
    passage &&
    passage.quote
      .trim()
      .replaceAll(/\n\s*\n/g, '\n\n')
      .replaceAll(/^/gm, '> ');
  const fence = openFence(text);
  // an unclosed code block would swallow the notes after it
  const own = fence === null ? text : `${text}\n${fence}`;
  const parts = [quote, own, STANDING[standing] && `*${STANDING[standing]}*`, `*${createdAt.slice(0, 10)}*`];
  return `\n${parts.filter(Boolean).join('\n\n')}\n`;
}
