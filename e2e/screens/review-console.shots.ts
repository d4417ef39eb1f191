import { enter, SAMPLE_OPERATOR } from '../support/account.ts';
import { resize, setScheme, horizontalOverflow } from '../support/page-checks.ts';
import { misshapen } from '../support/look-check.ts';
import { changeLanguage } from '../support/languages.ts';
import { mkdirSync } from 'node:fs';
import { test } from '../support/test.ts';

const OUT = process.env['OUT'] ?? '/tmp/w/shots-console';
const WORDS = (process.env['SECTIONS'] ?? '').split(',').filter(Boolean);
const ALL = [
  '',
  'runs',
  'batches',
  'dead-letters',
  'schedules',
  'services',
  'compare',
  'connections',
  'alerts',
  'charts',
  'limits',
  'payments',
  'sales',
  'contracts',
  'people',
  'moderation',
  'market',
  'translations',
  'keys',
  'audit',
];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

test('console', async ({ visit }) => {
  mkdirSync(OUT, { recursive: true });
  const { page } = await visit({ tolerate: /./, viewport: SIZES.desktop, session: await enter(SAMPLE_OPERATOR) });
  const shots = async (name: string) => {
    await page.waitForTimeout(900);
    await page.evaluate(async () => void (await document.fonts.ready));
    for (const size of ['desktop', 'phone'] as const) {
      await resize(page, SIZES[size]);
      for (const scheme of ['light', 'dark'] as const) {
        await setScheme(page, scheme);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.screenshot({
          path: `${OUT}/${name}--${size}--${scheme}.png`,
          fullPage: true,
          clip: { x: 0, y: 0, width: SIZES[size].width, height: Math.min(height, size === 'phone' ? 2200 : 1700) },
        });
      }
      const over = await horizontalOverflow(page);
      const bad = await misshapen(page);
      if (over.px || bad.length) console.log(name, size, over.px, over.by, bad);
    }
    await resize(page, SIZES.desktop);
    await setScheme(page, 'light');
  };
  const firsts: Record<string, string | null> = {};
  for (const id of ALL.filter((one) => WORDS.length === 0 || WORDS.includes(one || 'overview'))) {
    await page.goto(id === '' ? '/operator' : `/operator/${id}`);
    await page.locator('#content h1').first().waitFor();
    if (['runs', 'batches', 'audit', 'compare', 'dead-letters'].includes(id)) {
      await page.waitForTimeout(1200);
      firsts[id] = await page
        .locator(`main a[href^="/operator/${id}/"]`)
        .first()
        .getAttribute('href', { timeout: 1500 })
        .catch(() => null);
      if (id === 'runs') {
        const ids = await page.locator('[role=row][data-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));
        firsts['runs'] = ids[0] ? `/operator/runs/${ids[0]}` : null;
      }
    }
    await shots(id === '' ? 'overview' : id);
  }
  for (const [id, href] of Object.entries(firsts)) {
    if (!href) {
      console.log('none of', id);
      continue;
    }
    await page.goto(href);
    await page.locator('#content h1').first().waitFor();
    await page.waitForTimeout(1000);
    await shots(`${id}-one`);
  }
  // the course that was written, as the waterfall's main case
  await page.goto('/operator/runs?find=kind%3Dcourse');
  await page.waitForTimeout(1500);
  const course = await page
    .locator('[role=row][data-id]')
    .first()
    .getAttribute('data-id')
    .catch(() => null);
  if (course) {
    await page.goto(`/operator/runs/${course}`);
    await page.waitForTimeout(1500);
    await shots('run-of-course');
  }
  await page.goto('/operator');
  await page.waitForTimeout(800);
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(500);
  await page.keyboard.type('pause');
  await shots('palette');
  await page.keyboard.press('Escape');
  for (const id of ['', 'runs', 'audit', 'services']) {
    await page.goto(`/operator/${id}`);
    await page.locator('#content h1').first().waitFor();
    await changeLanguage(page, 'ar');
    await shots(`ar-${id || 'overview'}`);
    await page.evaluate(() => localStorage.setItem('language', 'en'));
  }
});
