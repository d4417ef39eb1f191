import { useCallback, useEffect, useRef } from 'react';
import { saveReadingPlace, type ReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** A place is sent when scrolling has rested this long, ms. */
const REST_MS = 1_500;
/** How long what comes into a lesson late (formulas, diagrams, fonts) may move it while the place is held, ms. */
const SETTLE_MS = 4_000;
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** What a position counts. Both devices show the same blocks, however wide their lines are. */
const BLOCKS = 'p, li, h3, h4, h5, h6, pre, tr, figure';
/** Height of what stays at the top of the screen, and a little air, px. */
const HEAD_PX = 96;

const blocksOf = (root: Element): Element[] => [...root.querySelectorAll(BLOCKS)];

/** Which block is at the top of the screen, and how far into it. 0 at the top of the lesson. */
export function readPosition(root: Element): number {
  const blocks = blocksOf(root);
  const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > HEAD_PX);
  if (at < 0) return blocks.length;
  const { top, height } = blocks[at]!.getBoundingClientRect();
  const into = height > 0 ? Math.min(0.99, Math.max(0, (HEAD_PX - top) / height)) : 0;
  return Math.round((at + into) * 100) / 100;
}

/** Scrolls so that this position is at the top of the screen again. */
export function goToPosition(root: Element, position: number): void {
  const blocks = blocksOf(root);
  const block = blocks[Math.min(Math.floor(position), blocks.length - 1)];
  if (!block) return;
  const { top, height } = block.getBoundingClientRect();
  window.scrollTo({ top: window.scrollY + top + height * (position % 1) - HEAD_PX, behavior: 'instant' });
}

interface Hold {
  readonly isHeld: () => boolean;
  readonly letGo: () => void;
}

/**
 * Goes to a position and stays there while the lesson is still growing, until somebody does something.
 */
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
  /** The lesson's text on the page; null before it is there. */
  readonly root: Element | null;
  /** What is known of where its reader stopped. */
  readonly stored: ReadingPlace | null;
  readonly onSaved: (place: ReadingPlace) => void;
}

/**
 * Goes on where reading stopped, on this device or another, and reports where it is: once scrolling rests, and when the lesson is left or hidden.
 * A report that fails is made good by the next one.
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
      const read_at = new Date().toISOString();
      // the screens of this tab know at once; the server, and with it other devices, soon
      saved.current({ lesson_id: lessonId, position, read_at });
      void call(saveReadingPlace, { params: { course_id: courseId }, body: { lesson_id: lessonId, position, read_at } }).catch(
        () => undefined,
      );
    },
    [courseId, lessonId],
  );

  useEffect(() => {
    if (!root || lessonId === undefined) return;
    let latest = readPosition(root);
    let isDirty = place.current?.lesson_id !== lessonId;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      if (isDirty) report(latest);
      isDirty = false;
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, REST_MS);
    };
    let hold: Hold | null = null;
    const onScroll = () => {
      // until somebody scrolls, the place is the one that is held
      if (hold?.isHeld()) return;
      const position = readPosition(root);
      if (position === latest) return;
      latest = position;
      isDirty = true;
      wait();
    };
    const onHide = () => document.visibilityState === 'hidden' && flush();

    // after the router has put a new screen at its top
    const start = place.current?.lesson_id === lessonId ? place.current.position : 0;
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
