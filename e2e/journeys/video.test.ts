import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createAccount, PASSWORD } from '../support/account.ts';
import { describeCourse, generate, signInByForm } from '../support/forms.ts';
import { SLOW, expect, test } from '../support/test.ts';

test('OPS-01 VID-01 VID-04 VID-06 VID-08 VID-15 a picture becomes a clip that plays, is found on My Courses, and is downloaded', async ({
  visit,
}) => {
  const { user } = await createAccount('Ines');
  const { page } = await visit();
  await page.goto('/sign-in?next=/create');
  await signInByForm(page, user.email, PASSWORD);
  await page.getByRole('button', { name: /^Video/ }).click();
  await page.getByRole('combobox', { name: 'Start with' }).selectOption('image');
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  await page.getByLabel('Starting picture: JPG, PNG or WebP').setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: bytes });
  await page.getByAltText('Selected picture').waitFor();
  await page.getByLabel('What happens in the video (optional)').fill('Waves reach the shore');
  await page.getByText('Included in your plan: 10 seconds of video remaining.').waitFor();
  await page.getByRole('button', { name: 'Generate video' }).click();
  const player = page.getByLabel('Waves reach the shore', { exact: true });
  await page.getByRole('progressbar', { name: 'Filming: Waves reach the shore' }).waitFor();

  // leaves the page while the clip is being filmed
  await page.goto('/courses');
  await page.getByRole('heading', { name: 'Generated videos' }).waitFor();
  await player.waitFor();
  const duration = () => player.evaluate((video: HTMLVideoElement) => video.duration);
  await player.evaluate((video: HTMLVideoElement) => video.load());
  await page.getByRole('button', { name: 'Options: Waves reach the shore' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe('Waves reach the shore.mp4');
  expect(
    readFileSync(await download.path())
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp');
  // a browser without H.264 does not know the duration; the test of its making checks the file itself
  if (await page.evaluate(() => document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== '')) {
    await player.evaluate((video: HTMLVideoElement) => void video.play());
    await expect.poll(duration).toBeCloseTo(5, 0);
    await player.evaluate((video: HTMLVideoElement) => void (video.currentTime = 4));
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(4);
  }
});

test('BLD-17 a course comes with pictures that were drawn beside it; its owner has another drawn, or none', SLOW, async ({ visit }) => {
  const { user } = await createAccount('Ines');
  const { page } = await visit();
  await page.goto('/sign-in?next=/create');
  await signInByForm(page, user.email, PASSWORD);
  await describeCourse(page, { topic: 'Photography', goals: 'Choose aperture and shutter', age: 40, pictures: true });
  await generate(page);
  await page.getByRole('link', { name: 'Open course' }).first().click();
  const cover = page.getByRole('main').locator('img[fetchpriority="high"]');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  expect((await cover.getAttribute('alt'))!.length).toBeGreaterThan(20);
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'About' }).click();
  const covers = page.getByRole('region', { name: 'Pictures and clip' }).getByRole('listitem').first();
  const before = await covers.locator('img').getAttribute('src');
  await page.getByText('A new picture costs 5 tokens.').waitFor();
  await covers.getByRole('button', { name: 'New picture' }).click();
  await expect.poll(() => covers.locator('img').getAttribute('src')).not.toBe(before);
  await covers.getByRole('button', { name: 'No picture' }).click();
  await covers.getByText('A generated pattern is shown here.').waitFor();
  expect(await cover.count()).toBe(0);
  // the pictures of its modules stay, each at the start of its module's first lesson
  await page.getByRole('link', { name: 'Start Learning' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('article')
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1280);
});
