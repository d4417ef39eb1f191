import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { courseCost, COMPONENT_PARTS } from '#contract/generation/course-cost.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { LibraryMatch } from '#contract/generation/topics.contract.ts';
import { tokenBalance } from '#frontend/lib/token-balance.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { aUser } from '#frontend/testing/user.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { affordable, COMPONENTS, estimateCost, payWords, type Components } from './cost-estimate.ts';
import { loadDraft, resetDraft } from './course-draft.ts';
import { FirstCourseForm } from './first-course-form.tsx';
import { FIRST_TOPICS } from './first-topics.ts';
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
  const START = '/api/generate-course';

  /** @param age that the account knows @param started the answer to the start of a run */
  async function show({
    age = null as number | null,
    balance = byTokens(31),
    started = (): Answer => partly({ task_id: 'run-1' }, 202),
  } = {}) {
    const onMore = vi.fn<() => void>();
    const onStarted = vi.fn<(taskId: string) => void>();
    const sent = stubServer(({ method, path }) => {
      if (method === 'POST') return started();
      if (path === '/api/auth/account')
        return partly({
          birth_year: null,
          age_verification: { verified: false, age, parentalConsent: false, requiresParentalConsent: false },
        });
      return problem('service.unavailable', 'Away');
    });
    const { cache } = await showScreen(<FirstCourseForm userId={USER} onStarted={onStarted} onOpened={() => undefined} onMore={onMore} />);
    act(() => void cache.setQueryData(tokenBalance(USER).queryKey, balance));
    const posted = () => sent.filter(({ method, path }) => method === 'POST' && path === START).map(({ body }) => body);
    return { posted, onMore, onStarted };
  }

  const write = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Write my course' });
  const typeTopic = (topic: string) => fireEvent.change(screen.getByLabelText('In your own words'), { target: { value: topic } });
  const ageField = () => screen.findByLabelText<HTMLInputElement>('How old are you?');
  const typeAge = async (age: string) => fireEvent.change(await ageField(), { target: { value: age } });
  const pick = (topic: string) => fireEvent.click(screen.getByRole('button', { name: topic }));

  afterEach(() => resetDraft(USER));

  it('is not refused because of its pictures: it shows the paid parts, and sends those that the tokens cover', async () => {
    const { posted } = await show();
    expect(await screen.findByText(/You pay at most 31 tokens to have it written\./)).toBeTruthy();
    typeTopic('Bees');
    await typeAge('34');
    await act(async () => fireEvent.click(write()));
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]).toMatchObject({ ai_components: { ...NONE, vortex_enabled: true } });
  });

  it('AUTH-28 BLD-16 asks at most two more answers: a chosen subject and an age are enough, and the goals are filled in', async () => {
    const { posted, onStarted } = await show();
    expect(screen.getAllByRole('button', { pressed: false })).toHaveLength(FIRST_TOPICS.length);
    pick('Sourdough bread at home');
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Sourdough bread at home');
    const age = await ageField();
    expect([...document.querySelectorAll('input, select, textarea')]).toHaveLength(3);
    expect(write().getAttribute('aria-disabled'), 'without an age').toBe('true');
    fireEvent.click(write());
    await waitFor(() => expect(document.activeElement).toBe(age));
    expect([age.getAttribute('aria-invalid'), screen.getByLabelText('In your own words').getAttribute('aria-invalid')]).toEqual([
      'true',
      'false',
    ]);
    expect(posted()).toEqual([]);
    await typeAge('34');
    fireEvent.change(screen.getByLabelText('How much do you know?'), { target: { value: 'advanced' } });
    fireEvent.click(screen.getByRole('button', { name: 'Why do you want it?: Understand and explain it' }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Use it at work' }));
    fireEvent.click(write());
    await waitFor(() => expect(onStarted.mock.lastCall?.[0]).toBe('run-1'));
    expect(posted()).toMatchObject([
      { topic: 'Sourdough bread at home', learning_goals: 'Use it at work', difficulty: 'advanced', duration: '2 weeks', age: 34 },
    ]);
  });

  it('A17 takes the age from the account, and does not ask for it then', async () => {
    const { posted } = await show({ age: 41 });
    pick('How the internet works');
    await waitFor(() => expect(write().getAttribute('aria-disabled')).not.toBe('true'));
    expect(screen.queryByLabelText('How old are you?')).toBeNull();
    fireEvent.click(write());
    await waitFor(() => expect(posted()).toMatchObject([{ age: 41, learning_goals: 'Understand and explain it' }]));
  });

  it('for a child, an adult is asked first', async () => {
    const { posted } = await show();
    pick('First aid for everyone');
    await typeAge('9');
    fireEvent.click(write());
    expect((await screen.findByRole('alert')).textContent).toBe('A parent or their school must agree first.');
    expect(posted()).toEqual([]);
    fireEvent.click(await screen.findByRole('checkbox'));
    fireEvent.click(write());
    await waitFor(() => expect(posted()).toMatchObject([{ age: 9, guardian_agreement: true }]));
  });

  it('shows why a course was not started', async () => {
    await show({ started: () => problem('validation.failed', 'This topic is refused.') });
    typeTopic('Bees');
    await typeAge('34');
    fireEvent.click(write());
    expect((await screen.findByRole('alert')).textContent).toBe('Course generation failed: This topic is refused.');
  });

  it('More passes the chosen values to the whole form, and the plans are one press away (PLAN-08)', async () => {
    const { onMore } = await show({ age: 41 });
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plans');
    pick('How the internet works');
    await waitFor(() => expect(write().getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(onMore).toHaveBeenCalled();
    expect(loadDraft(USER)).toMatchObject({
      topic: 'How the internet works',
      difficulty: 'beginner',
      age: '41',
      learning_goals: 'Understand and explain it',
    });
  });
});

describe('the short form where the library answers', () => {
  const bread = {
    slug: 'sourdough',
    course_id: null,
    title: 'Sourdough bread at home',
    line: 'Bake a loaf',
    category: 'personal',
    language: 'english',
  };
  const found = (match: LibraryMatch['match']) => ({
    library: { match, courses: 84, lessons: [], missing: [], readers: null, fits: { pictures: false, scene: false }, nearest: [bread] },
  });
  const OPEN = 'POST /api/library/courses/sourdough/open';

  beforeEach(() => void enterSession({ access_token: 'a1', refresh_token: 'r1', user: aUser() }));

  /** @param opened the answer to opening the course of the library */
  async function show(match: LibraryMatch['match'] | null, opened: () => Answer = () => partly({ course_id: 'c-1', is_new: true })) {
    const onStarted = vi.fn<(taskId: string) => void>();
    const onOpened = vi.fn<(courseId: string, isNew: boolean) => void>();
    const sent = stubServer(({ method, path }) => {
      if (path === '/api/about') return partly({ ai_mode: 'sandbox' });
      if (path.startsWith('/api/topics/library')) return match === null ? problem('internal') : partly(found(match));
      if (path.endsWith('/open')) return opened();
      return method === 'POST' ? partly({ task_id: 'run-1' }, 202) : partly({});
    });
    await showScreen(<FirstCourseForm userId={USER} onStarted={onStarted} onOpened={onOpened} onMore={() => undefined} />);
    await screen.findByRole('button', { name: 'Start reading' });
    const posted = () => sent.filter(({ method }) => method === 'POST').map(({ method, path }) => `${method} ${path}`);
    return { posted, onStarted, onOpened };
  }

  const read = () => fireEvent.click(screen.getByRole('button', { name: 'Start reading' }));
  const pickBread = () => fireEvent.click(screen.getByRole('button', { name: 'Sourdough bread at home' }));

  it('A40 opens a ready course at once: nothing is asked, and nothing is written', async () => {
    const { posted, onOpened, onStarted } = await show('course');
    pickBread();
    read();
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith('c-1', true));
    expect(posted()).toEqual([OPEN]);
    expect(onStarted).not.toHaveBeenCalled();
    expect(screen.queryByLabelText('How old are you?')).toBeNull();
    expect(
      await screen.findByText(
        /^“Sourdough bread at home” is ready in the library: people wrote and checked it\. It opens at once, and costs nothing\./,
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/You pay/)).toBeNull();
  });

  it.each(['none', 'part', 'other_language'] as const)('starts nothing before it has said what there is instead: %s', async (match) => {
    const { posted, onStarted } = await show(match);
    fireEvent.change(screen.getByLabelText('In your own words'), { target: { value: 'Roman law' } });
    read();
    const age = await screen.findByLabelText('How old are you?');
    expect(posted()).toEqual([]);
    fireEvent.change(age, { target: { value: '34' } });
    read();
    await waitFor(() => expect(onStarted.mock.lastCall?.[0]).toBe('run-1'));
    expect(posted()).toEqual(['POST /api/generate-course']);
  });

  it('says why a ready course could not be opened, and opens it at the next press', async () => {
    let isAway = true;
    const { onOpened } = await show('course', () =>
      isAway ? problem('service.unavailable', 'The library is away.') : partly({ course_id: 'c-1', is_new: false }),
    );
    pickBread();
    read();
    expect((await screen.findByRole('alert')).textContent).toBe('The course could not be opened. The library is away.');
    isAway = false;
    read();
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith('c-1', false));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks as everywhere if the library does not answer', async () => {
    const { onStarted } = await show(null);
    pickBread();
    const age = await screen.findByLabelText('How old are you?');
    fireEvent.change(age, { target: { value: '34' } });
    read();
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
  });

  it('offers the courses that the library has in the reader’s language', async () => {
    document.documentElement.lang = 'es';
    onTestFinished(() => void (document.documentElement.lang = 'en'));
    stubServer(({ path }) => {
      if (path === '/api/about') return partly({ ai_mode: 'sandbox' });
      if (path.startsWith('/api/library/courses?language=spanish'))
        return partly({ courses: [{ slug: 'mareas', title: 'Las mareas', category: 'academic', language: 'spanish', course_id: null }] });
      return partly({});
    });
    await showScreen(<FirstCourseForm userId={USER} onStarted={() => undefined} onOpened={() => undefined} onMore={() => undefined} />);
    expect(await screen.findByRole('button', { name: 'Las mareas' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sourdough bread at home' })).toBeNull();
  });
});
