import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Note } from '#contract/notes/notes.contract.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { scrollToRange } from '#frontend/lib/visible-text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import type { FoundNotes } from './note-marks.ts';
import { useCreateNote, type NotesOf } from './note-queries.ts';

const Section = styled('section')(({ theme }) => ({
  '& > h2': { ...theme.typography.h3, margin: 0, paddingBlockEnd: 6, borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}` },
  '& > ul': { listStyle: 'none', margin: '12px 0', padding: 0 },
  '& > p': { ...theme.typography.body2, margin: '10px 0', color: theme.vars.palette.text.secondary },
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, marginBlockStart: 8 });

interface NotePanelProps {
  readonly of: NotesOf;
  readonly notes: readonly Note[];
  readonly found: FoundNotes;
  readonly lookedAt: string | null;
  readonly onLook: (noteId: string) => void;
}

/** The notes on a lesson in the order of its passages; those whose passage no longer exists come last and say so. */
export default function NotePanel({ of, notes, found, lookedAt, onLook }: NotePanelProps) {
  const [noteId, setNoteId] = useState<string | null>(null);
  const create = useCreateNote(of, () => setNoteId(null));
  const standing = (note: Note): Note['standing'] => {
    if (note.passage === null) return 'found';
    const place = found.get(note.note_id);
    // before the local search, the server's result
    if (place === undefined) return note.standing;
    if (place === null) return 'orphaned';
    return place.isChanged ? 'changed' : 'found';
  };
  const listed = notes.map((note) => ({ ...note, standing: standing(note) })).toSorted((a, b) => order(a, b, found));
  return (
    <Section aria-label={t('Notes')}>
      <h2>{t('Notes')}</h2>
      {listed.length === 0 && noteId === null && <p>{t('Select a passage to highlight it or to write a note on it.')}</p>}
      {listed.length > 0 && (
        <ul>
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
        </ul>
      )}
      {noteId === null ? (
        <Actions>
          <Button variant="outlined" color="inherit" onClick={() => setNoteId(randomId())}>
            {t('Write a note')}
          </Button>
          <TextLink to="/notes">{t('All notes')}</TextLink>
        </Actions>
      ) : (
        <NoteForm
          label={t('Note on this lesson')}
          isBusy={create.isPending}
          onSave={(text) => create.mutate({ noteId, passage: null, text })}
          onCancel={() => setNoteId(null)}
        />
      )}
    </Section>
  );
}

/** Sorts notes on the whole lesson first, then passages in reading order, then notes whose passage no longer exists. */
function order(a: Note, b: Note, found: FoundNotes): number {
  const rank = (note: Note) => (note.passage === null ? 0 : found.get(note.note_id) === null ? 2 : 1);
  const [first, second] = [found.get(a.note_id)?.range, found.get(b.note_id)?.range];
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return first && second ? first.compareBoundaryPoints(Range.START_TO_START, second) : 0;
}
