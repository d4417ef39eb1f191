import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';
import { injectFault } from '#ops/chaos/faults.ts';
import { seeded } from '#ops/chaos/seeded.ts';
import { pause, quantile, type Installation } from './installation.ts';

const TARGET_MS = 250;
const MEASURED = 40;

/**
 * Two users chat. First measures how long a message, the typing indicator and presence take from one screen to the other. Then cuts sockets and
 * kills the api while both keep writing: in the end both screens must show every message once, in the same order.
 */
export async function chat(on: Installation, { seed, cuts, kills }: { seed: number; cuts: number; kills: number }): Promise<void> {
  const sockets = new Set<WebSocketRoute>();
  const cutLater = (context: BrowserContext) =>
    context.routeWebSocket('**/ws/**', (socket) => {
      const server = socket.connectToServer();
      sockets.add(socket);
      const forget = () => void sockets.delete(socket);
      socket.onClose((code) => (forget(), server.close({ code: code === undefined || code < 3000 ? 4000 : code })));
      server.onClose((code) => (forget(), socket.close({ code: code === undefined || code < 3000 ? 4000 : code })));
    });
  const [ada, ben] = [await on.enter('Ada', '/community/chat', cutLater), await on.enter('Ben', '/community/chat', cutLater)];
  const pages = [ada.page, ben.page];
  for (const page of pages) await page.getByText('Live', { exact: true }).waitFor();

  await measure(on, pages);

  const random = seeded(seed);
  const wanted = [...Array<'cut'>(cuts).fill('cut'), ...Array<'kill'>(kills).fill('kill')]
    .map((what) => ({ what, at: random() }))
    .toSorted((one, other) => one.at - other.at);
  const sent: string[] = [];
  let isStorming = true;
  const writing = pages.map(async (page, who) => {
    for (let n = 0; isStorming; n += 1) {
      const text = `${who === 0 ? 'Ada' : 'Ben'} says ${n} in storm ${seed}`;
      sent.push(text);
      await write(page, text);
      await pause(200 + random() * 600);
    }
  });
  let [cut, killed] = [0, 0];
  for (const { what } of wanted) {
    await pause(500 + random() * 2_500);
    if (what === 'cut') {
      while (sockets.size === 0) await pause(50);
      const [victim] = [...sockets].toSorted(() => random() - 0.5);
      await victim!.close({ code: 4000 });
      sockets.delete(victim!);
      cut += 1;
    } else {
      while (!(await injectFault('api', { stack: on.stack, knex: on.knex, random }))) await pause(100);
      killed += 1;
    }
  }
  isStorming = false;
  await Promise.all(writing);
  const begun = Date.now();
  const shown = (page: Page) =>
    page
      .locator('[id^="message-"] p')
      .evaluateAll((all, storm) => all.map((one) => one.textContent ?? '').filter((text) => text.endsWith(storm)), `storm ${seed}`);
  let seen: string[][] = [];
  while (Date.now() - begun < 90_000) {
    seen = await Promise.all(pages.map(shown));
    if (seen.every((texts) => texts.length === sent.length)) break;
    await pause(500);
  }
  const [first, second] = seen as [string[], string[]];
  const missing = seen.map((texts) => sent.filter((text) => !texts.includes(text)).length);
  const twice = seen.map((texts) => texts.length - new Set(texts).size);
  const isOrdered = JSON.stringify(first) === JSON.stringify(second);
  console.log(
    `chat: ${cut} sockets cut, the api killed ${killed} times: ${sent.length} messages; missing ${missing.join(' and ')}, duplicated ${twice.join(' and ')}, ${isOrdered ? 'in the same order on both' : 'in different orders'}`,
  );
  if ([...missing, ...twice].some((count) => count > 0)) on.problems.push('chat: a message is missing or duplicated');
  if (!isOrdered) on.problems.push('chat: the two screens do not show the same order');
  await Promise.all([ada.context.close(), ben.context.close()]);
}

/** Sends one message, retrying while sending fails: each time its text is restored to the field. */
async function write(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Your message', { exact: true }).last();
  await field.fill(text);
  for (;;) {
    await field.press('Enter');
    // sent: the field is empty and no message is pending
    for (let waited = 0; waited < 200; waited += 1) {
      await pause(50);
      const isPending = (await page.locator('[data-state="sending"]').count()) > 0;
      if (!isPending) break;
    }
    if ((await page.locator('[data-state="failed"]').count()) === 0 && (await field.inputValue()) === '') return;
    await pause(300);
    if ((await field.inputValue()) === '') await field.fill(text);
  }
}

async function measure(on: Installation, [ada, ben]: readonly Page[]): Promise<void> {
  const times = { message: [] as number[], typing: [] as number[], presence: [] as number[] };
  const until = async (kind: keyof typeof times, act: () => Promise<unknown>, text: string, isGone = false) => {
    // observed inside the page, so that the delay of the browser's automation is not measured
    const seen = ben!.evaluate(
      ([words, gone]) =>
        new Promise<number>((resolve) => {
          const check = () => document.body.innerText.includes(words as string) !== gone && (resolve(Date.now()), true);
          if (check()) return;
          const observer = new MutationObserver(() => check() && observer.disconnect());
          observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        }),
      [text, isGone] as const,
    );
    const begun = Date.now();
    await act();
    times[kind].push((await seen) - begun);
  };
  const field = ada!.getByLabel('Your message', { exact: true }).last();
  for (let n = 0; n < MEASURED; n += 1) {
    await until('typing', () => field.pressSequentially('H'), 'Ada Moreno is typing');
    await field.fill(`Measured message ${n}`);
    await until('message', () => field.press('Enter'), `Measured message ${n}`);
    await ben!.getByText('Ada Moreno is typing').waitFor({ state: 'hidden' });
  }
  const hide = (isHidden: boolean) =>
    ada!.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  for (let n = 0; n < MEASURED / 4; n += 1) {
    await until('presence', () => hide(true), 'away');
    await until('presence', () => hide(false), 'away', true);
  }
  for (const [kind, values] of Object.entries(times)) {
    const p95 = quantile(values, 0.95);
    console.log(
      `chat: ${kind} on the other screen, p50 / p95 (target ≤ ${TARGET_MS} ms): ${quantile(values, 0.5)} / ${p95} ms, of ${values.length}`,
    );
    if (p95 > TARGET_MS) on.problems.push(`chat: ${kind} took ${p95} ms`);
  }
}
