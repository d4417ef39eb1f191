import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { passageAt } from '#contract/notes/find-passage.ts';
import { NOTES_PER_LESSON } from '#contract/notes/notes.contract.ts';
import { buildContent, buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { editLesson } from '#domain/courses/content/lesson.commands.ts';
import { lessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { getNote, listNotes } from './note.queries.ts';
import { createNote, deleteNote, updateNote, exportNotes } from './note.commands.ts';
import { INSTALLATION } from '#domain/platform/turns/turns.ts';

const db = useTestDatabase();
const CONTENT =
  'A hive stands **behind a wall**.\n\n| Month | Work |\n|---|---|\n| May | Look for queens |\n\nFeed the colony in *autumn*, before the frost.';
const lesson = buildLesson({ content: CONTENT });
let accountId: string;
let courseId: string;
beforeEach(async () => {
  accountId = await givenOwner();
  courseId = await givenCourse(accountId, {
    document: { modules: [{ title: 'M', summary: '', lessons: [{ ...lesson, lesson_id: uuidv7() }, buildLesson({ title: 'Swarming' })] }] },
  });
});

const passageOf = async (quote: string) => {
  const [text = ''] = await lessonTexts([{ courseId, lesson }], INSTALLATION);
  const start = text.indexOf(quote);
  return passageAt(text, start, start + quote.length)!;
};
const write = (text: string, part: Partial<Parameters<typeof createNote>[0]> = {}) =>
  createNote({ accountId, courseId, lessonId: '0_0', noteId: uuidv7(), passage: null, text, ...part });
const texts = async (query: object = {}) => (await listNotes({ accountId, limit: 50, ...query })).notes.map((note) => note.text);

describe('a note', () => {
  it('LRN-05 is attached to a passage as it reads, whatever marks its Markdown has', async () => {
    expect(await lessonTexts([{ courseId, lesson }], INSTALLATION)).toEqual([expect.stringContaining('behind a wall')]);
    const note = await write('Mine', { passage: await passageOf('Feed the colony in') });
    expect(note).toMatchObject({ standing: 'found', text: 'Mine', lesson: { title: 'The hive in spring', module: 0, lesson: 0 } });
  });

  it('survives a new version: on its passage, on a changed one, or reported as orphaned', async () => {
    const kept = await write('', { passage: await passageOf('A hive stands') });
    const gone = await write('Why?', { passage: await passageOf('before the frost') });
    const change = (content: string, baseVersion: number) =>
      editLesson({ accountId, courseId, lessonId: '0_0', baseVersion, editSession: uuidv7(), changes: { content } });
    await change(CONTENT.replace('before the frost', 'soon enough').replace('A hive', 'Note. A hive'), 1);
    const standing = async (note: { note_id: string }) => (await getNote({ accountId, noteId: note.note_id })).standing;
    expect([await standing(kept), await standing(gone)]).toEqual(['found', 'orphaned']);
    expect(await texts({ q: 'frost' })).toEqual(['Why?']);
    const elsewhere = buildContent();
    await db.knex('course_version').insert({ course_id: courseId, number: 3, content: JSON.stringify(elsewhere) });
    await db.knex('course').where({ id: courseId }).update({ current_version: 3 });
    expect(await getNote({ accountId, noteId: kept.note_id })).toMatchObject({ standing: 'orphaned', lesson: null });
  });

  it('that is sent again, or ten times at once, is one note', async () => {
    const noteId = uuidv7();
    const notes = await Promise.all(Array.from({ length: 10 }, () => write('Once', { noteId })));
    expect(new Set(notes.map((note) => note.created_at)).size).toBe(1);
    expect(await texts()).toEqual(['Once']);
  });

  it('is changed and deleted by its owner only', async () => {
    const { note_id: noteId } = await write('Mine');
    const stranger = await givenOwner();
    const refused = { code: 'not_found' };
    await expect(updateNote({ accountId: stranger, noteId, text: 'Theirs' })).rejects.toMatchObject(refused);
    await expect(deleteNote({ accountId: stranger, noteId })).rejects.toMatchObject(refused);
    await expect(write('Theirs', { accountId: stranger })).rejects.toMatchObject(refused);
    // for another user, the same id is a different note
    const theirs = await givenCourse(stranger);
    await write('Theirs', { accountId: stranger, courseId: theirs, noteId });
    expect(await updateNote({ accountId, noteId, text: 'Mine still' })).toMatchObject({ text: 'Mine still' });
    await expect(updateNote({ accountId, noteId, text: '' })).rejects.toMatchObject({ code: 'validation.failed' });
    expect(await deleteNote({ accountId, noteId })).toEqual({ deleted: true });
    await expect(deleteNote({ accountId, noteId })).rejects.toMatchObject(refused);
    expect((await listNotes({ accountId: stranger, limit: 5 })).notes.map((note) => note.text)).toEqual(['Theirs']);
  });

  it('is one of at most a hundred per lesson', async () => {
    const full = await getNote({ accountId, noteId: (await write('First')).note_id });
    const row = { account_id: accountId, course_id: courseId, lesson_id: full.lesson_id, text: 'More' };
    await db.knex('lesson_note').insert(Array.from({ length: NOTES_PER_LESSON - 1 }, () => ({ ...row, id: uuidv7() })));
    await expect(write('Too many')).rejects.toMatchObject({ code: 'notes.lesson_full' });
    expect(await write('First again', { noteId: full.note_id })).toMatchObject({ text: 'First' });
    await write('Elsewhere', { lessonId: '0_1' });
  });
});

describe('the list of notes', () => {
  it('is searched by words of the note, its passage and its course, and paged', async () => {
    await write('Café in Málaga');
    await write('Second', { passage: await passageOf('Feed the colony') });
    await write('Third', { lessonId: '0_1' });
    expect(await texts({ q: 'malaga' })).toEqual(['Café in Málaga']);
    expect(await texts({ q: 'colony feed' })).toEqual(['Second']);
    expect(await texts({ q: 'beekeeping' })).toHaveLength(3);
    expect(await texts({ course_id: 'x' })).toEqual([]);
    expect(await texts({ course_id: uuidv7() })).toEqual([]);
    const { lesson_id } = (await write('Fourth', { lessonId: '0_1' }))!;
    expect(await texts({ course_id: courseId, lesson_id })).toEqual(['Fourth', 'Third']);
    await db.knex('lesson_note').where({ text: 'Fourth' }).del();
    const first = await listNotes({ accountId, limit: 2 });
    expect([first.notes.map((note) => note.text), first.total]).toEqual([['Third', 'Second'], 3]);
    const second = await listNotes({ accountId, limit: 2, after: first.next! });
    expect([second.notes.map((note) => note.text), second.next]).toEqual([['Café in Málaga'], null]);
  });

  it('is read with as many statements for many courses as for one', async () => {
    const passage = await passageOf('before the frost');
    await write('Of one', { passage });
    const statements = async () => {
      // the first reading stores the texts
      await texts();
      let count = 0;
      const counted = () => void (count += 1);
      db.knex.on('query', counted);
      await texts();
      db.knex.off('query', counted);
      return count;
    };
    const ofOne = await statements();
    for (const at of [1, 2, 3]) {
      const document = { modules: [{ title: 'M', summary: '', lessons: [{ ...lesson, lesson_id: uuidv7() }] }] };
      await write(`Of another, ${at}`, { courseId: await givenCourse(accountId, { document }), passage });
    }
    expect([ofOne > 0, await statements()]).toEqual([true, ofOne]);
    const { notes } = await listNotes({ accountId, limit: 50 });
    expect(notes.map(({ standing }) => standing)).toEqual(['found', 'found', 'found', 'found']);
  });

  it('is exported as Markdown, by course and lesson', async () => {
    await write('Ask about this', { passage: await passageOf('Feed the colony in') });
    const file = String(await buffer(exportNotes({ accountId })));
    const day = new Date().toISOString().slice(0, 10);
    expect(file).toBe(
      `# Notes\n\n## Beekeeping for a first year\n\n### 1.1 The hive in spring\n\n> Feed the colony in\n\nAsk about this\n\n*${day}*\n`,
    );
  });

  it('that ends in an open code block does not swallow the next one', async () => {
    await write('The first');
    await write('Try\n```js\nlet a = 1;');
    const file = String(await buffer(exportNotes({ accountId })));
    expect(file).toMatch(/let a = 1;\n```\n\n[^`]*The first/);
  });
});
