import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import type { Locator, Page } from '@playwright/test';
import { selectPassage } from './scenes/scenes-reading.ts';
import { DESKTOP, PHONE, type Visit } from './test.ts';

/** Somebody at a page whose presses are counted: of a control, of a field to type in it, two of a list to choose from it. Scrolling is none. */
export interface Presser {
  readonly page: Page;
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** Selects words of the lesson's text, by one press that is held. */
  select(words: string): Promise<void>;
}

export const DEVICES = ['desktop', 'phone'] as const;
export type Device = (typeof DEVICES)[number];

/**
 * Does a task as somebody who has just signed in, on the page that the product opens, or on another.
 * @returns the presses it took
 */
export async function pressesOf(
  visit: Visit,
  { as, on, from = '/' }: { readonly as: () => Promise<SessionAnswer>; readonly on: Device; readonly from?: string },
  task: (person: Presser) => Promise<void>,
): Promise<number> {
  const { page } = await visit({ session: await as(), viewport: on === 'phone' ? PHONE : DESKTOP });
  let presses = 0;
  const counted = (act: Promise<void>) => {
    presses += 1;
    return act;
  };
  await page.goto(from);
  await task({
    page,
    press: (control) => counted(control.click()),
    type: (field, text) => counted(field.fill(text)),
    select: (words) => counted(selectPassage(page, words)),
  });
  return presses;
}
