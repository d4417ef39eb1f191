import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { expect, test, type Visit, type Visitor } from '../support/test.ts';

/** Opens a screen as a signed-in user. */
async function enter(visit: Visit, name: string, screen: string): Promise<Visitor & { token: string }> {
  const { user, access_token: token } = await createAccount(name, 1990);
  // the browser logs sockets that break or are refused, and what is fetched while the network is away
  const visitor = await visit({ tolerate: /WebSocket|ERR_INTERNET_DISCONNECTED/ });
  await visitor.page.goto('/sign-in');
  await signInByForm(visitor.page, user.email, PASSWORD);
  await visitor.page.waitForURL('**/create');
  await visitor.page.goto(screen);
  return { ...visitor, token };
}

test('CHAT-01 CHAT-02 CHAT-11 CHAT-14 two people chat live; what the socket missed is fetched, each message once and in order', async ({
  visit,
}) => {
  const [{ page: ada }, { page: ben }] = [await enter(visit, 'Ada', '/community/chat'), await enter(visit, 'Ben', '/community/chat')];
  for (const page of [ada, ben]) await page.getByText('Live', { exact: true }).waitFor();
  // the room is everybody's: what an earlier attempt wrote is still there
  const stamp = Date.now();
  const away = `While Ben was away ${stamp}`;
  const edited = `Edited for Ben ${stamp}`;
  const write = async (page: typeof ada, text: string) => {
    await page.getByLabel('Your message').fill(text);
    await page.getByLabel('Your message').press('Enter');
  };
  await ada.getByLabel('Your message').pressSequentially('Hel');
  await ben.getByRole('status').getByText('Ada Moreno is typing').waitFor();
  await write(ada, `Hello from Ada ${stamp}`);
  await ben.getByText(`Hello from Ada ${stamp}`).waitFor();
  // how long until the other browser shows it
  const delays: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const begun = performance.now();
    await write(ada, `Measured ${n} ${stamp}`);
    await ben.getByText(`Measured ${n} ${stamp}`, { exact: true }).waitFor();
    delays.push(performance.now() - begun);
  }
  console.log(`from the key to the other screen: ${delays.map((ms) => ms.toFixed(0)).join(' ')} ms`);

  // Ben's network fails and returns
  await ben.context().setOffline(true);
  await write(ada, away);
  await ada.getByText(away).waitFor();
  await ben.context().setOffline(false);
  await ben.getByText(away).waitFor({ timeout: 30_000 });
  const shown = (page: typeof ada) => page.locator('[id^="message-"] p').allTextContents();
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

test('CHAT-12 where sockets are refused it says Syncing, and nothing is missed', async ({ visit }) => {
  const ada = await enter(visit, 'Ada', '/courses');
  await ada.page.routeWebSocket('**/ws/**', (socket) => socket.close({ code: 1011 }));
  await ada.page.goto('/community/chat');
  await ada.page.getByText('Syncing', { exact: true }).waitFor();
  const ben = await createAccount('Ben', 1990);
  const text = `Written by Ben ${Date.now()}`;
  const answer = await fetch(new URL('/api/community-chat/messages', ada.page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${ben.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message_id: crypto.randomUUID(), content: text, room_id: COMMUNITY_ROOM_ID }),
  });
  expect(answer.status).toBe(200);
  await ada.page.getByText(text).waitFor({ timeout: 15_000 });
});
