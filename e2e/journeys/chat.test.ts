import type { Page } from '@playwright/test';
import { createAccount, PASSWORD } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { expect, test, type Visit } from '../support/test.ts';

/** Opens a screen as a signed-in user. */
async function enter(visit: Visit, name: string, screen: string): Promise<Page> {
  const { user } = await createAccount(name, 1990);
  // the browser logs broken and refused sockets, and requests without a network
  const { page } = await visit({ tolerate: /WebSocket|ERR_INTERNET_DISCONNECTED/ });
  await page.goto('/sign-in');
  await signInByForm(page, user.email, PASSWORD);
  await page.waitForURL('**/welcome');
  await page.goto(screen);
  return page;
}

test('CHAT-01 CHAT-02 CHAT-11 CHAT-14 two people chat live; what the socket missed is fetched, each message once and in order', async ({
  visit,
}) => {
  const [ada, ben] = [await enter(visit, 'Ada', '/community/chat'), await enter(visit, 'Ben', '/community/chat')];
  for (const page of [ada, ben]) await page.getByText('Live', { exact: true }).waitFor();
  // the room is shared: messages of an earlier attempt are still there
  const stamp = Date.now();
  const away = `While Ben was away ${stamp}`;
  const edited = `Edited for Ben ${stamp}`;
  const write = async (page: Page, text: string) => {
    await page.getByLabel('Your message').fill(text);
    await page.getByLabel('Your message').press('Enter');
  };
  await ada.getByLabel('Your message').pressSequentially('Hel');
  await ben.getByRole('status').getByText('Ada Moreno is typing').waitFor();
  await write(ada, `Hello from Ada ${stamp}`);
  await ben.getByText(`Hello from Ada ${stamp}`).waitFor();
  // Ben's network fails and returns
  await ben.context().setOffline(true);
  await write(ada, away);
  await ada.getByText(away).waitFor();
  await ben.context().setOffline(false);
  await ben.getByText(away).waitFor();
  const shown = (page: Page) => page.locator('[id^="message-"] p').allTextContents();
  await expect.poll(async () => (await shown(ben)).slice(-12)).toEqual((await shown(ada)).slice(-12));
  const all = await shown(ben);
  expect(all.filter((text) => text === away)).toHaveLength(1);

  // an edit is shown, and a deleted message disappears
  const own = ada.locator('[id^="message-"]', { hasText: away });
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Your message').fill(edited);
  await ada.getByRole('button', { name: 'Save' }).click();
  await ben.getByText(edited).waitFor();
  await ada.locator('[id^="message-"]', { hasText: edited }).getByRole('button', { name: 'Delete' }).click();
  await ben.getByText('This message was deleted.').last().waitFor();
  await ben.getByText(edited).waitFor({ state: 'hidden' });
});
