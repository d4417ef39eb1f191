import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { passageAt } from '#contract/notes/find-passage.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { editLesson } from '#domain/courses/content/lesson.commands.ts';
import { passagesIn } from '#domain/notes/lesson-passages.queries.ts';
import { listNotes } from '#domain/notes/note.queries.ts';
import { createNote, exportNotes } from '#domain/notes/note.commands.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { partsOf } from '#domain/translation/courses/markdown-parts.ts';

/**
 * Maximum processor time of this thread per text, which other requests or a probe would wait for. Elapsed time would depend on the
 * machine's load; some of these texts would keep a parser busy for a minute.
 */
export const MOST_MS = 1_000;

export async function ownMs(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the code of a refusal that describes the text's problem; anything else is a fault. */
async function codeOf(act: Promise<unknown>): Promise<string | null> {
  try {
    await act;
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.code;
    throw error;
  }
}

export const courseWith = (accountId: string, ...contents: string[]) =>
  givenCourse(accountId, {
    document: { modules: [{ title: 'M', summary: '', lessons: contents.map((content) => buildLesson({ content })) }] },
  });

/** Uses a lesson with this text in every way that reads it: each use succeeds or is refused, and blocks nobody. */
export async function expectReadOrRefused(text: string): Promise<void> {
  const accountId = await givenOwner();
  const ordinary = await courseWith(accountId, 'A hive.');
  // as stored before there were limits
  const old = await courseWith(accountId, text);
  const passage = passageAt(text, 100, 1_900);
  const changed = passage && { ...passage, quote: `Ω${passage.quote.slice(1)}`, fingerprint: '', prefix: 'Ω'.repeat(32) };
  const note = { accountId, courseId: old, lessonId: '0_0', text: 'Why?' };
  const ways: Record<string, () => unknown> = {
    'an edit': async () => {
      const edit = { accountId, courseId: ordinary, lessonId: '0_0', baseVersion: 1, editSession: uuidv7(), changes: { content: text } };
      expect([null, 'lesson.too_complex']).toContain(await codeOf(editLesson(edit)));
    },
    'a note': () => createNote({ ...note, noteId: uuidv7(), passage: changed }),
    'the list of notes': () => listNotes({ accountId, limit: 50 }),
    'an export of notes': () => buffer(exportNotes({ accountId })),
    'a mentor': () => passagesIn({ accountId, courseId: old, lessonId: '0_0', quotes: [text.slice(0, 200)] }),
    'a translation': () => partsOf(text),
  };
  for (const [way, act] of Object.entries(ways)) expect(await ownMs(act), way).toBeLessThan(MOST_MS);
}
