import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Locator, Page } from '@playwright/test';

type Scheme = 'light' | 'dark' | 'contrast';

/** Switches a page to a colour scheme, as the profile menu does, without the transition. */
export const setScheme = (page: Page, scheme: Scheme): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.setAttribute('data-scheme', name);
    // only animations over time: those over the scroll position, such as a row's fade at its ends, would show the end
    for (const animation of document.getAnimations()) if (animation.timeline === document.timeline) animation.finish();
  }, scheme);

/**
 * Changes a page's viewport, unless it has that size, and optionally its type size, and waits until the layout is done: media queries and observers fire in the frame
 * after the page has the new size, and their changes are laid out in the one after.
 */
export async function resize(page: Page, viewport: { readonly width: number; readonly height: number }, typeSize?: string): Promise<void> {
  const now = page.viewportSize();
  if (now?.width === viewport.width && now.height === viewport.height && !typeSize) return;
  await page.setViewportSize(viewport);
  await page.evaluate(
    async ({ width, fontSize }) => {
      if (fontSize) document.documentElement.style.fontSize = fontSize;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      do await frame();
      while (!matchMedia(`(width: ${width}px)`).matches);
      await frame();
      await frame();
    },
    { width: viewport.width, fontSize: typeSize },
  );
}

/** Opens every collapsed section of a page. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    for (const fold of document.querySelectorAll<HTMLElement>('.MuiAccordionSummary-root[aria-expanded="false"]')) fold.click();
  });

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** The rules that a change of scheme can break, because the markup stays the same. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

interface AxeInPage {
  readonly axe: { run(shown: ElementContext, options: RunOptions): Promise<AxeResults> };
}

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns axe's findings against WCAG 2.2 AA, one line per node: rule, element, why. The product's pages have no frames. */
export async function axeViolations(page: Page, rules: 'all' | 'of colour' | 'of markup' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE_SOURCE);
  const options: RunOptions = {
    runOnly: rules === 'of colour' ? { type: 'rule', values: OF_COLOUR } : { type: 'tag', values: WCAG },
    ...(rules === 'of markup' && { rules: Object.fromEntries(OF_COLOUR.map((rule) => [rule, { enabled: false }])) }),
    // omitting the passed rules halves the time
    resultTypes: ['violations'],
  };
  return page.evaluate(async (asked) => {
    // a diagram being rendered is invisible: only its finished image is shown
    const shown: ElementContext = { exclude: ['[id^="dlesson-diagram"]'] };
    const { violations } = await (globalThis as unknown as AxeInPage).axe.run(shown, asked);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
  }, options);
}

/**
 * Returns by how many px a page is wider than its viewport once its layout has settled, with the overflowing elements and their edges; 0 px
 * and none if it fits.
 */
export function horizontalOverflow(page: Page): Promise<{ px: number; by: string[] }> {
  return page.evaluate(async () => {
    const { clientWidth: width } = document.documentElement;
    const excess = () => document.documentElement.scrollWidth - width;
    // on a busy machine, observers may react to the new size late: waits for them
    for (const since = performance.now(); excess() > 0 && performance.now() - since < 10_000;)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const px = excess();
    const isScrolledInside = (element: Element) => element.parentElement?.closest('[data-table], pre') !== null;
    const by =
      px <= 0
        ? []
        : [...document.body.querySelectorAll('*')]
            .flatMap((element) => {
              const { left, right } = element.getBoundingClientRect();
              // a right-to-left page overflows at its left edge
              if ((right <= width + 0.5 && left >= -0.5) || isScrolledInside(element)) return [];
              const text = (element.textContent ?? '').slice(0, 40);
              return [`${element.tagName.toLowerCase()} “${text}” from ${Math.round(left)} to ${Math.round(right)} px`];
            })
            .filter((_, index, all) => index < 8 || index >= all.length - 4);
    return { px: Math.max(0, px), by };
  });
}

/** Returns pressable elements at the end of a page that are covered by the bar at the bottom of a phone's window; empty without a bar. */
export function controlsUnderBar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const from = scrollY;
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const bar = [...document.querySelectorAll('nav')].find((nav) => {
      const { bottom, width } = nav.getBoundingClientRect();
      return getComputedStyle(nav).position === 'fixed' && width >= innerWidth - 1 && bottom >= innerHeight - 1;
    });
    const under = new Set<Element>();
    if (bar) {
      const { top, bottom } = bar.getBoundingClientRect();
      for (let y = top + 2; y < bottom; y += 8)
        for (let x = 4; x < innerWidth; x += 16) {
          const stack = document.elementsFromPoint(x, y);
          // elements above it, such as a dialog, are visible
          const last = stack.findLastIndex((element) => bar.contains(element));
          for (const element of last < 0 ? [] : stack.slice(last + 1)) {
            const control = element.closest('a, button, input, select, textarea');
            if (control) under.add(control);
          }
        }
    }
    scrollTo({ top: from, behavior: 'instant' });
    return [...under].map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
  });
}

/** Returns texts squeezed into a column of a letter or two, as happens beside an element that does not shrink. */
export function squeezedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) => element.getBoundingClientRect().width <= 2;
    return [...document.body.querySelectorAll<HTMLElement>('*:not(svg *)')] // text in a drawing does not wrap, and is scaled with the drawing
      .filter((element) => {
        const own = [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent?.trim())
          .join(' ');
        const { width } = element.getBoundingClientRect();
        return own.length >= 8 && !isHidden(element) && width < 2.5 * parseFloat(getComputedStyle(element).fontSize);
      })
      .map((element) => element.textContent ?? '');
  });
}

/**
 * Returns the distance of each text's start from that of the first, in px from the right: 0 for all if they are aligned in one column of a
 * right-to-left interface.
 */
export const offsetsFromTheRight = (texts: Locator): Promise<number[]> =>
  texts.evaluateAll((elements) => {
    const rights = elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.max(...[...range.getClientRects()].map(({ right }) => right));
    });
    return rights.map((right) => Math.round(rights[0]! - right));
  });

/** Saves a screenshot to $SHOTS_DIR, if that is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS_DIR;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Returns open entries of rails and rows of tabs that are scrolled out of view or covered. */
export const openOutOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const entry of document.querySelectorAll<HTMLElement>('nav [aria-current="page"]')) {
      const nav = entry.closest('nav')!;
      const box = entry.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(entry).visibility === 'hidden') continue;
      const frame = nav.getBoundingClientRect();
      // for a rail that stays in the window; a row may be scrolled away with its page
      const isRail = ['sticky', 'fixed'].includes(getComputedStyle(nav).position);
      const isBeside = box.left < frame.left - 2 || box.right > frame.right + 2;
      const isBelow = isRail && (box.top < frame.top - 2 || box.bottom > Math.min(frame.bottom, innerHeight) + 2);
      if (isBeside || isBelow) found.push(entry.textContent?.trim() ?? '');
    }
    return found;
  });

/** Returns where the tabs of each sample header begin within it, and each tab's width, which must be the same everywhere. */
export const headBoxes = (page: Page): Promise<{ readonly tops: number[]; readonly widths: number[][] }> =>
  page.evaluate(() => {
    const heads = [...document.querySelectorAll<HTMLElement>('[data-head-sample]')];
    return {
      tops: heads.map((head) => Math.round(head.querySelector('nav')!.getBoundingClientRect().top - head.getBoundingClientRect().top)),
      widths: heads.map((head) => [...head.querySelectorAll('nav li')].map((tab) => Math.round(tab.getBoundingClientRect().width))),
    };
  });

/** Display names of the AI services, their vendors and their models. */
const OF_SERVICES = /\b(?:Claude|Grok|Gemini|OpenAI|ChatGPT|GPT|Anthropic|xAI|(?:claude|grok|gemini|gpt)-\d?[\w.-]+)\b/;

/**
 * Returns the texts on a page of an installation without an AI service, including those for screen readers, that name one all the same.
 */
export async function servicesNamed(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      // what people and courses write is theirs
      if (!node.parentElement?.closest('script, style, noscript, textarea, article [lang]')) found.push(node.textContent ?? '');
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  return [...new Set(texts)].filter((text) => OF_SERVICES.test(text));
}
