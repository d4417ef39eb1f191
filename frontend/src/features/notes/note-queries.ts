import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createNote,
  deleteNote,
  listNotes,
  NOTES_PER_LESSON,
  updateNote,
  type Note,
  type Passage,
} from '#contract/notes/notes.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText, isNotFound } from '#frontend/lib/api-error.ts';
import { isOffline, queueAction, queuedActions, type QueuedAction } from '#frontend/lib/outbox/outbox.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';

/** Query key of all notes of a user. */
const notesKey = (userId: string) => ['notes', userId] as const;

/** The user and the lesson. */
export interface NotesOf {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
}

/** The notes on one lesson, newest first: as many as a lesson can have. */
export const lessonNotes = ({ userId, courseId, lessonId }: NotesOf) =>
  queryOptions({
    queryKey: [...notesKey(userId), 'lesson', courseId, lessonId],
    queryFn: async ({ signal }) =>
      withKept(
        { userId, courseId, lessonId },
        (await call(listNotes, { query: { course_id: courseId, lesson_id: lessonId, limit: NOTES_PER_LESSON }, signal })).notes,
      ),
  });

const first = undefined as string | undefined;

/** All notes, newest first, page by page. */
export const allNotes = (userId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...notesKey(userId), 'all', q],
    queryFn: ({ pageParam, signal }) => call(listNotes, { query: { q: q || undefined, after: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (rows) => rows,
  });

/** A note written here. */
export interface NewNote {
  /** Generated in this browser, so that a retry does not create a second note. */
  readonly noteId: string;
  readonly passage: Passage | null;
  readonly text: string;
}

function setNote(cache: QueryClient, of: NotesOf, note: Note): void {
  cache.setQueryData(lessonNotes(of).queryKey, (notes: Note[] | undefined) => [
    note,
    ...(notes ?? []).filter(({ note_id }) => note_id !== note.note_id),
  ]);
  void cache.invalidateQueries({ queryKey: [...notesKey(of.userId), 'all'] });
}

/** A queued note in its final form, with its passage in the page's text. */
const keptNote = ({ noteId, courseId, lessonId, passage, text, at }: Extract<QueuedAction, { kind: 'note' }>): Note => ({
  note_id: noteId,
  course_id: courseId,
  lesson_id: lessonId,
  passage,
  text,
  created_at: at,
  updated_at: at,
  standing: 'found',
  course_title: '',
  language: '',
  lesson: null,
});

/** Adds queued notes to the notes on a lesson. */
function withKept(of: NotesOf, notes: readonly Note[]): Note[] {
  const waiting = queuedActions(of.userId).filter((act) => act.kind === 'note');
  const here = waiting.filter(({ courseId, lessonId }) => courseId === of.courseId && lessonId === of.lessonId).map(keptNote);
  return [...here.toReversed().filter(({ note_id: id }) => notes.every(({ note_id }) => note_id !== id)), ...notes];
}

/** Creates a note; without a connection, queues it on this device. Reports a failure. */
export function useCreateNote(of: NotesOf, onCreated: (note: Note) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async (written: NewNote) => {
      const { noteId: note_id, passage, text } = written;
      const body = { note_id, course_id: of.courseId, lesson_id: of.lessonId, passage, text };
      try {
        return await call(createNote, { body, fallback: t('The note could not be saved.') });
      } catch (error) {
        const { courseId, lessonId } = of;
        const act = { kind: 'note', courseId, lessonId, ...written, at: new Date().toISOString() } as const;
        if (!isOffline(error) || !queueAction(of.userId, act)) throw error;
        toast('info', t('Saved on this device. It will be sent when you are back online.'));
        return { note: keptNote(act) };
      }
    },
    onSuccess: ({ note }) => {
      setNote(cache, of, note);
      onCreated(note);
    },
    onError: (error) => toast('error', errorText(error, t('The note could not be saved.'))),
  });
}

export function useUpdateNote(of: NotesOf, onUpdated: () => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: ({ noteId, text }: { readonly noteId: string; readonly text: string }) =>
      call(updateNote, { params: { note_id: noteId }, body: { text }, fallback: t('The note could not be saved.') }),
    onSuccess: ({ note }) => {
      setNote(cache, of, note);
      onUpdated();
    },
    onError: (error) => toast('error', errorText(error, t('The note could not be saved.'))),
  });
}

/** Deletes a note; one that is already deleted counts as success. */
export function useDeleteNote(userId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (noteId: string) =>
      call(deleteNote, { params: { note_id: noteId }, fallback: t('The note could not be deleted.') }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        return { deleted: true };
      }),
    onError: (error) => toast('error', errorText(error, t('The note could not be deleted.'))),
    onSettled: () => cache.invalidateQueries({ queryKey: notesKey(userId) }),
  });
}
