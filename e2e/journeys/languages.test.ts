import { optionsOf } from '#contract/courses/quiz.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { createAccount } from '../support/account.ts';
import { scriptOf } from '../support/chunks.ts';
import { offsetsFromTheRight, resize, shoot } from '../support/page-checks.ts';
import { SCENES_COURSES } from '../support/scenes/scenes-courses.ts';
import { changeLanguage, readIn, readInEnglish, storeLanguageChoice } from '../support/languages.ts';
import { DESKTOP, PHONE, SLOW, expect, test, type OpenScene } from '../support/test.ts';

test.afterEach(() => readInEnglish());

/** Opens a scene in English, and changes its language. */
async function openInArabic(open: OpenScene, name: string) {
  const page = await open(SCENES_COURSES.find((scene) => scene.name === name)!);
  readIn('ar');
  await changeLanguage(page, 'ar');
  return page;
}

test.describe('SHELL-01 an English course in an interface that runs from right to left', () => {
  test('has the numbers before its questions, and every answer beside its button, long or short', async ({ open, album }) => {
    const page = await openInArabic(open, 'learning, a question answered wrong');
    await resize(page, PHONE);
    const item = album.run.course.modules[0]!.lessons[0]!.quiz[0]!;
    expect(await page.getByText(`1. ${item.question}`, { exact: true }).getAttribute('dir')).toBe('ltr');
    const group = page.getByRole('group', { name: item.question });
    const answers = group.locator('label span[dir]');
    expect(await answers.count()).toBe(optionsOf(item).length);
    // one that takes two lines and one that takes less than one
    await answers.first().evaluate((element) => (element.textContent = 'An answer with many words in it. '.repeat(4)));
    await answers.last().evaluate((element) => (element.textContent = 'Short'));
    await shoot(page, 'ar answers of two lengths');
    expect(await offsetsFromTheRight(answers)).toEqual(optionsOf(item).map(() => 0));
  });

  test('has its subject at the edge of the column, like the interface text', SLOW, async ({ open, album }) => {
    const page = await openInArabic(open, 'course, about it');
    await resize(page, DESKTOP);
    await shoot(page, 'ar course details at the edge');
    const about = page.locator('main p > span').filter({ hasText: album.run.course.description });
    const texts = about.or(page.getByRole('heading', { name: t('Learning objectives') }));
    expect(await offsetsFromTheRight(texts)).toEqual([0, 0]);
  });
});

test.describe('SHELL-05 the language in the profile menu', () => {
  test('changes every word at once, keeps the form being filled in, and persists after a reload', async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    await page.goto('/create');
    await page.getByLabel('Topic').fill('Bees');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    readIn('ar');
    await page.getByRole('heading', { name: t('AI Builder') }).waitFor();
    expect(await page.getByLabel(t('Topic')).inputValue()).toBe('Bees');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('profile-button');
    await page.reload();
    await page.getByRole('heading', { name: t('AI Builder') }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  });

  test('stays English if the texts do not arrive', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await createAccount(), tolerate: /Failed to load resource|dynamically imported/ });
    await storeLanguageChoice(page, 'es');
    await page.route(`**${scriptOf('src/lib/texts/es.po')}`, (route) => route.abort());
    await page.goto('/create');
    await page.getByRole('heading', { name: 'AI Builder' }).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['en', 'ltr']);
  });

  test('loads no texts or fonts of other languages for readers of English', async ({ visit }) => {
    const { page } = await visit({ session: await createAccount() });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/create');
    await page.getByRole('heading', { name: 'AI Builder' }).waitFor();
    await page.waitForLoadState('networkidle');
    const others = ['es', 'ar'].map((language) => scriptOf(`src/lib/texts/${language}.po`));
    expect(asked.filter((path) => others.includes(path) || path.includes('vazirmatn'))).toEqual([]);
  });
});
