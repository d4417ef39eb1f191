import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

type Scheme = 'light' | 'dark' | 'contrast';

/** Puts a page into a scheme, as the choice in the profile menu does, with its colours there at once. */
export const wear = (page: Page, scheme: Scheme): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.setAttribute('data-scheme', name);
    for (const transition of document.getAnimations()) transition.finish();
  }, scheme);

/**
 * Gives a page another window, and sometimes larger type, and waits until it has answered: its media queries and observers are heard in the
 * next frame, and what they change is laid out in the one after.
 */
export async function resize(page: Page, viewport: { readonly width: number; readonly height: number }, typeSize?: string): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(async (fontSize) => {
    if (fontSize) document.documentElement.style.fontSize = fontSize;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  }, typeSize);
}

/** Opens every fold of a page. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** The rules a change of scheme can break: everything else is the same markup. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

interface AxeInPage {
  readonly axe: { run(shown: ElementContext, options: RunOptions): Promise<AxeResults> };
}

const AXE_SOURCE = (createRequire(import.meta.url)('axe-core') as { readonly source: string }).source;

/** Straight to the browser, past the client: half a megabyte of script takes it longer than all that it is brought for. */
async function bringAxe(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Runtime.evaluate', { expression: `${AXE_SOURCE};0` });
  await browser.detach();
}

/** What axe finds against WCAG 2.2 AA, one line a node: rule, element, why. Our pages have no frames. */
export async function violationsOf(page: Page, rules: 'all' | 'of colour' | 'of markup' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await bringAxe(page);
  const options: RunOptions = {
    runOnly: rules === 'of colour' ? { type: 'rule', values: OF_COLOUR } : { type: 'tag', values: WCAG },
    ...(rules === 'of markup' && { rules: Object.fromEntries(OF_COLOUR.map((rule) => [rule, { enabled: false }])) }),
    // what is well is not told of each element: half of the time
    resultTypes: ['violations'],
  };
  return page.evaluate(async (asked) => {
    // a diagram that is being drawn is not shown yet: what is shown is its image
    const shown: ElementContext = { exclude: ['[id^="dlesson-diagram"]'] };
    const { violations } = await (globalThis as unknown as AxeInPage).axe.run(shown, asked);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
  }, options);
}

/** How many px a page is wider than its window once it has answered its size, with the elements that stick out; 0 px and none when it fits. */
export function sidewaysScroll(page: Page): Promise<{ px: number; by: string[] }> {
  return page.evaluate(async () => {
    const { clientWidth: width } = document.documentElement;
    const excess = () => document.documentElement.scrollWidth - width;
    // what hears of a new size late, on a busy machine, is waited for
    for (const since = performance.now(); excess() > 0 && performance.now() - since < 2_000;)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const px = excess();
    const isScrolledInside = (element: Element) => element.parentElement?.closest('[data-table], pre') !== null;
    const by =
      px <= 0
        ? []
        : [...document.body.querySelectorAll('*')]
            .filter((element) => {
              const { left, right } = element.getBoundingClientRect();
              // in a page that runs from right to left it is the left edge that is passed
              return (right > width + 0.5 || left < -0.5) && !isScrolledInside(element);
            })
            .map((element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').slice(0, 40)}”`)
            .slice(-5);
    return { px: Math.max(0, px), by };
  });
}

/** Texts set in a column of a letter or two, as happens beside something that does not give way. */
export function squeezedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) => element.getBoundingClientRect().width <= 2;
    return [...document.body.querySelectorAll<HTMLElement>('*')]
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
 * How far each of these texts begins from where the first one does, in px, counted from the right: 0 for all when they are set in one
 * column of an interface that runs from right to left.
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

/** Saves what is on screen to $SHOTS_DIR, when that is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS_DIR;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
