import knexFactory, { type Knex } from 'knex';
import { chromium, type Page } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { findChromium } from '../../checks/chromium.mjs';
import { startStack } from '../../testing/stack.ts';
import { line, spread } from '../figures.ts';

const ROUNDS = 10;
const MONTHS = 24;
/** One bar for each month's revenue, and at least one for new students: the inserted sales are all to students of the first month. */
const BARS = MONTHS + 1;

/**
 * Measures the studio's charts of 24 months with 100,000 sales in a real browser: the time from the navigation, and from a change of the range,
 * until the bars are painted. The baseline is the page of a creator without sales.
 * @param givenSales inserts the sales of a creator
 */
export async function measureDrawnCharts(givenSales: (knex: Knex, creatorId: string) => Promise<void>): Promise<void> {
  const executablePath = await findChromium();
  if (executablePath === null) return line('charts in a browser', 'not measured: there is no Chromium here, set CHROMIUM_PATH');
  const stack = await startStack();
  const { databaseUrl } = stack.record();
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: databaseUrl ?? '', statement_timeout: 300_000 },
    pool: { min: 1, max: 1 },
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const open = async (name: string, sells: boolean): Promise<Page> => {
      const session = await register(stack.url, name);
      if (sells) await givenSales(knex, session.user.user_id);
      // the page's content security policy would block the conditions below, which are evaluated from text
      const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 800 }, bypassCSP: true });
      context.setDefaultTimeout(60_000);
      await context.addInitScript(
        ({ access_token, refresh_token, user }) => {
          localStorage.setItem('access_token', access_token);
          localStorage.setItem('refresh_token', refresh_token);
          localStorage.setItem('user', JSON.stringify(user));
        },
        JSON.parse(JSON.stringify(session)),
      );
      return context.newPage();
    };
    const none = await open('none', false);
    await measure('baseline: no sales, navigation to figures', async () => {
      await none.goto('/studio');
      return sinceNavigation(none, 'main dl', 1);
    });
    const page = await open('many', true);
    await measure(`overview, navigation to ${MONTHS} months (target ≤ 1,000)`, async () => {
      await page.goto(`/studio?months=${MONTHS}`);
      return sinceNavigation(page, '.recharts-bar-rectangle path', BARS);
    });
    await measure(`overview, 12 to ${MONTHS} months`, async () => {
      await page.goto('/studio?months=12');
      await sinceNavigation(page, '.recharts-bar-rectangle path', 12);
      return sinceChoice(page, 'Months shown', String(MONTHS), '.recharts-bar-rectangle path', BARS);
    });
    await measure(`sales in detail, this month to ${MONTHS} months (target ≤ 1,000)`, async () => {
      await page.goto('/studio/analytics');
      const bars = 'section ol li button[aria-expanded]';
      await sinceNavigation(page, bars, 1);
      return sinceChoice(page, 'Range', 'years2', bars, MONTHS);
    });
  } finally {
    await browser.close();
    await knex.destroy();
    await stack.stop();
  }
}

async function measure(name: string, once: () => Promise<number>): Promise<void> {
  // the first load fills the browser's cache
  await once();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await once());
  line(name, spread(times, 'ms', 0));
}

/** Waits for elements. @returns ms from the navigation until they are painted */
async function sinceNavigation(page: Page, selector: string, count: number): Promise<number> {
  // passed as text, because these files are type-checked without the DOM's types
  await page.waitForFunction(`document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}`);
  return page.evaluate<number>('new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))');
}

/** Chooses an option. @returns ms from the choice until that many elements are painted */
async function sinceChoice(page: Page, label: string, option: string, selector: string, count: number): Promise<number> {
  const before = await page.evaluate(() => performance.now());
  await page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
  return (await sinceNavigation(page, selector, count)) - before;
}

async function register(url: string, name: string): Promise<SessionAnswer> {
  const person = { email: `${name}@example.com`, password: 'a long enough password', first_name: 'Ada', last_name: 'Bench' };
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, terms_accepted: true }),
  });
  if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SessionAnswer;
}
