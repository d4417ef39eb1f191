import type { Page } from '@playwright/test';
import { control } from './sandbox.ts';

export const stripe = {
  /** Moves its clock forward and runs everything due by then. It cannot go back: `forget` resets it. */
  passDays: (days: number) => control('PUT', 'stripe/clock', { advance_s: days * 86_400 }),
  /** Sets how webhook events are delivered; without settings, restores the default. */
  delivery: (settings: object = {}) => control('PUT', 'stripe/delivery', settings),
  /** Pays a checkout session as its page would; `more` selects another card. */
  complete: (session: string, more: object = {}) => control('POST', 'stripe/complete', { session, ...more }),
  /** Clears the stand-in and resets its clock. */
  forget: () => control('DELETE', 'stripe'),
};

/** The stand-in's cards, by their outcome. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksOwner: '4000 0025 0000 3155',
  asksAlways: '4000 0027 6000 3184',
} as const;

/** Pays on the payment page with a card, or starts a trial without one. */
export async function payAt(page: Page, card: string | null): Promise<void> {
  await page.getByRole('heading', { name: 'Sandbox Checkout' }).waitFor();
  await page.getByRole('radio', { name: card === null ? 'No card now' : 'Card', exact: card !== null }).check();
  if (card !== null) await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^(Pay|Subscribe|Start trial)/ }).click();
}
