import type { Page } from '@playwright/test';

/** The windows in which a screen's primary action must be visible without scrolling. */
export const FOLDS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** In a narrower column, running text is read word by word. */
const FEWEST_CHARACTERS = 24;

/**
 * Returns the visible elements with the wrong shape, each with its text and size: faces that are not circles, running text in columns of a
 * word or two, words cut by `overflow: hidden`, and labels of buttons, chips and tabs that end in dots.
 */
export function misshapen(page: Page): Promise<string[]> {
  return page.evaluate((fewest) => {
    const faults: string[] = [];
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const say = (element: Element, what: string) => {
      const { width, height } = element.getBoundingClientRect();
      const words = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50);
      faults.push(`${what}: ${element.tagName.toLowerCase()} “${words}”, ${Math.round(width)} × ${Math.round(height)} px`);
    };
    for (const face of document.querySelectorAll('.MuiAvatar-root')) {
      const { width, height } = face.getBoundingClientRect();
      if (isShown(face) && Math.abs(width - height) > 1) say(face, 'an avatar that is not square');
    }

    const isInline = (child: Element) => /^inline|^contents/.test(getComputedStyle(child).display);
    for (const text of document.querySelectorAll('p, li, dd, blockquote, figcaption, [role="alert"], [role="status"]')) {
      const words = (text.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
      if (words.length < 3 * fewest || !isShown(text) || ![...text.querySelectorAll('*')].every(isInline)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
      // one line fewer than the text has, because the last may be short
      if (lines > 2 && words.length / (lines - 1) < fewest) say(text, `a text of ${Math.round(words.length / lines)} characters a line`);
    }

    for (const box of document.body.querySelectorAll<HTMLElement>('*:not(svg *, input, textarea, select, [aria-hidden="true"] *)')) {
      const style = getComputedStyle(box);
      const [cutsAcross, cutsDown] = [/hidden|clip/.test(style.overflowX), /hidden|clip/.test(style.overflowY)];
      if ((!cutsAcross && !cutsDown) || !isShown(box)) continue;
      const isTooWide = cutsAcross && box.scrollWidth - box.clientWidth > 1;
      const isTooHigh = cutsDown && box.scrollHeight - box.clientHeight > 2;
      if (!isTooWide && !isTooHigh) continue;
      const endsInDots = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (endsInDots && box.closest('.MuiButton-root, .MuiChip-root, .MuiTab-root') === null) continue;
      const edge = box.getBoundingClientRect();
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        // a formula scrolls in its own box, and its signs are taller than their line
        if (node.data.trim() === '' || !node.parentElement || node.parentElement.closest('.katex') || !isShown(node.parentElement))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rect = range.getBoundingClientRect();
        const isCut =
          (isTooWide && (rect.right > edge.right + 1 || rect.left < edge.left - 1)) ||
          (isTooHigh && (rect.bottom > edge.bottom + 2 || rect.top < edge.top - 2));
        if (rect.width <= 2 || !isCut) continue;
        say(box, `“${node.data.trim().slice(0, 30)}” is cut`);
        break;
      }
    }
    return faults;
  }, FEWEST_CHARACTERS);
}

/** Px between a caption of the phone's bar and the edge of the window. */
const FROM_EDGE = 3.5;

/**
 * Returns what does not keep its place beside its neighbours: words under the menu in the corner of a table's row, names of figures side by
 * side that are not on one line, bars of a ranking that are not equally long, and captions of a phone's bar at the edge of the window.
 */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate((fromEdge) => {
    const faults: string[] = [];
    const wordsOf = (element: Element) => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50);
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const isShown = (element: Element) => boxOf(element).width > 2 && element.checkVisibility({ visibilityProperty: true });
    /** The lines of an element's words, without those for screen readers. */
    const linesOf = (element: Element): DOMRect[] => {
      const lines: DOMRect[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        if (walker.currentNode.parentElement && isShown(walker.currentNode.parentElement)) lines.push(...range.getClientRects());
      }
      return lines.filter(({ width }) => width > 2);
    };

    for (const corner of document.querySelectorAll('tr > [data-corner]')) {
      const menu = corner.querySelector('button, a');
      if (!menu || !isShown(menu)) continue;
      const box = boxOf(menu);
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
      for (const cell of corner.parentElement!.children)
        if (cell !== corner && linesOf(cell).some(isUnder)) faults.push(`under the menu of its row: “${wordsOf(cell)}”`);
    }

    for (const figures of document.querySelectorAll('dl')) {
      const terms = [...figures.querySelectorAll('dt')].filter((term) => term.parentElement !== figures && isShown(term));
      for (const [at, term] of terms.entries()) {
        const next = terms[at + 1];
        if (!next) continue;
        const [one, other] = [boxOf(term.parentElement!), boxOf(next.parentElement!)];
        const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (shared > Math.min(one.height, other.height) / 2 && Math.abs(boxOf(term).top - boxOf(next).top) > 2)
          faults.push(`names of figures that are not on one line: “${wordsOf(term)}”, “${wordsOf(next)}”`);
      }
    }

    for (const ranking of document.querySelectorAll('ol')) {
      const bars = [...ranking.querySelectorAll(':scope > li [role="progressbar"]')].filter(isShown);
      const lengths = new Set(bars.map((bar) => Math.round(boxOf(bar).width)));
      if (Math.max(...lengths) - Math.min(...lengths) > 2) faults.push(`bars of ${[...lengths].join(', ')} px in one list`);
    }

    for (const nav of document.querySelectorAll('nav')) {
      if (getComputedStyle(nav).position !== 'fixed' || boxOf(nav).width < innerWidth - 1) continue;
      for (const entry of nav.querySelectorAll('a, button'))
        for (const { left, right } of linesOf(entry))
          // what an ellipsis stands for is not seen
          if (Math.max(left, boxOf(entry).left) < fromEdge || Math.min(right, boxOf(entry).right) > innerWidth - fromEdge)
            faults.push(`at the edge of the window: “${wordsOf(entry)}”`);
    }
    return faults;
  }, FROM_EDGE);
}

/**
 * Returns the captions of a page's primary buttons if none of them is in the first view; empty if one can be seen and pressed there, or if
 * the page has none.
 */
export function belowTheFold(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, 0);
    // a lesson is read first, and its actions are at its end
    if (document.querySelector('#content article')) return [];
    const room = [...document.querySelectorAll('[role="dialog"]')].findLast((dialog) => dialog.checkVisibility()) ?? document;
    const primary = [...room.querySelectorAll<HTMLElement>('.MuiButton-contained')].filter((button) =>
      button.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    const canBePressed = (button: HTMLElement) => {
      const { left, top, width, height, bottom } = button.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) return false;
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && (button.contains(there) || there.contains(button));
    };
    return primary.some(canBePressed) ? [] : primary.map((button) => (button.textContent ?? '').trim());
  });
}
