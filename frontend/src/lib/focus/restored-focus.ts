import { useEffect, useRef, type RefObject } from 'react';
import { focusHeading, focusRow } from '#frontend/lib/navigation.ts';

/** The former place of a control that was removed, or the place of one that is now disabled. */
type Gap = Pick<MutationRecord, 'target' | 'nextSibling' | 'previousSibling'>;

/**
 * Returns a ref for a part of a screen whose focused control may be disabled or disappear, for example with the row it acts on. The focus
 * then moves to the row that takes its place, else to the surrounding row or group, else to the heading. Behind an open dialog it moves
 * when the dialog closes.
 */
export function useRestoredFocus(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last: Element | null = null;
    let gap: Gap | undefined;
    const remember = ({ target }: Event) => {
      const isInside = target instanceof Element && root.current?.contains(target);
      const isBehindDialog = target instanceof Element && root.current?.closest('body > *')?.contains(target) === false;
      if (isBehindDialog) return;
      last = isInside ? target : null;
      gap = undefined;
    };
    // a mouse click that focuses nothing leaves the control on purpose
    const forget = () => void (last = null);
    const look = () => {
      if (!gap || !last) return;
      const { activeElement } = document;
      // the browser takes the focus from a disabled control only after this frame
      const isLost = activeElement === document.body || (activeElement === last && last.matches(':disabled'));
      if (!isLost) return;
      const left = gap;
      gap = undefined;
      takePlace(left);
    };
    const observer = new MutationObserver((records) => {
      if (!last) return;
      if (last.isConnected)
        gap =
          last.matches(':disabled') && last.parentNode ? { target: last.parentNode, nextSibling: null, previousSibling: null } : undefined;
      else gap ??= records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
      // a screen that moves the focus itself does so before the next frame
      if (gap) requestAnimationFrame(look);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      forget();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  return root;
}

function takePlace({ target, nextSibling, previousSibling }: Gap): void {
  const list = target instanceof Element && target.isConnected ? target : null;
  const next = [nextSibling, previousSibling].find((node) => node instanceof HTMLElement && node.isConnected);
  const place = list?.matches('ul, ol, tbody') ? next : list?.closest('li, tr, [role="group"]');
  if (place instanceof HTMLElement && place.childElementCount > 0) focusRow(place);
  else focusHeading();
}
