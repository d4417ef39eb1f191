import { useState } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';
import { NoteForm } from './note-form.tsx';
import { useCreateNote, type NotesOf } from './note-queries.ts';
import type { SelectedPassage } from './selected-passage.ts';

const PLACE = {
  position: 'absolute',
  top: 'var(--below-passage)',
  borderColor: 'line.control',
  zIndex: 'tooltip',
  padding: 0.5,
  width: 'max-content',
  maxWidth: 'min(24rem, calc(100vw - 32px))',
  '& form': { padding: 1, width: 'min(22rem, calc(100vw - 56px))' },
  // the system shows its own menu beside a touch selection
  '@media (pointer: coarse)': {
    position: 'fixed',
    insetBlock: 'auto calc(env(safe-area-inset-bottom) + 72px)',
    insetInline: 16,
    marginInline: 'auto',
  },
  '@media print': { display: 'none' },
} as const;

/** Beside the passage, but within the window, even after a resize. */
const within = (px: number): string => `max(16px, min(${Math.round(px)}px, 100vw - 24rem - 32px))`;

interface PassageToolsProps {
  readonly of: NotesOf;
  readonly selected: SelectedPassage;
  readonly onDone: () => void;
  /** Asks the mentor about the passage; without it the button is hidden. */
  readonly onAsk?: ((quote: string) => void) | undefined;
}

/** Actions on a selected passage: highlight it, write a note on it, ask about it. */
export default function PassageTools({ of, selected, onDone, onAsk }: PassageToolsProps) {
  // one id per selection, so that a retry after a failure does not create a second note
  const [noteId] = useState(randomId);
  const [isWriting, setWriting] = useState(false);
  const { mutate, isPending } = useCreateNote(of, onDone);
  const { passage, box } = selected;
  const isRtl = document.documentElement.dir === 'rtl';
  return (
    <Card
      data-passage-tools=""
      role="group"
      aria-label={t('Selected passage')}
      sx={PLACE}
      style={{
        // not as `top`, which would also apply on touch screens and squeeze the toolbar at the bottom of the window
        ['--below-passage' as string]: `${box.bottom + 8}px`,
        [isRtl ? 'right' : 'left']: within(isRtl ? document.documentElement.clientWidth - box.right : box.left),
      }}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
    >
      {isWriting ? (
        <NoteForm
          label={t('Note on this passage')}
          isOptional
          isBusy={isPending}
          onSave={(text) => mutate({ noteId, passage, text })}
          onCancel={onDone}
        />
      ) : (
        <>
          <Button color="inherit" aria-busy={isPending} onClick={() => mutate({ noteId, passage, text: '' })}>
            {t('Highlight')}
          </Button>
          <Button color="inherit" onClick={() => setWriting(true)}>
            {t('Add note')}
          </Button>
          {onAsk && (
            <Button
              color="inherit"
              onClick={() => {
                onAsk(passage.quote);
                onDone();
              }}
            >
              {t('Ask about this')}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}
