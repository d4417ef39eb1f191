import type { Page } from '@playwright/test';
import { button, heading, type Scene, text } from './scenes.ts';
import { refusing } from '../mocks.ts';

const refuseToSave = refusing('**/api/user/settings', 400, 'Not now.');
const share = (page: Page) => page.getByRole('switch', { name: 'Share my profile' }).click();

/** The screens of the profile menu. */
export const SCENES_PERSONAL: readonly Scene[] = [
  { name: 'profile', who: 'learner', address: () => '/profile', ready: heading('Plan and progress') },
  { name: 'settings', who: 'newcomer', address: () => '/settings', ready: button('Save All Settings') },
  {
    name: 'settings, not saved',
    who: 'newcomer',
    address: () => '/settings',
    arrange: refuseToSave,
    act: async (page) => {
      await share(page);
      await page.getByRole('button', { name: 'Save All Settings' }).click();
    },
    ready: (page) => page.getByText('Failed to save settings. Not now.').first(),
  },
  {
    name: 'settings, asked before leaving',
    who: 'newcomer',
    address: () => '/settings',
    act: async (page) => {
      await share(page);
      await page.getByRole('link', { name: 'AI Builder' }).click();
    },
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }),
  },
  {
    name: 'search and commands',
    who: 'learner',
    address: () => '/courses',
    act: async (page) => {
      await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
      // the key handler attaches a moment after the screen renders
      const field = page.getByRole('combobox', { name: 'Search and commands' });
      for (let tries = 0; tries < 40 && !(await field.isVisible()); tries += 1) {
        await page.keyboard.press('Control+k');
        await page.waitForTimeout(100);
      }
      await field.fill('co');
    },
    ready: (page) => page.getByRole('option', { name: 'My Courses' }),
  },
  {
    name: 'edit bio, too long',
    who: 'newcomer',
    address: () => '/courses?dialog=bio',
    act: (page) => page.getByRole('textbox', { name: 'Bio' }).fill('I keep bees on a roof. '.repeat(14)),
    ready: text('322/300 characters'),
  },
  {
    name: 'accessibility settings',
    who: 'newcomer',
    address: () => '/courses?dialog=accessibility',
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: 'Apply' }),
  },
  {
    name: 'help and support',
    who: 'newcomer',
    address: () => '/courses?dialog=help',
    act: async (page) => {
      const questions = page.getByRole('dialog').locator('summary');
      await questions.last().waitFor();
      for (const question of await questions.all()) await question.click();
    },
    ready: text('or ask in AI Mentor itself.'),
  },
];
