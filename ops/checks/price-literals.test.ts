import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dollarsPerMonth, ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES, yearlySaving } from '#contract/billing/catalogue.ts';
import { codeFiles } from './file-rules.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The catalogue, the terms' own list, the investors' claims, and the Stripe stand-in, which has none of the product's prices. */
const MAY_HOLD =
  /^(contract\/billing\/catalogue[.]ts|contract\/investors\/claims[.]ts|frontend\/src\/features\/legal\/list-prices[.]ts|ops\/sandbox\/.*)$/;
const TEST = /([.](test|factory|bench)[.]tsx?$|\/testing\/|^e2e\/)/;

/** Prices in cents: these numbers do not occur by accident in a line about money. */
const CENTS = new Set([...PLANS, ...ORGANISATION_PLANS, ...TOKEN_PACKAGES].map(({ amount_cents }) => amount_cents));
const DOLLARS = new Set([...CENTS].map((cents) => cents / 100));
for (const plan of PLANS) DOLLARS.add(dollarsPerMonth(plan)).add((yearlySaving(plan) ?? 0) / 100);
const TOKENS = new Set([...PLANS, ...ORGANISATION_PLANS, ...TOKEN_PACKAGES].map(({ tokens }) => tokens));

const ABOUT_MONEY = /cents|price|amount|cost|dollar|usd/i;
const ABOUT_TOKENS = /tokens?\b|lot|grant/i;
/** A sum in the product's currency, in words, and a figure that is named after a period of payment: these are prices whatever their number. */
const IN_WORDS = /\b\d[\d,]*(?:[.]\d\d)? (?:US )?(?:dollars|USD)\b/;
const OF_A_PERIOD = /^\s*(?:export )?(?:const )?(?:monthly|yearly|annual(?:ly)?)(?:_?(?:cents|fee))?\b\s*[:=]\s*\d/i;
/** AI services also count tokens, and times are in thousands: lines about those are not about prices. */
const ABOUT_ELSE = /input|output|max|context|per ?minute|_ms\b|MS\b|timeout|limit|rate|batch|length|usage|chars|micro/i;

/** Cents per dollar and hundredths per token: numbers up to this prove nothing. */
const SCALE = 100;
/** HTTP status codes. */
const STATUS = /\bstatus: \d{3}\b|\b[2-5]\d\d: /g;
const numbersIn = (line: string): number[] =>
  [...line.replaceAll(STATUS, '').matchAll(/(?<![\w.$])\d[\d_]*(?:\.\d+)?(?![\w%])/g)].map(([text]) => Number(text.replaceAll('_', '')));
/** Lines with the same number for another reason, each with that reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'contract/generation/course-form.contract.ts: export const COST_ESTIMATE': 'the tariff of a course, in hundredths of a token (G07)',
  'contract/operator/batches.contract.ts: budget_cents': 'what a batch may cost the operator, at most',
  'contract/operator/service-connections.contract.ts: export const MOST_BUDGET_CENTS':
    'what an AI service may cost the operator in a month, at most',
  'domain/platform/config.ts: SPEND_CAP_INSTALL_CENTS': 'what AI services may cost the operator in a day',
  'frontend/src/pages/kit/form-samples.tsx: line:': 'an example on the page of the kit',
  'ops/models/installation.ts: const TOKENS': 'what an account is given to try models with',
  'ops/seeds/sample-runs.ts: practice: {': 'what a call of an AI service cost a sample run, in millionths of a dollar',
  'ops/seeds/sample-runs.ts: review: {': 'the same',
  'ops/seeds/scenarios.ts: const GIFT': 'what a sample account is given to spend',
};
const isException = (found: string): boolean => Object.keys(EXCEPTIONS).some((start) => found.startsWith(start));

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);

/** Returns the lines of a file that state a figure of the catalogue. */
function figuresOf(text: string): string[] {
  return text.split('\n').filter((line) => {
    if (isComment(line)) return false;
    if (IN_WORDS.test(line) || OF_A_PERIOD.test(line)) return true;
    if (ABOUT_ELSE.test(line)) return false;
    const numbers = numbersIn(line).filter((number) => number > SCALE || !Number.isInteger(number));
    return (
      (ABOUT_MONEY.test(line) && numbers.some((number) => CENTS.has(number) || DOLLARS.has(number))) ||
      /\b100 tokens\b/.test(line) ||
      (ABOUT_TOKENS.test(line) && numbers.some((number) => TOKENS.has(number))) ||
      /[$€£]\d/.test(line.replaceAll(/replace(All)?\(.*|\$\d(?=[^\d.,]|$)/g, ''))
    );
  });
}

describe('figures of the catalogue', () => {
  it.each(["const LINE = 'It costs 50 dollars a month.';", 'const MONTHLY = 50;', '  yearly_fee: 120,', "const OFFER = '1,200 USD';"])(
    'are also found in %s',
    (line) => expect(figuresOf(line)).toEqual([line]),
  );
  it.each(['const MONTHS_A_YEAR = 12;', "const LINE = '{n} dollars';", 'const yearly = await plan(12);', 'const MONTH_MS = 30;'])(
    'are not found in %s',
    (line) => expect(figuresOf(line)).toEqual([]),
  );

  it('occur in the catalogue and in no other file', () => {
    const files = codeFiles(ROOT).filter((name) => !MAY_HOLD.test(name) && !TEST.test(name));
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((name) => figuresOf(readFileSync(path.join(ROOT, name), 'utf8')).map((line) => `${name}: ${line.trim()}`));
    for (const line of found) {
      const says = `${line}\nstates a figure of the catalogue; take it from contract/billing/catalogue.ts, or give EXCEPTIONS a reason`;
      expect.soft(isException(line), says).toBe(true);
    }
    for (const start of Object.keys(EXCEPTIONS))
      expect(
        found.some((line) => line.startsWith(start)),
        `${start} is no exception any more`,
      ).toBe(true);
  });
});
