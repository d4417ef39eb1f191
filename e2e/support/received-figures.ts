import type { Page } from '@playwright/test';
import { COURSE_SHAPES, partCost, type CoursePart } from '#contract/generation/course-cost.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { LIST_PRICES } from '#frontend/features/legal/list-prices.ts';
import { centsOf, figuresIn, tokensOf, type AllowedFigures } from './figures.ts';

/** Offers must take their figures from the catalogue, not from a mocked answer. */
const OFFERS = /\/api\/(packages|subscription-packages)$/;

interface ReceivedAnswer {
  readonly path: string;
  readonly json: Promise<string>;
}

/**
 * Records the server's answers to a page from its next navigation on. Notifications stay unread, so that each scene sees them as new. It wraps
 * `fetch`, because a route would disable the page's cache.
 */
export async function recordReceivedFigures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    const receivedAnswers: ReceivedAnswer[] = [];
    Object.assign(globalThis, { receivedAnswers });
    globalThis.fetch = async (...request) => {
      if (String(request[0]).endsWith('/api/notifications/read')) return Response.json({ unread: 0 });
      const answer = await send(...request);
      receivedAnswers.push({
        path: new URL(answer.url).pathname,
        json: answer
          .clone()
          .text()
          .catch(() => ''),
      });
      return answer;
    };
  });
}

/** Returns the figures that a page may show besides the catalogue's: those it received, and the list prices it quotes (G01). */
export async function receivedFigures(page: Page): Promise<AllowedFigures> {
  const answers = await page.evaluate(() =>
    Promise.all(
      (globalThis as unknown as { receivedAnswers: ReceivedAnswer[] }).receivedAnswers.map(async ({ path, json }) => ({
        path,
        json: await json,
      })),
    ),
  );
  const json = answers.flatMap(({ path, json: answer }) => (path.startsWith('/api/') && !OFFERS.test(path) ? [answer] : [])).join('\n');
  const quoted = await page.getByText('The price shown at checkout is the price you pay').count();
  return known(json, quoted > 0 ? LIST_PRICES.flatMap(({ items }) => items).join('\n') : '');
}

const DURATIONS = Object.keys(COURSE_SHAPES) as (keyof typeof COURSE_SHAPES)[];
const PARTS = Object.keys(COST_ESTIMATE) as CoursePart[];

/** Returns every sum of some of the numbers. */
const sumsOf = (numbers: readonly number[]): readonly number[] =>
  numbers.reduce<readonly number[]>((sums, number) => sums.concat(sums.map((sum) => sum + number)), [0]);

/** The possible costs of a course by the form's own estimate (BLD-17), with any of its parts: the maximum and the usual cost. */
const ESTIMATES: readonly number[] = DURATIONS.flatMap((duration) => {
  const costs = PARTS.map((part) => partCost(part, duration, () => 0));
  return [...sumsOf(costs.map(({ most }) => most)), ...sumsOf(costs.map(({ usual }) => usual))];
}).map((hundredths) => hundredths / 100);

/** Returns the sums of chart data, in millionths of a dollar: for each service, and for a whole answer. */
const totalsOf = (json: string): readonly number[] =>
  json.split('\n').flatMap((answer) => {
    const rows = [...answer.matchAll(/"micro_usd":\[([\d,]*)\]/g)].map(([, bars = '']) =>
      bars.split(',').reduce((sum, bar) => sum + Number(bar), 0),
    );
    return [...rows, rows.reduce((sum, row) => sum + row, 0)];
  });

/**
 * Collects the figures of an answer. A number can be tokens or hundredths of one, cents or dollars, or millionths of a dollar if its name
 * says so; a service's call has its tokens in two numbers; and the server's sentences contain figures. The cost of a course is the form's
 * own estimate (G06).
 */
function known(json: string, quoted: string): AllowedFigures {
  const numbersOf = (pattern: RegExp): number[][] => [...json.matchAll(pattern)].map(([, ...parts]) => parts.map(Number));
  const numbers = [...new Set(numbersOf(/-?(\d+(?:\.\d+)?)/g).flat())];
  const said = figuresIn(`${json}\n${quoted}`);
  return {
    tokens: [
      ...numbers.flatMap((n) => [n, n / 100]),
      ...numbersOf(/"input_tokens":(\d+)[^{}]*?"output_tokens":(\d+)/g).map(([read = 0, written = 0]) => read + written),
      ...said.tokens.map(tokensOf),
      ...ESTIMATES,
    ],
    cents: [
      ...numbers.flatMap((n) => [n, Math.round(n * 100)]),
      ...numbersOf(/micro_usd":(\d+)/g).map(([n = 0]) => Math.round(n / 10_000)),
      ...totalsOf(json).map((n) => Math.round(n / 10_000)),
      ...said.prices.map(centsOf),
    ],
  };
}
