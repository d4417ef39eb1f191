import { isPrivateAddress } from '#contract/operator/private-host.ts';
import { aiService, SERVICES, type ListPrice } from '#contract/platform/ai-services.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { config } from '#domain/platform/config.ts';
import { isDemo } from './voices.ts';

/**
 * List prices by model id, newest last: of the connected services' models and of their vendors' other models. A model that is not listed
 * has no known cost; its calls are recorded with null.
 */
const PRICES: Readonly<Record<string, readonly ListPrice[]>> = lookup({
  ...Object.assign({}, ...SERVICES.map((service) => aiService(service).models)),
  // the moderation endpoint is free
  'omni-moderation-latest': [{ from: '2024-09-26', input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }],
});

/** Tokens of one call. `input` is the whole input; `cacheRead` and `cacheWrite` are the parts of it with other prices. */
export interface TokenUse {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

const priceOf = (model: string, at: Date): ListPrice | undefined =>
  PRICES[model]?.findLast((entry) => entry.from <= at.toISOString().slice(0, 10));

/** Returns the share of the list price that a model's calls cost through its vendor's batch service; null when that is not known. */
export const batchShareOf = (model: string, at: Date): number | null => priceOf(model, at)?.batchShare ?? null;

/** Returns a model's configured price: of a local server, or set with its connection. */
function ownPriceOf(model: string): Omit<ListPrice, 'from'> | undefined {
  const vendor = Object.values(config().vendors).find((one) => one.model === model && (one.compatible ?? one.price));
  const price = vendor?.compatible?.price ?? vendor?.price;
  return price ? { input: price.input, cacheRead: price.input, cacheWrite: price.input, output: price.output } : undefined;
}

/** Returns a model's list price at a time, in US dollars per million tokens, and its start date; null when unknown. */
export function listPriceOf(model: string, at: Date): { input: number; output: number; since: string } | null {
  const price = priceOf(model, at);
  return price ? { input: price.input, output: price.output, since: price.from } : null;
}

/** Lists the prices of all models with a known price, in US dollars per million tokens. */
export const listPrices = (at: Date): { model: string; input: number; output: number }[] =>
  Object.keys(PRICES).flatMap((model) => {
    const price = priceOf(model, at);
    return price ? [{ model, input: price.input, output: price.output }] : [];
  });

/**
 * Returns the cost of a call, in whole micro-dollars, at the prices of its day; null when the model's price is unknown. The demo library
 * costs nothing.
 */
export function costMicroUsd(model: string, use: TokenUse, at: Date): number | null {
  if (isDemo()) return 0;
  const price = ownPriceOf(model) ?? priceOf(model, at);
  if (!price) return null;
  const plain = Math.max(0, use.input - use.cacheRead - use.cacheWrite);
  return Math.round(plain * price.input + use.cacheRead * price.cacheRead + use.cacheWrite * price.cacheWrite + use.output * price.output);
}

/** Tells whether a server is on this machine or its network and has no configured price. */
const isAtHome = (model: string): boolean =>
  Object.values(config().vendors).some((one) => one.model === model && one.compatible !== null && isPrivateAddress(one.baseURL));

/**
 * Returns the presumed cost for spending limits: a model without a known price counts as the most expensive known one, because somebody may
 * have to pay for it. A server at home sends no bill, so its learners are not kept out by a presumed one. Never reported as actual cost.
 */
export const presumedMicroUsd = (model: string, use: TokenUse, at: Date): number =>
  costMicroUsd(model, use, at) ?? (isAtHome(model) ? 0 : dearest(use, at));

const dearest = (use: TokenUse, at: Date): number =>
  Math.max(0, ...Object.keys(PRICES).map((listed) => costMicroUsd(listed, use, at) ?? 0));
