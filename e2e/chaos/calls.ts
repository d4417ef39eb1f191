import type { Page } from '@playwright/test';
import { pause, type Installation } from './installation.ts';

const NAMES = ['Ada', 'Ben', 'Carol', 'Dora'] as const;
const CONNECTED_MS = 90_000;

/** Connects four fake cameras in a study room. A fifth user gets the reason for the refusal, and a user who drops out reconnects. */
export async function calls(on: Installation): Promise<void> {
  const first = await on.enter(NAMES[0], '/community/study-rooms');
  await first.page.getByLabel('Name of the room').fill('Algebra');
  await first.page.getByRole('button', { name: 'Create Room' }).click();
  await first.page.getByRole('heading', { name: 'Algebra' }).waitFor();
  const { pathname, search } = new URL(first.page.url());
  const people = [first];
  for (const name of NAMES.slice(1)) people.push(await on.enter(name, pathname + search));
  const pages = people.map(({ page }) => page);
  await report(on, 'four cameras', pages);

  const fifth = await on.enter('Eve', pathname + search);
  const refusal = fifth.page.getByText('The room is full: 4 people are in the call.');
  const isNotified = await refusal.waitFor({ timeout: 90_000 }).then(
    () => true,
    () => false,
  );
  console.log(`calls: the fifth ${isNotified ? 'reads “The room is full: 4 people are in the call.”' : 'sees no message'}`);
  if (!isNotified) on.problems.push('calls: the fifth saw no message');
  await fifth.context.close();

  // one user loses the network for a while: both the socket and the video
  const begun = Date.now();
  await people[1]!.context.setOffline(true);
  await pause(6_000);
  await people[1]!.context.setOffline(false);
  await report(on, 'one reconnected after 6 s without network', pages);
  // another user's page is reloaded
  await pages[2]!.reload();
  await report(on, 'one reconnected after reloading the page', pages);
  console.log(`calls: both within ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  for (const { context } of people) await context.close();
}

/** Waits until every screen shows all four participants connected, with moving video. */
async function report(on: Installation, what: string, pages: readonly Page[]): Promise<void> {
  const begun = Date.now();
  let moving: number[] = [];
  while (Date.now() - begun < CONNECTED_MS) {
    moving = await Promise.all(pages.map(movingOn));
    if (moving.every((count) => count === pages.length)) break;
    await pause(500);
  }
  console.log(
    `calls: ${what}: ${moving.join(', ')} moving videos on ${pages.length} screens after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  );
  if (moving.some((count) => count !== pages.length)) on.problems.push(`calls: ${what}: not every screen shows every participant`);
}

const movingOn = (page: Page): Promise<number> =>
  page.locator('figure[data-connected="true"] video').evaluateAll(async (found) => {
    const videos = found as HTMLVideoElement[];
    const before = videos.map(({ currentTime }) => currentTime);
    await new Promise((resolve) => setTimeout(resolve, 400));
    return videos.filter((video, n) => video.videoWidth > 0 && video.currentTime > before[n]!).length;
  });
