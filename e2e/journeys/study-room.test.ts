import type { Locator, Page } from '@playwright/test';
import { createAccount, PASSWORD } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { DESKTOP, PHONE, SLOW, expect, test, type Visit } from '../support/test.ts';

/** Opens a screen as a signed-in adult, with the browser's fake camera and microphone. */
async function enter(visit: Visit, name: string, screen: string): Promise<Page> {
  const { user } = await createAccount(name, 1990);
  const { page, context } = await visit({ tolerate: /WebSocket|Failed to load resource/ });
  await page.goto('/sign-in');
  await context.grantPermissions(['camera', 'microphone']);
  await signInByForm(page, user.email, PASSWORD);
  await page.waitForURL('**/welcome');
  await page.goto(screen);
  return page;
}

/** Tiles of connected participants with moving pictures. */
const moving = (page: Page) =>
  page
    .locator('figure[data-connected="true"] video')
    .evaluateAll((videos) => videos.filter((video) => (video as HTMLVideoElement).videoWidth > 0).length);

/** Nothing covers its middle, and nothing was scrolled to see it. */
const inFirstView = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    scrollTo(0, 0);
    const { top, bottom, left, width } = element.getBoundingClientRect();
    return bottom <= innerHeight && element.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2));
  });

test('ROOM-01 ROOM-02 three people see each other, a dropped one comes back, and the room ends with the last', SLOW, async ({ visit }) => {
  // three browsers that encode and decode video on two processors
  test.slow();
  const ada = await enter(visit, 'Ada', '/community/study-rooms');
  await ada.getByText('No room is open').waitFor();
  await ada.getByLabel('Name of the room').fill('Algebra');
  await ada.getByRole('button', { name: 'Create Room' }).click();
  await ada.getByRole('heading', { name: 'Algebra' }).waitFor();
  const address = new URL(ada.url());
  const others: Page[] = [];
  for (const name of ['Ben', 'Carol']) others.push(await enter(visit, name, `${address.pathname}${address.search}`));
  for (const page of [ada, ...others]) await expect.poll(() => moving(page)).toBe(3);

  // however large the pictures are, the button to leave is in the first view
  for (const size of [DESKTOP, PHONE]) {
    await ada.setViewportSize(size);
    for (const name of ['Mute', 'Camera off', 'End Call']) {
      const button = ada.getByRole('button', { name, exact: true });
      await expect.poll(() => inFirstView(button), { message: `${name} at ${size.width} px` }).toBe(true);
    }
  }
  await ada.setViewportSize(DESKTOP);

  // Ben's page disappears and returns
  await others[0]!.reload();
  await expect.poll(() => moving(others[0]!)).toBe(3);
  await expect.poll(() => moving(ada)).toBe(3);

  await ada.getByRole('button', { name: 'Mute', exact: true }).click();
  await others[1]!.locator('figure', { hasText: 'Ada' }).getByText('microphone off').waitFor();
  await ada.getByLabel('Your message').fill('Page 12?');
  await ada.getByLabel('Your message').press('Enter');
  await others[1]!.getByText('Page 12?').waitFor();

  for (const page of [...others, ada]) await page.getByRole('button', { name: 'End Call' }).click();
  await ada.getByText('The call has ended').waitFor();
  await ada.getByText('No room is open').waitFor();
});
