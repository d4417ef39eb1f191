import { axeViolations, headBoxes, horizontalOverflow, resize, setScheme, shoot, squeezedTexts } from '../support/page-checks.ts';
import { DESKTOP, PHONE, SLOW, expect, test } from '../support/test.ts';

for (const [size, viewport] of Object.entries({ desktop: { width: 1440, height: 900 }, phone: PHONE }))
  test(
    `the kit's page shows every part in all its states: ${size}; axe finds nothing in three schemes, and nothing scrolls sideways`,
    SLOW,
    async ({ visit }) => {
      const { page } = await visit({ viewport });
      await page.goto('/kit');
      await page.getByRole('heading', { level: 1, name: 'The kit' }).waitFor();
      await page.locator('[aria-label="Loading"] [data-loading] .MuiSkeleton-root').first().waitFor();
      await page.evaluate(async () => void (await document.fonts.ready));
      for (const scheme of ['light', 'dark', 'contrast'] as const) {
        await setScheme(page, scheme);
        await shoot(page, `kit-${size}-${scheme}`);
        expect(await axeViolations(page, scheme === 'light' ? 'all' : 'of colour'), scheme).toEqual([]);
      }
      expect(await horizontalOverflow(page)).toEqual({ px: 0, by: [] });
    },
  );

test(
  'on the kit’s page overlays are opened by keyboard and closed by Escape, dense controls are smaller, and text twice as large fits',
  SLOW,
  async ({ visit }) => {
    const { page } = await visit({ viewport: DESKTOP });
    await page.goto('/kit');
    const opener = page.getByRole('button', { name: 'Open a dialog' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Stop writing?' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();

    const heightOf = async () => (await page.getByRole('button', { name: 'Review first', exact: true }).boundingBox())!.height;
    const usual = await heightOf();
    await page.getByRole('switch', { name: 'Dense' }).check();
    expect([usual, await heightOf()]).toEqual([42, 32]);

    await resize(page, { width: 360, height: 800 }, '200%');
    expect(await horizontalOverflow(page)).toEqual({ px: 0, by: [] });
    expect(await squeezedTexts(page)).toEqual([]);
  },
);

test('on the kit’s page tabs have one height and never move, and a search is as high as the button beside it', SLOW, async ({ visit }) => {
  const { page } = await visit({ viewport: DESKTOP });
  await page.goto('/kit');
  await page.locator('[data-head-sample] nav').last().waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
  const { tops, widths } = await headBoxes(page);
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size, `tabs begin at ${tops.join(', ')} px`).toBe(1);
  for (const tabs of widths) expect(tabs, 'whichever is open, each is as wide').toEqual(widths[0]);
  const search = page.getByRole('search').filter({ has: page.getByRole('button', { name: 'Start one' }) });
  const heights = await search.evaluate((row) => [...row.children].map((part) => Math.round(part.getBoundingClientRect().height)));
  expect(heights).toEqual([42, 42]);
});

test('on the kit’s page a multiline field grows with its text, and scrolls beyond its maximum', SLOW, async ({ visit }) => {
  const { page } = await visit({ viewport: PHONE });
  await page.goto('/kit');
  const field = page.getByLabel('Goals in lines');
  const sizeWith = async (lines: number) => {
    await field.fill(Array.from({ length: lines }, (_, n) => `Goal ${n + 1}`).join('\n'));
    return field.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, isCut: scrollHeight > clientHeight }));
  };
  const [two, five, twenty] = [await sizeWith(2), await sizeWith(5), await sizeWith(20)];
  expect([two.isCut, five.isCut, twenty.isCut]).toEqual([false, false, true]);
  expect(five.clientHeight).toBeGreaterThan(two.clientHeight);
  expect(twenty.clientHeight).toBeGreaterThan(five.clientHeight);
});
