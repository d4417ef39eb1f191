// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PLANS, type Tier } from '#contract/billing/catalogue.ts';
import { DELIVERED_PARTS } from '#contract/platform/delivered-parts.ts';
import { isQuotaUndelivered, namesUndelivered } from '#contract/platform/named-parts.ts';
import { featureWords } from '#frontend/features/billing/package-words.ts';
import { QuotaList } from '#frontend/features/billing/subscription/quota-list.tsx';
import { COMPONENTS } from '#frontend/features/generation/builder/cost-estimate.ts';
import { planAnswer } from '#frontend/features/marketing/assistant/price-answers.ts';
import { Prices } from '#frontend/features/marketing/landing/prices.tsx';
import { speak, t } from '#frontend/lib/text.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';

const TIERS: readonly Tier[] = ['basic', 'standard', 'premium', 'creator_pro'];
const featuresOf = (tier: Tier) => PLANS.find((plan) => plan.tier === tier)!.features;
const textsOf = (language: string) => JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../lib/texts/${language}.json`), 'utf8'));

afterEach(() => {
  cleanup();
  speak('en', 'ltr', {});
});

describe('what is sold and not there yet', () => {
  it('A18 is what the table of delivered parts says, in features and in quotas', () => {
    const undelivered = Object.entries(DELIVERED_PARTS).flatMap(([part, isThere]) => (isThere ? [] : [part]));
    expect(undelivered).toEqual(['video', 'vortex', 'imagen', 'ar_vr']);
    expect(featuresOf('premium').filter(namesUndelivered)).toEqual([
      '3 one-hour AI videos',
      '7 Vortex sessions',
      '2 AR/VR simulations',
      '10 Imagen visuals',
    ]);
    expect(Object.keys(PLANS[0]!.quotas).filter(isQuotaUndelivered)).toEqual([
      'video_seconds',
      'vortex_session',
      'ar_vr_simulation',
      'imagen_visual',
    ]);
    expect(COMPONENTS.filter(({ isAvailable }) => isAvailable)).toEqual([]);
  });

  it.each(['en', 'es', 'ar'] as const)(
    'A18 carries its mark in plans, dialogs and the assistant’s answers, and nothing else does, in %s',
    (language) => {
      if (language !== 'en') speak(language, language === 'ar' ? 'rtl' : 'ltr', textsOf(language));
      const mark = t('not yet available');
      for (const tier of TIERS) {
        const answer = planAnswer(tier);
        const marks = answer.split(mark).length - 1;
        expect(marks, answer).toBe(featuresOf(tier).filter(namesUndelivered).length);
        for (const feature of featuresOf(tier)) expect(featureWords(feature).includes(mark), feature).toBe(namesUndelivered(feature));
      }
    },
  );

  it('A18 carries its mark on the landing page', () => {
    const { container } = render(<Prices />);
    const items = [...container.querySelectorAll('.lp-contents li')];
    expect(items).toHaveLength(TIERS.flatMap(featuresOf).length);
    for (const item of items) {
      const feature = item.firstChild?.textContent ?? '';
      expect(item.textContent?.endsWith('not yet available'), feature).toBe(namesUndelivered(feature));
    }
  });

  it('A18 carries its mark among the quotas of a plan', async () => {
    const quotas = Object.entries(PLANS[0]!.quotas).map(([name, allowed]) => ({ name, allowed, used: 0, held: 0, resets_at: null }));
    const { container } = await showScreen(<QuotaList quotas={quotas} />);
    const rows = [...container.querySelectorAll('li')];
    expect(rows.filter((row) => row.textContent?.includes('not yet available'))).toHaveLength(4);
  });
});
