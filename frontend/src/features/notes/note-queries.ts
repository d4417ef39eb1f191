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
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { actMoment } from '#frontend/lib/connection.ts';
import { act, readWaiting, type WaitingAct } from '#frontend/lib/outbox/outbox.ts';
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
    queryFn: async ({ signal }): Promise<Note[]> =>
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

type NoteBody = BodyOf<typeof createNote>;

/** A note that waits on this device, in its final form, with its passage in the page's text. */
const keptNote = ({ note_id, course_id, lesson_id, passage, text }: NoteBody, at: string): Note => ({
  note_id,
  course_id,
  lesson_id,
  passage,
  text,
  created_at: at,
  updated_at: at,
  standing: 'found',
  course_title: '',
  language: '',
  lesson: null,
});

/** The id of the note that a waiting change or removal is about, from its address. */
const noteIdIn = ({ address }: WaitingAct): string => decodeURIComponent(address.split('/').at(-1)!);

/** Applies what waits on this device to the notes on a lesson. */
async function withKept(of: NotesOf, notes: readonly Note[]): Promise<Note[]> {
  const [created, updated, deleted] = await Promise.all([createNote, updateNote, deleteNote].map(({ name }) => readWaiting(name)));
  const here = created!
    .map(({ body, at }) => keptNote(body as NoteBody, at))
    .filter((note) => note.course_id === of.courseId && note.lesson_id === of.lessonId);
  const known = new Set(notes.map(({ note_id }) => note_id));
  const gone = new Set(deleted!.map(noteIdIn));
  const texts = new Map(updated!.map((change) => [noteIdIn(change), (change.body as { readonly text: string }).text]));
  return [...here.toReversed().filter(({ note_id }) => !known.has(note_id)), ...notes]
    .filter(({ note_id }) => !gone.has(note_id))
    .map((note) => ({ ...note, text: texts.get(note.note_id) ?? note.text }));
}

const laneOf = (noteId: string): string => `note:${noteId}`;

/** Creates a note; without a connection, it waits on this device. Reports a failure. */
export function useCreateNote(of: NotesOf, onCreated: (note: Note) => void) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: async (written: NewNote) => {
      const { noteId: note_id, passage, text } = written;
      const body = { note_id, course_id: of.courseId, lesson_id: of.lessonId, passage, text };
      return (await act(createNote, { body }, { lane: laneOf(note_id) })) ?? { note: keptNote(body, actMoment().at) };
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
      act(updateNote, { params: { note_id: noteId }, body: { text } }, { lane: laneOf(noteId) }),
    onSuccess: (answer, { noteId, text }) => {
      const known = cache.getQueryData(lessonNotes(of).queryKey)?.find(({ note_id }) => note_id === noteId);
      const note = answer?.note ?? (known && { ...known, text });
      if (note) setNote(cache, of, note);
      onUpdated();
    },
    onError: (error) => toast('error', errorText(error, t('The note could not be saved.'))),
  });
}

/** Deletes a note; one that is already deleted counts as success. Without a connection, the removal waits on this device. */
export function useDeleteNote(userId: string) {
  const cache = useQueryClient();
  return useAction({
    mutationFn: (noteId: string) => act(deleteNote, { params: { note_id: noteId } }, { lane: laneOf(noteId) }),
    onError: (error) => toast('error', errorText(error, t('The note could not be deleted.'))),
    onSettled: () => cache.invalidateQueries({ queryKey: notesKey(userId) }),
  });
}
