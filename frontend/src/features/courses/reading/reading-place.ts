import { useCallback, useEffect, useRef } from 'react';
import { saveReadingPlace, type ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { actMoment } from '#frontend/lib/connection.ts';
import { act } from '#frontend/lib/outbox/outbox.ts';

/** The position is sent after scrolling has paused for this long, in ms. */
const REST_MS = 1_500;
/** How long late content (formulas, diagrams, fonts) may shift the lesson while the position is held, in ms. */
const SETTLE_MS = 4_000;
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** Elements that positions count. All devices show the same blocks, whatever their line width. */
const BLOCKS = 'p, li, h3, h4, h5, h6, pre, tr, figure';
const HEADINGS = 'h2, h3, h4, h5, h6';
/** Distance between the bar and the text being read, in px. */
const BELOW_BAR_PX = 16;
/** Used if there is no bar to measure. */
const NO_BAR_PX = 80;
/** A block taller than this fraction of the window is reopened at a line within it. */
const LONG = 0.5;

/** How far down the window the lesson begins: the lower edge of the bar plus a margin. */
function headOf(root: Element): number {
  const bar = root.ownerDocument.querySelector('[data-lesson-bar]')?.getBoundingClientRect();
  return (bar && bar.height > 0 ? bar.height : NO_BAR_PX) + BELOW_BAR_PX;
}

const blocksOf = (root: Element): Element[] => [...root.querySelectorAll(BLOCKS)].filter((block) => !block.closest('[data-unread]'));

/** The index of the block at the top of the screen plus the fraction scrolled past. 0 at the top of the lesson. */
export function readPosition(root: Element): number {
  const blocks = blocksOf(root);
  const head = headOf(root);
  const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > head);
  if (at < 0) return blocks.length;
  const { top, height } = blocks[at]!.getBoundingClientRect();
  const into = height > 0 ? Math.min(0.99, Math.max(0, (head - top) / height)) : 0;
  return Math.round((at + into) * 100) / 100;
}

/** The heading directly above a block, if they belong together. */
function headingOf(block: Element): Element | null {
  const before = block.previousElementSibling ?? block.parentElement?.closest('ul, ol, table')?.previousElementSibling;
  return before?.matches(HEADINGS) ? before : null;
}

/**
 * Scrolls so that this position is below the bar, at the beginning of its block and with the heading above it, so that nobody continues in
 * the middle of a line or below half a heading. Only in a block that fills the window does the reader continue where they were, at a whole
 * line.
 */
export function goToPosition(root: Element, position: number): void {
  const blocks = blocksOf(root);
  const block = blocks[Math.min(Math.floor(position), blocks.length - 1)];
  if (!block) return;
  const { top, height } = block.getBoundingClientRect();
  const line = Number.parseFloat(getComputedStyle(block).lineHeight) || height;
  const into = height > innerHeight * LONG ? Math.floor((height * (position % 1)) / line) * line : 0;
  const from = into > 0 ? top + into : (headingOf(block)?.getBoundingClientRect().top ?? top);
  window.scrollTo({ top: Math.ceil(window.scrollY + from - headOf(root)), behavior: 'instant' });
}

interface Hold {
  readonly isHeld: () => boolean;
  readonly letGo: () => void;
}

/** Scrolls to a position and holds it while late content shifts the lesson, until the user interacts. */
function holdPosition(root: Element, position: number): Hold {
  let isHeld = true;
  const letGo = () => {
    isHeld = false;
    growth?.disconnect();
    clearTimeout(timer);
    for (const input of TAKES_OVER) removeEventListener(input, letGo, { capture: true });
  };
  const growth = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => goToPosition(root, position));
  const timer = setTimeout(letGo, SETTLE_MS);
  growth?.observe(root);
  for (const input of TAKES_OVER) addEventListener(input, letGo, { capture: true, passive: true });
  goToPosition(root, position);
  if (!growth) letGo();
  return { isHeld: () => isHeld, letGo };
}

interface ReadingOf {
  readonly courseId: string;
  readonly lessonId: string | undefined;
  /** The element of the lesson's text; null before it is mounted. */
  readonly root: Element | null;
  /** The stored reading position. */
  readonly stored: ReadingPlace | null;
  readonly onSaved: (place: ReadingPlace) => void;
}

/**
 * Restores the reading position, from this device or another, and reports it when scrolling pauses and when the lesson is left or hidden.
 * Only the latest waits on this device while there is no connection.
 */
export function useReadingPlace({ courseId, lessonId, root, stored, onSaved }: ReadingOf): void {
  const saved = useRef(onSaved);
  const place = useRef(stored);
  useEffect(() => {
    saved.current = onSaved;
    place.current = stored;
  });

  const report = useCallback(
    (position: number) => {
      if (lessonId === undefined) return;
      const read_at = actMoment().at;
      // updates this tab's screens at once; the server, and thus other devices, soon
      saved.current({ lesson_id: lessonId, position, read_at });
      const place = { lesson_id: lessonId, position, read_at };
      void act(
        saveReadingPlace,
        { params: { course_id: courseId }, body: place },
        { lane: `place:${courseId}`, merge: (_waiting, later) => later },
      ).catch(() => undefined);
    },
    [courseId, lessonId],
  );

  useEffect(() => {
    if (!root || lessonId === undefined) return;
    const start = place.current?.lesson_id === lessonId ? place.current.position : 0;
    // null until it is measured in the frames below; measuring here would force a layout while the screen is being built
    let latest: number | null = null;
    let isDirty = place.current?.lesson_id !== lessonId;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      if (isDirty) report(latest ?? (root.isConnected ? readPosition(root) : start));
      isDirty = false;
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, REST_MS);
    };
    let hold: Hold | null = null;
    const onScroll = () => {
      // the held position counts until the user scrolls
      if (hold?.isHeld()) return;
      const position = readPosition(root);
      if (position === latest) return;
      latest = position;
      isDirty = true;
      wait();
    };
    const onHide = () => document.visibilityState === 'hidden' && flush();

    // runs after the router has scrolled the new screen to its top
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (start > 0) hold = holdPosition(root, start);
        latest = readPosition(root);
        addEventListener('scroll', onScroll, { passive: true });
      }),
    );
    if (isDirty) wait();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      hold?.letGo();
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [root, lessonId, report]);
}
