import { POLL_MESSAGES_MS, POLL_ONLINE_USERS_MS, POLL_TYPING_MS } from '#contract/chat/chat.contract.ts';
import { pause, quantile, type Installation } from './installation.ts';

const WATCHED_MS = 30_000;
const WRITTEN = 20;
/** The tolerance for timers, which fire a little late in a busy browser, never early. */
const LATE_MS = 1_000;

/** Rejects all sockets: the badge must say so, the page must poll at the specified intervals, and no message may be missed. */
export async function fallback(on: Installation): Promise<void> {
  const requested = { messages: [] as number[], 'online-users': [] as number[], 'typing-users': [] as number[] };
  const { page, context } = await on.enter('Ada', '/community/chat', (profile) =>
    profile.routeWebSocket('**/ws/**', (socket) => void socket.close({ code: 1011 })),
  );
  const ben = await on.enter('Ben', '/create');
  await page.getByText('Syncing', { exact: true }).waitFor();
  // polling starts after five seconds without a socket
  await pause(6_000);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const kind = Object.keys(requested).find((name) => request.method() === 'GET' && pathname.endsWith(`/${name}`));
    if (kind) requested[kind as keyof typeof requested].push(Date.now());
  });
  const texts: string[] = [];
  for (let n = 0; n < WRITTEN; n += 1) {
    const content = `Unheard message ${n}`;
    const answer = await fetch(`${on.stack.url}/api/community-chat/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ben.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: crypto.randomUUID(), content }),
    });
    if (answer.ok) texts.push(content);
    await pause(WATCHED_MS / WRITTEN);
  }
  await page.getByText(texts.at(-1)!, { exact: true }).waitFor({ timeout: 15_000 });
  const shown = await page.locator('[id^="message-"] p').allTextContents();
  const wrong = texts.filter((text) => shown.filter((one) => one === text).length !== 1).length;
  const intervals = { messages: POLL_MESSAGES_MS, 'online-users': POLL_ONLINE_USERS_MS, 'typing-users': POLL_TYPING_MS };
  for (const [kind, at] of Object.entries(requested)) {
    const gaps = at.slice(1).map((time, n) => time - at[n]!);
    const wanted = intervals[kind as keyof typeof intervals];
    console.log(`fallback: ${kind} every ${wanted} ms: p50 ${quantile(gaps, 0.5)} ms of ${gaps.length} gaps`);
    if (Math.abs(quantile(gaps, 0.5) - wanted) > LATE_MS) on.problems.push(`fallback: ${kind} came every ${quantile(gaps, 0.5)} ms`);
  }
  console.log(`fallback: the badge says Syncing; ${texts.length} messages, ${wrong} missing or duplicated`);
  if (wrong > 0 || texts.length < WRITTEN) on.problems.push('fallback: messages were missed');
  await Promise.all([context.close(), ben.context.close()]);
}
