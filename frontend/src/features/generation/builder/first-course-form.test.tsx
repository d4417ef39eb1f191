import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { courseCost, COMPONENT_PARTS } from '#contract/generation/course-cost.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { tokenBalance } from '#frontend/lib/token-balance.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { aRun } from '#frontend/features/generation/run/run.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { affordable, COMPONENTS, estimateCost, payWords, type Components } from './cost-estimate.ts';
import { FirstCourseForm } from './first-course-form.tsx';
import { FORM_DEFAULTS } from './form-values.ts';

const USER = 'user-1';
const NONE = { veo3_enabled: false, imagen_enabled: false, genie3_enabled: false, vortex_enabled: false } as const;
const ALL = { veo3_enabled: true, imagen_enabled: true, genie3_enabled: true, vortex_enabled: true } as const;
/** A plan whose quota of text courses is used up, so that tokens pay. */
const byTokens = (balance: number) => aBalance({ balance, quotas: [] });
const onOf = (components: Components) => COMPONENTS.map(({ name }) => name).filter((name) => components[name]);
const subsets = Array.from(
  { length: 16 },
  (_, bits) => Object.fromEntries(COMPONENTS.map(({ name }, at) => [name, (bits & (1 << at)) !== 0])) as Components,
);

describe('the components of the first course', () => {
  it('are those that the plan covers or that cost nothing before use, if the plan pays for the text', () => {
    expect(onOf(affordable({ ...FORM_DEFAULTS, ai_components: ALL }, aBalance({ balance: 10_000 })))).toEqual(['vortex_enabled']);
    const pictures = [...aBalance().quotas, { name: 'image', allowed: 50, used: 0, held: 0, resets_at: null }];
    expect(onOf(affordable({ ...FORM_DEFAULTS, ai_components: ALL }, aBalance({ quotas: pictures as never })))).toContain('vortex_enabled');
  });

  it('are as many as the tokens cover, if tokens pay, and none that was not chosen', () => {
    for (const tokens of [0, 31, 31.5, 45, 90, 1_000])
      for (const ai_components of subsets) {
        const chosen = { ...FORM_DEFAULTS, ai_components };
        const taken = affordable(chosen, byTokens(tokens));
        for (const name of onOf(taken)) expect(ai_components[name]).toBe(true);
        const cost = estimateCost({ ...chosen, ai_components: taken }, byTokens(tokens)).usual;
        const text = estimateCost({ ...chosen, ai_components: NONE }, byTokens(tokens)).usual;
        expect(cost).toBeLessThanOrEqual(Math.max(tokens * 100, text));
        if (tokens === 1_000) expect(onOf(taken)).toEqual(onOf(ai_components));
      }
  });

  it('cost the price that the server’s refusal names (tested in api/generation/form-price.test.ts): both are one function', () => {
    for (const duration of FORM_OPTIONS.duration)
      for (const ai_components of subsets) {
        const parts = onOf(ai_components).map((name) => COMPONENT_PARTS[name]);
        const { usual } = courseCost(parts, duration, () => 0);
        expect(estimateCost({ duration, ai_components }, byTokens(0)).usual).toBe(usual);
        expect(payWords({ duration, ai_components }, byTokens(0))).toContain(String(usual / 100).split('.')[0]);
      }
  });
});

describe('the short form', () => {
  async function show(balance = byTokens(31)) {
    const onMore = vi.fn<() => void>();
    const sent = stubServer(({ method, path }) =>
      method === 'POST' && path.startsWith('/api/generate-course')
        ? { status: 202, body: aRun({ status: 'queued' }) }
        : problem('service.unavailable', 'Away'),
    );
    const { cache } = await showScreen(<FirstCourseForm userId={USER} onStarted={() => undefined} onMore={onMore} />);
    act(() => void cache.setQueryData(tokenBalance(USER).queryKey, balance));
    return { sent, onMore };
  }

  it('is not refused because of its pictures: it shows the paid parts, and sends those that the tokens cover', async () => {
    const { sent } = await show();
    expect(await screen.findByText('You pay at most 31 tokens to have it written.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^What do you want to learn/), { target: { value: 'Bees' } });
    fireEvent.change(screen.getByLabelText(/^How old are you/), { target: { value: '34' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Write my course' })));
    await waitFor(() => expect(sent.filter(({ method, path }) => method === 'POST' && path === '/api/generate-course')).toHaveLength(1));
    const { body } = sent.find(({ method, path }) => method === 'POST' && path === '/api/generate-course')!;
    expect((body as { ai_components: Components }).ai_components).toEqual({ ...NONE, vortex_enabled: true });
  });
});
