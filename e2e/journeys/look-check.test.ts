import { expect, test, type Page } from '@playwright/test';
import { belowTheFold, FOLDS, misplaced, misshapen } from '../support/look-check.ts';

const LONG = 'The text of a mentor beside a lesson has to have room for some words in a line, or nobody reads it with pleasure. '.repeat(2);

/** A chat, a mentor's column and a form as they are meant; each test plants one fault. */
const fixture = ({ face = '', column = '', form = '', chip = '' } = {}) => `
  <style>
    body { margin: 0; font: 16px/1.5 sans-serif }
    .row { display: flex; gap: 12px }
    .MuiAvatar-root { width: 36px; height: 36px; border-radius: 50%; flex: none; background: #ddd; ${face} }
    .row > .words { flex: 1 }
    aside { width: 380px; ${column} }
    .MuiChip-root { display: inline-block; max-width: 240px; ${chip} }
    .MuiChip-root > span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
    form { ${form} }
  </style>
  <div class="row"><div class="MuiAvatar-root">L</div><div class="words">Good morning</div></div>
  <aside><p>${LONG}</p><div role="button" class="MuiChip-root"><span>Explain it in simpler words</span></div></aside>
  <form><button class="MuiButton-contained">Send</button></form>`;

/** A ranking, a stacked table, figures and a phone's bar as they are meant. */
const neighbours = ({ name = '', figures = '', bar = '', caption = '' } = {}) => `
  <style>
    body { margin: 0; font: 16px/1.5 sans-serif }
    tr { display: block; position: relative }
    th { display: block; text-align: start; padding-inline-end: 48px; ${name} }
    [data-corner] { position: absolute; inset-block-start: 0; inset-inline-end: 0 }
    [data-corner] button { width: 40px; height: 40px }
    dl { display: flex; align-items: flex-end; gap: 32px; ${figures} }
    dl > div { display: flex; flex-direction: column-reverse }
    ol, dd { margin: 0; padding: 0 }
    li { display: flex }
    [role="progressbar"] { flex: 1; height: 4px; background: #088 }
    li > span { width: 6ch; ${bar} }
    nav { position: fixed; inset: auto 0 0; display: flex }
    nav > a { flex: 1; text-align: center; padding-inline: 4px; ${caption} }
  </style>
  <table><tr><th>The chemistry of bread, and why a dough rises when it is left alone</th><td data-corner><button>⋮</button></td></tr></table>
  <dl><div><dt>Plan</dt><dd>Small Business<br>for a year</dd></div><div><dt>Points</dt><dd>220</dd></div></dl>
  <ol><li><i role="progressbar"></i><span>1,220</span></li><li><i role="progressbar"></i><span>8</span></li></ol>
  <nav><a>Courses</a><a>Community</a></nav>`;

async function show(page: Page, html: string): Promise<void> {
  await page.setViewportSize(FOLDS[0]);
  await page.setContent(html);
}

test.describe('the look check', () => {
  test('finds nothing in a correct screen', async ({ page }) => {
    await show(page, fixture());
    expect(await misshapen(page)).toEqual([]);
    for (const fold of FOLDS) {
      await page.setViewportSize(fold);
      expect(await belowTheFold(page)).toEqual([]);
    }
  });

  test('finds an avatar that its row stretches', async ({ page }) => {
    await show(page, fixture({ face: 'flex: 1 !important' }));
    expect(await misshapen(page)).toEqual([expect.stringMatching(/^an avatar that is not square: div “L”, \d{3} × 36 px$/)]);
  });

  test('finds a mentor in a column of 60 px', async ({ page }) => {
    await show(page, fixture({ column: 'width: 60px !important' }));
    expect(await misshapen(page)).toContainEqual(expect.stringMatching(/^a text of \d characters a line: p “The text of a mentor/));
  });

  test('finds a label that is cut', async ({ page }) => {
    await show(page, fixture({ chip: 'max-width: 90px !important' }));
    expect(await misshapen(page)).toEqual([expect.stringContaining('“Explain it in simpler words” is cut')]);
  });

  test('finds words that overflow: hidden cuts', async ({ page }) => {
    await show(page, fixture({ column: 'height: 50px; overflow: hidden' }));
    expect(await misshapen(page)).toEqual([expect.stringMatching(/^“The text of a mentor beside a ” is cut: aside/)]);
  });

  test('finds a primary button below the fold, or under something else', async ({ page }) => {
    await show(page, fixture({ form: 'padding-top: 900px' }));
    expect(await belowTheFold(page)).toEqual(['Send']);
    await show(page, `${fixture()}<nav style="position: fixed; inset: 0; background: white"></nav>`);
    expect(await belowTheFold(page)).toEqual(['Send']);
  });

  test('finds nothing in neighbours that keep their places', async ({ page }) => {
    await show(page, neighbours());
    await page.setViewportSize(FOLDS[1]);
    expect(await misplaced(page)).toEqual([]);
  });

  for (const [fault, planted, told] of [
    ['words under the menu of their row', { name: 'padding: 0 !important' }, /^under the menu of its row: “The chemistry of bread/],
    ['names of figures that are not on one line', { figures: 'align-items: flex-start' }, /^names of figures .*“Plan”, “Points”$/],
    ['bars that end where their figure begins', { bar: 'width: auto' }, /^bars of \d+, \d+ px in one list$/],
    ['a caption at the edge of the window', { caption: 'padding: 0; text-align: start' }, /^at the edge of the window: “Courses”$/],
  ] as const)
    test(`finds ${fault}`, async ({ page }) => {
      await show(page, neighbours(planted));
      await page.setViewportSize(FOLDS[1]);
      expect(await misplaced(page)).toEqual([expect.stringMatching(told)]);
    });
});
