import { beforeAll, describe, expect, it } from 'vitest';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { costMicroUsd, presumedMicroUsd } from './prices.ts';

const use = { input: 10_000, cacheRead: 4_000, cacheWrite: 1_000, output: 2_000 };

const demo = readConfig({ DATABASE_URL: 'postgres://unused', SESSION_SECRET: 'x'.repeat(32) });
beforeAll(() => setConfig({ ...demo, demoLibrary: null }));

describe('costMicroUsd', () => {
  it('prices cached tokens as cached, not as input', () => {
    // 5,000 × 2 + 4,000 × 0.10 + 1,000 × 2.50 + 2,000 × 10
    expect(costMicroUsd('claude-sonnet-5-5', use, new Date('2026-11-20T12:00:00Z'))).toBe(32_900);
    // 5,000 × 2 + 4,000 × 0.50 + 1,000 × 2 + 2,000 × 6
    expect(costMicroUsd('grok-4.7', use, new Date('2026-11-20T12:00:00Z'))).toBe(26_000);
  });

  it('uses the prices of the day, UTC', () => {
    const plain = { input: 1_000_000, cacheRead: 0, cacheWrite: 0, output: 0 };
    expect(costMicroUsd('gemini-3.8-flash', plain, new Date('2026-12-31T23:59:59Z'))).toBe(750_000);
    expect(costMicroUsd('gemini-3.8-flash', plain, new Date('2027-01-01T00:00:00Z'))).toBe(1_500_000);
  });

  it('does not know the price of a model that is not listed, nor one before its first day', () => {
    expect(costMicroUsd('claude-next', use, new Date())).toBeNull();
    expect(costMicroUsd('valueOf', use, new Date())).toBeNull();
    expect(costMicroUsd('gpt-6.1-terra', use, new Date('2020-01-01'))).toBeNull();
  });

  it('for a limit it is presumed to be the highest known price', () => {
    const day = new Date('2026-11-20T12:00:00Z');
    expect(presumedMicroUsd('claude-next', use, day)).toBe(costMicroUsd('claude-sonnet-5-5', use, day));
    expect(presumedMicroUsd('grok-4.7', use, day)).toBe(26_000);
    expect(presumedMicroUsd('claude-next', use, new Date('2020-01-01'))).toBe(0);
  });
});

it('a model on one’s own server costs the configured price', () => {
  const { vendors } = config();
  const compatible = { contextTokens: 8_192, price: { input: 0.1, output: 0.4 } };
  setConfig({ ...config(), vendors: { ...vendors, grok: { ...vendors.grok, model: 'qwen3:8b', compatible } } });
  // 10,000 × 0.10 + 2,000 × 0.40
  expect(costMicroUsd('qwen3:8b', { ...use, cacheRead: 0, cacheWrite: 0 }, new Date())).toBe(1_800);
});

it('a local server without a price does not count towards limits; a remote one may have to be paid', () => {
  const { vendors } = config();
  const compatible = { contextTokens: 8_192, price: null };
  const day = new Date('2026-11-20T12:00:00Z');
  const presumedAt = (baseURL: string) => {
    setConfig({ ...config(), vendors: { ...vendors, grok: { ...vendors.grok, baseURL, model: 'unpriced:8b', compatible } } });
    expect(costMicroUsd('unpriced:8b', use, day)).toBeNull();
    return presumedMicroUsd('unpriced:8b', use, day);
  };
  expect(presumedAt('http://127.0.0.1:11434/v1')).toBe(0);
  expect(presumedAt('http://10.0.0.7:8000/v1')).toBe(0);
  expect(presumedAt('https://openrouter.ai/api/v1')).toBe(costMicroUsd('claude-sonnet-5-5', use, day));
});

it('what the demo library gives costs nothing, whichever model it stands for', () => {
  const services = config();
  setConfig(demo);
  for (const model of ['claude-sonnet-5-5', 'claude-next']) {
    expect(costMicroUsd(model, use, new Date('2026-11-20T12:00:00Z'))).toBe(0);
    expect(presumedMicroUsd(model, use, new Date('2026-11-20T12:00:00Z'))).toBe(0);
  }
  setConfig(services);
});
