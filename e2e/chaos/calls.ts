import type { Page } from 'playwright-core';
import { pause, type Installation } from './installation.ts';

const NAMES = ['Ada', 'Ben', 'Carol', 'Dora'] as const;
const CONNECTED_MS = 90_000;

/** Four made-up cameras in a study room see each other; a fifth person is told why not; one who drops comes back. */
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
  const isTold = await refusal.waitFor({ timeout: 90_000 }).then(
    () => true,
    () => false,
  );
  console.log(`calls: the fifth ${isTold ? 'reads “The room is full: 4 people are in the call.”' : 'is told nothing'}`);
  if (!isTold) on.problems.push('calls: the fifth was told nothing');
  await fifth.context.close();

  // one loses the network for a while: socket and pictures
  const begun = Date.now();
  await people[1]!.context.setOffline(true);
  await pause(6_000);
  await people[1]!.context.setOffline(false);
  await report(on, 'one whose network was away for 6 s is back', pages);
  // and one whose page is gone
  await pages[2]!.reload();
  await report(on, 'one whose page was loaded anew is back', pages);
  console.log(`calls: both within ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  for (const { context } of people) await context.close();
}

/** Tiles whose person is connected and whose picture goes on: on each screen all four. */
async function report(on: Installation, what: string, pages: readonly Page[]): Promise<void> {
  const begun = Date.now();
  let moving: number[] = [];
  while (Date.now() - begun < CONNECTED_MS) {
    moving = await Promise.all(pages.map(movingOn));
    if (moving.every((count) => count === pages.length)) break;
    await pause(500);
  }
  console.log(
    `calls: ${what}: ${moving.join(', ')} moving pictures on ${pages.length} screens after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  );
  if (moving.some((count) => count !== pages.length)) on.problems.push(`calls: ${what}: not everybody sees everybody`);
}

const movingOn = (page: Page): Promise<number> =>
  page.locator('figure[data-connected="true"] video').evaluateAll(async (found) => {
    const videos = found as HTMLVideoElement[];
    const before = videos.map(({ currentTime }) => currentTime);
    await new Promise((resolve) => setTimeout(resolve, 400));
    return videos.filter((video, n) => video.videoWidth > 0 && video.currentTime > before[n]!).length;
  });
