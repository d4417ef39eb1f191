import { useEffect } from 'react';
import { findPassage, squeeze } from '#contract/notes/find-passage.ts';
import { wantsReducedMotion } from '#frontend/lib/preferences/reduced-motion.ts';
import { highlightRanges, rangeOf, readVisibleText, scrollToRange } from '#frontend/lib/visible-text.ts';

const SHOWN = 'shown-passage';
/** How long to wait for text that loads late, in ms. */
const WAIT_MS = 4_000;

/** Scrolls to a passage of the lesson's text once, and highlights it as long as it is requested. */
export function useShownPassage(root: Element | null, quote: string | undefined): void {
  useEffect(() => {
    if (!root || !quote) return;
    let isShown = false;
    const show = () => {
      const text = readVisibleText(root);
      const wanted = squeeze(quote).text;
      const squeezed = squeeze(text.text);
      const at = squeezed.text.indexOf(wanted);
      const place =
        at >= 0
          ? { start: squeezed.at[at]!, end: squeezed.at[at + wanted.length - 1]! + 1 }
          : findPassage(squeezed, { quote, prefix: '', suffix: '', position: 0, fingerprint: '' });
      const range = place && rangeOf(text, place.start, place.end);
      highlightRanges(SHOWN, range ? [range] : []);
      if (!range || isShown) return;
      isShown = true;
      scrollToRange(range, !wantsReducedMotion());
    };
    show();
    const changes = new MutationObserver(show);
    changes.observe(root, { childList: true, characterData: true, subtree: true });
    const timer = setTimeout(() => (isShown = true), WAIT_MS);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      highlightRanges(SHOWN, []);
    };
  }, [root, quote]);
}
