import type { Page } from '@playwright/test';
import { dialog, press, type Scene } from './scenes.ts';

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });
const legal = (address: string, title: string): Scene => ({
  name: title.toLowerCase(),
  who: 'nobody',
  address: () => address,
  ready: heading(title),
});

/** Opens the assistant and waits for an answer that contains figures. */
async function askForPrices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'AI Assistant' }).click();
  await page.getByLabel('Your question').fill('What does it cost?');
  await page.keyboard.press('Enter');
}

/** “$2.5 billion”, a statement by the operator. */
const STATED = { cents: [250] };

/** The screens of visitors: the static documents, and the dialogs over them. */
export const SCENES_FOR_VISITORS: readonly Scene[] = [
  { name: 'landing', who: 'nobody', address: () => '/', ready: heading('Say what you want to learn') },
  {
    name: 'landing, assistant asked',
    who: 'nobody',
    address: () => '/',
    act: askForPrices,
    ready: (page) => page.getByRole('log').getByText('A year costs ten months'),
  },
  {
    name: 'landing, install explained',
    who: 'nobody',
    address: () => '/',
    act: press('Install App'),
    ready: (page) => page.getByRole('alertdialog', { name: 'Install App' }),
  },
  {
    name: 'landing inside the app',
    who: 'nobody',
    address: () => '/sign-in',
    act: press('Back to Home'),
    ready: heading('Say what you want to learn'),
  },
  { name: 'contact sales', who: 'nobody', address: () => '/contact-sales?plan=enterprise', ready: heading('Contact Sales') },
  {
    name: 'sign-in, assistant asked',
    who: 'nobody',
    address: () => '/sign-in',
    act: askForPrices,
    ready: (page) => page.getByRole('log').getByText('A year costs ten months'),
  },
  {
    name: 'terms over the form',
    who: 'nobody',
    address: () => '/sign-in?mode=create&terms=read',
    ready: (page) => page.getByRole('dialog', { name: 'Terms and Conditions' }).getByRole('heading', { name: 'List prices' }),
  },
  { name: 'investors', who: 'nobody', address: () => '/investors', ready: heading('Investor information'), worksOut: STATED },
  {
    name: 'investors, pitch deck',
    who: 'nobody',
    address: () => '/',
    act: press('Investor Pitch Deck'),
    ready: (page) => page.getByRole('dialog', { name: 'Investor Pitch Deck' }).getByText('Slide 1 of 6'),
  },
  {
    name: 'investors, valuation analysis',
    who: 'nobody',
    address: () => '/investors',
    act: press('View Valuation Analysis'),
    ready: dialog('Comprehensive Valuation Analysis'),
    worksOut: STATED,
  },
  legal('/terms', 'Terms and Conditions'),
  legal('/privacy-policy', 'Privacy policy'),
  legal('/privacy', 'Your privacy'),
  legal('/accessibility-statement', 'Accessibility statement'),
  legal('/accreditation-info', 'Accreditation'),
];
