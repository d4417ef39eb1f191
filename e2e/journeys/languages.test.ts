import { beforeAll, describe, expect, it } from 'vitest';
import { t } from '#frontend/lib/text.ts';
import { createAccount } from '../support/account.ts';
import { DESKTOP, PHONE, useBrowser } from '../support/browser.ts';
import { shoot, sidewaysScroll, squeezedTexts, violationsOf, wear } from '../support/look.ts';
import { recordAlbum, type People } from '../support/record-album.ts';
import type { Album, Scene } from '../support/scenes.ts';
import { chooseBefore, LANGUAGES, readIn, SCENES_IN_LANGUAGES, type OtherLanguage } from '../support/scenes-in-languages.ts';

const { visit } = useBrowser();
let people: People;
let album: Album;

beforeAll(async () => {
  ({ people, album } = await recordAlbum());
}, 400_000);

async function open(scene: Scene, language: OtherLanguage) {
  readIn(language);
  const session = people[scene.who];
  const { page } = await visit({ tolerate: /Failed to load resource/, ...(session && { session }) });
  await chooseBefore(page, language);
  await scene.arrange?.(page, album);
  await page.goto(scene.address(album));
  await scene.act?.(page, album);
  await scene.ready(page, album).waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
  return page;
}

describe.each(Object.keys(LANGUAGES) as OtherLanguage[])('SHELL-01 the interface in %s', (language) => {
  it.each(SCENES_IN_LANGUAGES.map((scene) => [scene.name, scene] as const))(
    '%s: WCAG 2.2 AA, and nothing scrolls sideways',
    async (_, scene) => {
      const page = await open(scene, language);
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        language,
        LANGUAGES[language],
      ]);
      for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
        await page.setViewportSize(viewport);
        await wear(page, 'light');
        expect(await violationsOf(page), size).toEqual([]);
        expect(await sidewaysScroll(page), size).toEqual({ px: 0, by: [] });
        await shoot(page, `${language} ${scene.name} ${size}`.replaceAll(/[ ,]+/g, '-'));
      }
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await sidewaysScroll(page), '320 px wide').toEqual({ px: 0, by: [] });
      expect(await squeezedTexts(page), '320 px wide').toEqual([]);
    },
  );
});

describe('SHELL-05 the language in the profile menu', () => {
  it('changes every word at once, keeps what is being filled in, and is there again after a reload', async () => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/create');
    await page.getByLabel('Topic').fill('Bees');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('radio', { name: 'العربية' }).click();
    readIn('ar');
    await page.getByRole('heading', { name: t('AI Builder') }).waitFor();
    expect(await page.getByLabel(t('Topic')).inputValue()).toBe('Bees');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('profile-button');
    await page.reload();
    await page.getByRole('heading', { name: t('AI Builder') }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  });

  it('stays English when the texts do not arrive', async () => {
    const { page } = await visit({ session: await createAccount(), tolerate: /Failed to load resource|dynamically imported/ });
    await chooseBefore(page, 'es');
    await page.route(/\/assets\/es-.*\.js/, (route) => route.abort());
    await page.goto('/create');
    await page.getByRole('heading', { name: 'AI Builder' }).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['en', 'ltr']);
  });

  it('loads nothing of another language, nor its letters, for who reads English', async () => {
    const { page } = await visit({ session: await createAccount() });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/create');
    await page.getByRole('heading', { name: 'AI Builder' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /\/assets\/((es|ar)-|vazirmatn)/.test(path))).toEqual([]);
  });
});
