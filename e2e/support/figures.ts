import type { Locator, Page } from '@playwright/test';
import {
  AUDIO_CENTITOKENS,
  CARD_CENTITOKENS,
  dollarsPerMonth,
  FREE_PLAN,
  MENTOR_ANSWER_CENTITOKENS,
  ORGANISATION_PLANS,
  PLANS,
  TOKEN_PACKAGES,
  TRIAL,
  VIDEO_RATES,
  yearlySaving,
} from '#contract/billing/catalogue.ts';
import { VIDEO_SECONDS } from '#contract/video/video.contract.ts';

/** Every `$` and token figure on screen, as displayed. */
export interface Figures {
  readonly prices: readonly string[];
  readonly tokens: readonly string[];
}

const PRICE = /\$\s?\d[\d,]*(?:\.\d+)?/g;
/** Arabic writes figures as English does, but has its own word for tokens. */
const TOKENS = {
  en: /\d[\d,]*(?:\.\d+)?[KM]?(?=[ \u00a0]+(?:bonus )?tokens?\b)/gi,
  ar: /\d[\d,]*(?:\.\d+)?(?=[ \u00a0]+(?:من )?(?:ال)?(?:رموز|رمز))/g,
} as const;
type Language = keyof typeof TOKENS;

/** Extracts the figures of a text. `$5-$10` are two prices; `2M tokens` is one figure. */
export const figuresIn = (text: string, language: Language = 'en'): Figures => ({
  prices: text.match(PRICE) ?? [],
  tokens: text.match(TOKENS[language]) ?? [],
});

/** Returns the visible and accessible text: displayed text, labels, and field values. */
async function textOf(part: Page | Locator): Promise<string> {
  const root = 'goto' in part ? part.locator('body') : part;
  return root.evaluate((element: HTMLElement) => {
    const labelled = [element, ...element.querySelectorAll<HTMLElement>('[aria-label], [title], input, textarea')];
    const more = labelled.flatMap((node) => [
      node.getAttribute('aria-label'),
      node.getAttribute('title'),
      node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node.value : null,
    ]);
    // a chart's scale and the rounded figures at its bars are graphics; its label contains its data
    const drawn = new Set([...element.querySelectorAll('[role="img"] svg text')].map(({ textContent }) => textContent));
    const written = element.innerText.split('\n').filter((line) => !drawn.has(line));
    return [...written, ...more].filter(Boolean).join('\n');
  });
}

export const centsOf = (price: string): number => Math.round(Number(price.replaceAll(/[$,\s]/g, '')) * 100);
const unitOf = (figure: string) => (/m$/i.test(figure) ? 1_000_000 : /k$/i.test(figure) ? 1_000 : 1);
export const tokensOf = (figure: string): number => Number(figure.replaceAll(/[,KM]/gi, '')) * unitOf(figure);

/**
 * Every amount in or derived from the catalogue, in cents: prices, monthly prices of yearly plans, their savings, and prices in feature texts.
 */
const CATALOGUE_CENTS: ReadonlySet<number> = new Set([
  // free of charge
  0,
  ...PLANS.flatMap((plan) => [plan.amount_cents, dollarsPerMonth(plan) * 100, yearlySaving(plan) ?? plan.amount_cents]),
  ...[...ORGANISATION_PLANS, ...TOKEN_PACKAGES].map(({ amount_cents }) => amount_cents),
  ...[...PLANS, ...ORGANISATION_PLANS].flatMap(({ features }) => figuresIn(features.join('\n')).prices.map(centsOf)),
]);

/** Every number of tokens in or derived from the catalogue. */
const CATALOGUE_TOKENS: ReadonlySet<number> = new Set([
  ...[...PLANS, ...ORGANISATION_PLANS].map(({ tokens }) => tokens),
  ...TOKEN_PACKAGES.flatMap(({ tokens, bonus_tokens }) => [tokens, bonus_tokens, tokens + bonus_tokens]),
  FREE_PLAN.daily_tokens,
  FREE_PLAN.monthly_tokens,
  TRIAL.daily_tokens,
  MENTOR_ANSWER_CENTITOKENS / 100,
  // the cards of a course of up to twelve lessons
  ...Array.from({ length: 12 }, (_, n) => ((n + 1) * CARD_CENTITOKENS) / 100),
  // a lesson of up to half an hour as audio
  ...Array.from({ length: 30 }, (_, n) => ((n + 1) * AUDIO_CENTITOKENS) / 100),
  ...Object.values(VIDEO_RATES).flatMap((rate) => [1, ...VIDEO_SECONDS].map((seconds) => (rate * seconds) / 100)),
]);

/** Allowed figures outside the catalogue: a test that knows a balance or an order lists its figures. */
export interface AllowedFigures {
  /** Other amounts allowed on this screen, in cents, e.g. the cost of an order. */
  readonly cents?: readonly number[];
  /** Other numbers of tokens allowed on this screen, e.g. a balance. */
  readonly tokens?: readonly number[];
}

/**
 * Returns the figures on a screen that do not come from the catalogue; empty if all do. Also returns the text it read, so that a test can
 * verify that there was something to read.
 */
export async function figuresOutsideCatalogue(
  part: Page | Locator,
  known: AllowedFigures | (() => Promise<AllowedFigures>) = {},
  language: Language = 'en',
): Promise<{ stray: string[]; read: Figures }> {
  const read = figuresIn(await textOf(part), language);
  // evaluated after reading the screen, because the page receives its figures before it shows them
  const { cents = [], tokens = [] } = typeof known === 'function' ? await known() : known;
  const mayCost = new Set([...CATALOGUE_CENTS, ...cents]);
  const mayCount = new Set([...CATALOGUE_TOKENS, ...tokens]);
  const stray = [
    ...read.prices.filter((price) => !mayCost.has(centsOf(price))),
    ...read.tokens.filter((figure) => !mayCount.has(tokensOf(figure))).map((figure) => `${figure} tokens`),
  ];
  return { stray: [...new Set(stray)], read };
}
