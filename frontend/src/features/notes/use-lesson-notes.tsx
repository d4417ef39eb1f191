import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';
import type { Note } from '#contract/notes/notes.contract.ts';
import { noteAtPoint, useNoteMarks } from './note-marks.ts';
import { lessonNotes, type NotesOf } from './note-queries.ts';
import { useSelectedPassage } from './selected-passage.ts';

// neither is on a phone's first screen of a lesson
const NotePanel = lazy(() => import('./note-panel.tsx'));
const PassageTools = lazy(() => import('./passage-tools.tsx'));

const NONE: readonly Note[] = [];

interface LessonNotesOptions {
  /** The element of the lesson's text; null before it is mounted. */
  readonly root: Element | null;
  /** Asks the mentor about a selected passage; absent without a mentor. */
  readonly onAsk?: (quote: string) => void;
}

/** Returns the notes on a lesson: their panel beside it, and the tools that appear for a selected passage. */
export function useLessonNotes(of: NotesOf, { root, onAsk }: LessonNotesOptions): { readonly panel: ReactNode; readonly tools: ReactNode } {
  const { data: notes = NONE } = useQuery({ ...lessonNotes(of), enabled: of.lessonId !== '' && root !== null });
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const found = useNoteMarks(root, notes, lookedAt);
  const [selected, clear] = useSelectedPassage(root);

  useEffect(() => {
    if (!root) return;
    const onClick = (event: Event) => {
      const { clientX, clientY } = event as MouseEvent;
      if (getSelection()?.isCollapsed === false) return;
      const noteId = noteAtPoint(found, clientX, clientY);
      setLookedAt(noteId);
      if (noteId !== null) document.querySelector(`[data-note="${noteId}"]`)?.scrollIntoView({ block: 'nearest' });
    };
    root.addEventListener('click', onClick);
    return () => root.removeEventListener('click', onClick);
  }, [root, found]);

  return {
    panel: of.lessonId !== '' && (
      <Suspense>
        <NotePanel key={of.lessonId} of={of} notes={notes} found={found} lookedAt={lookedAt} onLook={setLookedAt} />
      </Suspense>
    ),
    tools: (
      <>
        <MarkStyles />
        {selected && of.lessonId !== '' && (
          <Suspense>
            <PassageTools
              key={`${selected.passage.position} ${selected.passage.quote}`}
              of={of}
              selected={selected}
              onDone={clear}
              onAsk={onAsk}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

/** Styles of highlighted passages in every scheme, including the sentence read aloud. Only the background changes, not the text. */
const MARKS = (theme: Theme) => {
  const { secondary, primary } = theme.vars!.palette;
  return {
    '::highlight(note)': {
      backgroundColor: `color-mix(in srgb, ${secondary.main} 18%, transparent)`,
      textDecoration: `underline 2px ${secondary.main}`,
    },
    '::highlight(note-open)': { backgroundColor: `color-mix(in srgb, ${secondary.main} 34%, transparent)` },
    '::highlight(shown-passage)': { backgroundColor: `color-mix(in srgb, ${secondary.main} 34%, transparent)` },
    '::highlight(spoken-word)': { backgroundColor: primary.main, color: primary.contrastText },
    '::highlight(spoken)': { backgroundColor: `color-mix(in srgb, ${primary.main} 24%, transparent)` },
  };
};

const MarkStyles = () => <GlobalStyles styles={MARKS} />;
