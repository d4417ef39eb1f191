import { useEffect, useState } from 'react';
import { passageAt } from '#contract/notes/find-passage.ts';
import type { Passage } from '#contract/notes/notes.contract.ts';
import { offsetsOfRange, readVisibleText } from '#frontend/lib/visible-text.ts';

/** A selected passage of the lesson, with its position on the screen. */
export interface SelectedPassage {
  readonly passage: Passage;
  readonly box: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
}

/** The tools appear after the selection has not changed for this long, in ms. */
const REST_MS = 200;

function read(root: Element): SelectedPassage | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const text = readVisibleText(root);
  const place = offsetsOfRange(text, range);
  const passage = place && passageAt(text.text, place.start, place.end);
  if (!passage) return null;
  const { top, bottom, left, right } = range.getBoundingClientRect();
  return { passage, box: { top: top + scrollY, bottom: bottom + scrollY, left, right } };
}

/** Returns the selection within the lesson's text; null if there is none. */
export function useSelectedPassage(root: Element | null): readonly [SelectedPassage | null, () => void] {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  useEffect(() => {
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // focusing the note's field clears the selection, but the note still belongs to it
        if (document.activeElement?.closest('[data-passage-tools]')) return;
        setSelected(read(root));
      }, REST_MS);
    };
    document.addEventListener('selectionchange', onChange);
    // text may have been selected before the listener was added
    onChange();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [root]);
  const clear = () => {
    getSelection()?.removeAllRanges();
    setSelected(null);
  };
  return [selected, clear];
}
