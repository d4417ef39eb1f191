import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Note } from '#contract/notes/notes.contract.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { scrollToRange } from '#frontend/lib/visible-text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import type { FoundNotes } from './note-marks.ts';
import { useCreateNote, type NotesOf } from './note-queries.ts';

interface NotePanelProps {
  readonly of: NotesOf;
  readonly notes: readonly Note[];
  readonly found: FoundNotes;
  readonly lookedAt: string | null;
  readonly onLook: (noteId: string) => void;
}

/** The notes on a lesson in the order of its passages; notes whose passage no longer exists come last and say so. */
export default function NotePanel({ of, notes, found, lookedAt, onLook }: NotePanelProps) {
  const [noteId, setNoteId] = useState<string | null>(null);
  const create = useCreateNote(of, () => setNoteId(null));
  const standing = (note: Note): Note['standing'] => {
    if (note.passage === null) return 'found';
    const place = found.get(note.note_id);
    // until the local search has run, the server's result
    if (place === undefined) return note.standing;
    if (place === null) return 'orphaned';
    return place.isChanged ? 'changed' : 'found';
  };
  const listed = notes.map((note) => ({ ...note, standing: standing(note) })).toSorted((a, b) => order(a, b, found));
  return (
    <section aria-label={t('Notes')}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {t('Notes')}
      </Typography>
      {listed.length === 0 && noteId === null && (
        <Typography variant="body2" color="textSecondary">
          {t('Select a passage to highlight it or to write a note on it.')}
        </Typography>
      )}
      {listed.length > 0 && (
        <Stack component="ul" sx={{ gap: 1.5, margin: 0, padding: 0, listStyle: 'none' }}>
          {listed.map((note) => {
            const place = found.get(note.note_id);
            return (
              <NoteItem
                key={note.note_id}
                userId={of.userId}
                note={note}
                isLookedAt={note.note_id === lookedAt}
                onShow={
                  place
                    ? () => {
                        onLook(note.note_id);
                        scrollToRange(place.range, !wantsReducedMotion());
                      }
                    : undefined
                }
              />
            );
          })}
        </Stack>
      )}
      {noteId === null ? (
        <ActionRow>
          <Button size="small" variant="outlined" color="inherit" onClick={() => setNoteId(randomId())}>
            {t('Write a note')}
          </Button>
          <TextLink to="/notes">{t('All notes')}</TextLink>
        </ActionRow>
      ) : (
        <NoteForm
          label={t('Note on this lesson')}
          isBusy={create.isPending}
          onSave={(text) => create.mutate({ noteId, passage: null, text })}
          onCancel={() => setNoteId(null)}
        />
      )}
    </section>
  );
}

/** Sorts notes on the whole lesson first, then passages in reading order, then notes whose passage no longer exists. */
function order(a: Note, b: Note, found: FoundNotes): number {
  const rank = (note: Note) => (note.passage === null ? 0 : found.get(note.note_id) === null ? 2 : 1);
  const [first, second] = [found.get(a.note_id)?.range, found.get(b.note_id)?.range];
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return first && second ? first.compareBoundaryPoints(Range.START_TO_START, second) : 0;
}
