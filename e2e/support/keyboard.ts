import { expect, type Locator, type Page } from '@playwright/test';
const MOST_STOPS = 60;

/**
 * Returns the focused element's focus indicator, e.g. `3px solid`; empty if there is none. A card's link draws it around the card, with
 * `::after`; a field around its frame, a box or a switch around its visible part. Between the last and the first stop the page itself has
 * the focus.
 */
const ringOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    if (document.activeElement === document.body) return 'the page';
    const focused = document.activeElement!;
    const frames = ['.MuiInputBase-root', '.MuiButtonBase-root'].map((frame) => focused.closest(frame));
    const track = focused.closest('.MuiSwitch-root')?.querySelector('.MuiSwitch-track');
    const drawn = [focused, ...frames, track].filter((element) => element instanceof Element);
    const rings = [...drawn.map((element) => getComputedStyle(element)), getComputedStyle(focused, '::after')];
    const ring = rings.find(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px');
    return ring ? `${ring.outlineWidth} ${ring.outlineStyle}` : '';
  });

const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement!.tagName} ${document.activeElement!.textContent?.slice(0, 40) ?? ''}`);

/** Presses Tab until the target has the focus; every stop on the way must show a focus indicator. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await ringOf(page), `a ring around ${await nameOfFocus(page)}`).not.toBe('');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`not reached by ${MOST_STOPS} tabs: ${target}`);
}

/** Waits until a screen's heading has the focus, as after every navigation. */
export const headingFocused = (page: Page, name?: string | RegExp): Promise<void> =>
  page.locator('h1:focus', name === undefined ? {} : { hasText: name }).waitFor();
