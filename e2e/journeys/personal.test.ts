import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { createAccount, PASSWORD } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { resize } from '../support/page-checks.ts';
import { PHONE, SLOW, expect, test } from '../support/test.ts';

const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('dialog', { name: 'Profile menu' }).getByRole('link', { name: entry, exact: true }).click();
};
/** The applied settings of the page: the scheme, the text size in px, and the language. */
const appliedSettings = (page: Page) =>
  page.evaluate(() => {
    const { documentElement: root } = document;
    return [root.dataset.scheme, Number.parseFloat(getComputedStyle(root).fontSize), root.lang];
  });

test.describe('the profile menu', () => {
  test('SET-03 SET-06 SET-07 A11Y-01 settings apply at once, are saved, and apply in the next browser that signs in', async ({ visit }) => {
    const person = await createAccount();
    const { page } = await visit({ session: person });
    await page.goto('/create');
    await menu(page, 'Settings');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await page.getByRole('switch', { name: 'Large text' }).click();
    expect(await appliedSettings(page)).toEqual(['dark', 20, 'en']);
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await page.getByRole('link', { name: 'AI Builder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save All Settings' }).click();
    await page.getByText('¡Todos los ajustes se han guardado correctamente!').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Ajustes y preferencias' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Ajustes y preferencias' }).waitFor();
    expect(await appliedSettings(page)).toEqual(['dark', 20, 'es']);

    const { page: elsewhere } = await visit();
    await elsewhere.goto('/sign-in');
    await signInByForm(elsewhere, person.user.email, PASSWORD);
    await elsewhere.getByRole('heading', { level: 1, name: '¿Qué has querido entender siempre?' }).waitFor();
    expect(await appliedSettings(elsewhere)).toEqual(['dark', 20, 'es']);
  });

  test(
    'SHELL-10 settings, subscription, profiles, the full profile, plans and token packages come from the server',
    SLOW,
    async ({ visit }) => {
      const { page } = await visit({ session: await createAccount() });
      const loaded = new Set<string>();
      page.on('response', (answer) => answer.ok() && loaded.add(new URL(answer.url()).pathname.replace(/[0-9a-f-]{36}$/, ':id')));
      const loads = (...paths: string[]) => expect.poll(() => paths.filter((path) => !loaded.has(path))).toEqual([]);
      await page.goto('/courses?dialog=plan');
      await loads('/api/settings/:id', '/api/packages', '/api/subscription');
      await page.getByRole('dialog').getByText('$30', { exact: false }).first().waitFor();
      await page.goto('/community/people');
      await loads('/api/user-profiles');
      await page.goto('/profile');
      await loads('/api/user/profile/complete');
    },
  );

  test('A11Y-01 G43 with large text, nothing in a dialog runs past the edge of a phone', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount(), viewport: PHONE });
    await page.goto('/courses');
    await page.evaluate(() => localStorage.setItem('accessibility', JSON.stringify({ large_text: true })));
    const ready = { tokens: 'radio', plan: 'radio', journey: 'radio', bio: 'textbox', accessibility: 'switch', help: 'heading' } as const;
    for (const [name, role] of Object.entries(ready)) {
      await page.goto(`/courses?dialog=${name}`);
      await page.getByRole('dialog').getByRole(role).first().waitFor();
      for (const width of [PHONE.width, 360]) {
        await resize(page, { ...PHONE, width });
        expect((await appliedSettings(page))[1]).toBe(20);
        const beyond = await page.getByRole('dialog').evaluate((dialog) =>
          [dialog, ...dialog.querySelectorAll('*')]
            .filter((part) => getComputedStyle(part).overflowX !== 'visible' && part.clientWidth > 2)
            .map((part) => part.scrollWidth - part.clientWidth)
            .filter((px) => px > 1),
        );
        expect(beyond, `${name} at ${width} px`).toEqual([]);
      }
    }
  });

  test('EXP-01 the export is a zip that describes its contents, and contains the person’s data', SLOW, async ({ visit }) => {
    const person = await createAccount();
    const { page } = await visit({ session: person });
    await page.goto('/settings');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export my data' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^coursewright-data-export-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzipSync(readFileSync(await download.path()));
    const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
    expect(texts['README.txt']).toContain('.json');
    expect(Object.values(texts).join('\n')).toContain(person.user.email);
    for (const [name, text] of Object.entries(texts)) if (name.endsWith('.json')) expect(() => JSON.parse(text), name).not.toThrow();
    await page.getByText('Your data is in your downloads.').waitFor();
  });
});
