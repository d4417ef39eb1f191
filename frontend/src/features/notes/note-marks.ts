import { useEffect, useState } from 'react';
import { findPassage, squeeze } from '#contract/notes/find-passage.ts';
import type { Note } from '#contract/notes/notes.contract.ts';
import { highlightRanges, rangeOf, readVisibleText } from '#frontend/lib/visible-text.ts';

/** Names of the highlights for passages with a note, and for the selected one. */
const MARKED = 'note';
const LOOKED_AT = 'note-open';

export interface FoundNote {
  readonly range: Range;
  readonly isChanged: boolean;
}

/** The positions of the notes' passages on the page by note id; null if not found. A note without an entry has not been searched yet. */
export type FoundNotes = ReadonlyMap<string, FoundNote | null>;

const NOTHING: FoundNotes = new Map();

function findNotes(root: Element, notes: readonly Note[]): FoundNotes {
  // The text is long, and most lessons have no notes.
  if (notes.every(({ passage }) => passage === null)) return NOTHING;
  const text = readVisibleText(root);
  const squeezed = squeeze(text.text);
  const found = new Map<string, FoundNote | null>();
  for (const { note_id: noteId, passage } of notes) {
    const place = passage && findPassage(squeezed, passage);
    const range = place && rangeOf(text, place.start, place.end);
    if (passage) found.set(noteId, place && range ? { range, isChanged: place.isChanged } : null);
  }
  return found;
}

/**
 * Finds the passages of the notes in the lesson's text and highlights them. Content that loads late (code colours, formulas) triggers a new
 * search.
 */
export function useNoteMarks(root: Element | null, notes: readonly Note[], lookedAt: string | null): FoundNotes {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (!root) return;
    const find = () => setFound(findNotes(root, notes));
    find();
    let frame = 0;
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(find);
    });
    changes.observe(root, { childList: true, characterData: true, subtree: true });
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [root, notes]);
  useEffect(() => {
    highlightRanges(
      MARKED,
      [...found.values()].flatMap((one) => one?.range ?? []),
    );
    const open = lookedAt === null ? undefined : found.get(lookedAt);
    highlightRanges(LOOKED_AT, open ? [open.range] : []);
  }, [found, lookedAt]);
  useEffect(
    () => () => {
      highlightRanges(MARKED, []);
      highlightRanges(LOOKED_AT, []);
    },
    [],
  );
  return found;
}

/** Returns the note whose passage is at a point of the screen; null if there is none. */
export function noteAtPoint(found: FoundNotes, x: number, y: number): string | null {
  for (const [noteId, one] of found) {
    for (const { left, right, top, bottom } of one?.range.getClientRects() ?? []) {
      if (x >= left && x <= right && y >= top && y <= bottom) return noteId;
    }
  }
  return null;
}
