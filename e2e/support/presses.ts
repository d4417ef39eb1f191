import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import type { Locator, Page } from '@playwright/test';
import { selectPassage } from './scenes/scenes-reading.ts';
import { DESKTOP, PHONE, type Visit } from './test.ts';

/** A user whose presses are counted: one for a control or for typing in a field, two for choosing from a list. Scrolling does not count. */
export interface Presser {
  readonly page: Page;
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** Selects words of the lesson's text, with one held press. */
  select(words: string): Promise<void>;
}

export const DEVICES = ['desktop', 'phone'] as const;
export type Device = (typeof DEVICES)[number];

/**
 * Does a task as a user who has just signed in, on the page that the product opens, or on another.
 * @returns the number of presses
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
