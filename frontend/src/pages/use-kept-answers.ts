import { NOTE_LENGTH } from '#contract/notes/notes.contract.ts';
import { useCreateNote, type NotesOf } from '#frontend/features/notes/note-queries.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/** Returns a function that saves an answer of the mentor as a note on the lesson. */
export function useKeptAnswers(of: NotesOf): (answer: string) => void {
  const { mutate } = useCreateNote(of, () => toast('success', t('It is saved in your notes on the lesson.')));
  return (answer) => mutate({ noteId: randomId(), passage: null, text: answer.slice(0, NOTE_LENGTH) });
}
