import { createAccount, PASSWORD } from '../support/account.ts';
import { headingFocused, tabTo } from '../support/keyboard.ts';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test } from '../support/test.ts';

test.beforeEach(() => sandbox.latency(200, { claude: 1000 }));
test.afterEach(() => sandbox.latency(0));

test.describe('without a mouse', () => {
  test(
    'AUTH-04 BLD-16 SHELL-05 G43 A03 signs in, requests a course, reads a lesson, finds the notifications and signs out',
    SLOW,
    async ({ visit }) => {
      const { user } = await createAccount();
      const { page } = await visit();
      const { keyboard } = page;

      await page.goto('/');
      await tabTo(page, page.getByRole('link', { name: 'Sign in' }));
      await keyboard.press('Enter');
      // a new document: the focus starts at its beginning
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await tabTo(page, page.getByLabel('Email'));
      await keyboard.type(user.email);
      await tabTo(page, page.getByLabel(/^Password/));
      await keyboard.type(PASSWORD);
      await keyboard.press('Enter');
      await headingFocused(page, 'What have you always wanted to understand?');
      await tabTo(page, page.getByRole('button', { name: 'More' }));
      await keyboard.press('Enter');
      await headingFocused(page, 'AI Builder');

      await tabTo(page, page.getByLabel('Topic'));
      await keyboard.type('Chess');
      await tabTo(page, page.getByLabel('Learning goals'));
      await keyboard.type('Tie six of them blind');
      await tabTo(page, page.getByLabel('Age of the learner'));
      await keyboard.type('17');
      await tabTo(page, page.getByRole('button', { name: /^Depth/ }));
      await keyboard.press('Enter');
      await tabTo(page, page.getByLabel('Content depth'));
      await keyboard.type('Over');
      expect(await page.getByLabel('Content depth').inputValue()).toBe('overview');
      // the library's own course would open at once
      await tabTo(page, page.getByRole('switch', { name: /^Tutor/ }));
      await keyboard.press('Space');
      await tabTo(page, page.getByRole('button', { name: 'Generate Course' }));
      await keyboard.press('Enter');

      // it is shown for seconds, at an unknown time
      const told = page.getByText('Course generated').waitFor();
      await headingFocused(page, /chess/i);
      await tabTo(page, page.getByRole('link', { name: /^Read now/ }).first());
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Key takeaways' }).waitFor();
      await headingFocused(page);
      await told;

      const bell = page.getByRole('button', { name: /^Notifications/ });
      await tabTo(page, bell);
      await keyboard.press('Enter');
      const notices = page.getByRole('dialog', { name: 'Notifications' });
      await notices.getByText(/” is ready$/).waitFor();
      await keyboard.press('Escape');
      await notices.waitFor({ state: 'detached' });
      await expect(bell, 'the focus comes back').toBeFocused();

      await tabTo(page, page.getByRole('button', { name: 'Profile menu' }));
      await keyboard.press('Enter');
      await tabTo(page, page.getByRole('link', { name: 'Accessibility' }));
      await keyboard.press('Enter');
      await tabTo(page, page.getByRole('switch', { name: 'High contrast' }));
      await keyboard.press('Space');
      await tabTo(page, page.getByRole('button', { name: 'Apply' }));
      await keyboard.press('Enter');
      await page.locator('html[data-scheme="contrast"]').waitFor();
      await tabTo(page, page.getByRole('button', { name: 'Profile menu' }));
      await keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: 'Sign Out' }));
      await keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Say what you want to learn' }).waitFor();
    },
  );

  test('the first stop of a screen skips the navigation', async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/create');
    await page.getByLabel('Topic').waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Topic'));
  });
});
