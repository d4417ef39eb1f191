import * as notes from '#contract/notes/notes.contract.ts';
import { listNotes } from '#domain/notes/note.queries.ts';
import { createNote, deleteNote, updateNote, exportNotes } from '#domain/notes/note.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountNotes(router: ApiRouter): void {
  mount(router, notes.listNotes, async ({ user, query }) => ({
    status: 200,
    body: await listNotes({ accountId: user.userId, ...query }),
  }));

  mount(router, notes.exportNotes, async ({ user, query }) => ({
    status: 200,
    body: exportNotes({ accountId: user.userId, ...query }),
    headers: { 'Content-Disposition': `attachment; filename="coursewright-notes-${new Date().toISOString().slice(0, 10)}.md"` },
  }));

  mount(router, notes.createNote, async ({ user, body }) => ({
    status: 200,
    body: {
      note: await createNote({
        accountId: user.userId,
        noteId: body.note_id,
        courseId: body.course_id,
        lessonId: body.lesson_id,
        passage: body.passage,
        text: body.text,
      }),
    },
  }));

  mount(router, notes.updateNote, async ({ user, params, body }) => ({
    status: 200,
    body: { note: await updateNote({ accountId: user.userId, noteId: params.note_id, text: body.text }) },
  }));

  mount(router, notes.deleteNote, async ({ user, params }) => ({
    status: 200,
    body: await deleteNote({ accountId: user.userId, noteId: params.note_id }),
  }));
}
