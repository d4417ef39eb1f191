import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isDelivered } from '#contract/platform/delivered-parts.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { tokenBalance } from '#frontend/lib/token-balance.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { aUser } from '#frontend/testing/user.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { CourseForm } from './course-form.tsx';
import { aboutProduct } from '#frontend/lib/about.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { beginNewAttempt, resetDraft, saveDraft } from './course-draft.ts';
import { COMPONENTS } from './cost-estimate.ts';
import { FORM_DEFAULTS, WITHOUT_MEDIA } from './form-values.ts';
import { recentRuns } from '#frontend/features/generation/runs/recent-runs.ts';
import { aRun } from '#frontend/features/generation/run/run.factory.ts';

const USER = 'user-1';
const ABOUT = { product: 'Coursewright', ai_mode: 'live', takes_payments: true, translates: true, transcribes: true } as const;
const onStarted = vi.fn<(taskId: string) => void>();
const show = () => showScreen(<CourseForm userId={USER} onStarted={onStarted} sources={() => null} />);
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.input(field(label), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Course' });
const total = () => screen.getByText('Cost estimate').nextElementSibling?.textContent;
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

/** Answers orders of courses; of other calls nothing is said. */
const stubOrders = (answer: () => Answer) => stubServer(({ method }) => (method === 'POST' ? answer() : partly({})));

function fillIn(topic = 'Bees'): void {
  type(/^Topic/, topic);
  type(/^Learning goals/, 'Keep them alive');
  type(/^Age/, '34');
}

beforeEach(() => {
  resetDraft(USER);
});

describe('AI Builder', () => {
  it('G33 (A17) says beside the age, which is the audience’s, who must consent for children', async () => {
    await show();
    const age = screen.getByLabelText(/^Age of the learner/);
    const notes = (age.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(notes).toContain('For learners under 13, a parent or their school has to agree.');
  });

  it('G33 asks for consent if the learner is under 13, and sends nothing before it is given', async () => {
    const sent = stubServer(() => problem('service.unavailable', 'The service is temporarily unavailable'));
    const posts = () => sent.filter(({ method }) => method === 'POST');
    await show();
    fillIn();
    expect(screen.queryByRole('checkbox', { name: /^I am a parent or guardian/ })).toBeNull();
    type(/^Age/, '12');
    const agreement = await screen.findByRole('checkbox', { name: /^I am a parent or guardian/ });
    await act(async () => fireEvent.click(button()));
    expect(posts()).toEqual([]);
    expect(alerts()).toContain('A parent or their school must agree first.');
    fireEvent.click(agreement);
    await act(async () => fireEvent.click(button()));
    await waitFor(() => expect(posts()[0]?.body).toMatchObject({ age: 12, guardian_agreement: true }));
  });

  it('BLD-16 G33 keeps Generate Course disabled until topic, learning goals and age are filled in', async () => {
    await show();
    const isDisabled = () => button().getAttribute('aria-disabled') === 'true';
    expect(isDisabled()).toBe(true);
    type(/^Topic/, 'Bees');
    type(/^Learning goals/, 'Keep them alive');
    expect(isDisabled()).toBe(true);
    type(/^Age/, '34');
    expect(isDisabled()).toBe(false);
    type(/^Topic/, '   ');
    expect(isDisabled()).toBe(true);
  });

  it('BLD-15 missing fields are named when it is pressed, until they are filled in, and nothing is sent', async () => {
    const sent = stubServer(() => partly({}));
    await show();
    type(/^Topic/, 'Bees');
    fireEvent.click(button());
    expect(alerts()).toContain('Please fill in all required fields');
    expect(field(/^Learning goals/).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(/^Learning goals/));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    fillIn();
    expect(alerts()).not.toContain('Please fill in all required fields');
  });

  it('BLD-17 BLD-18 G32 the estimate is for the text; a part without a service has no switch, costs nothing and says so', async () => {
    await show();
    const counted = () => screen.getByText('How this is counted').closest('.MuiAccordion-root')!.textContent;
    expect(counted()).toContain('Cost estimate99.20 tokens');
    expect(screen.getByText('You pay at most 60.50 tokens to have it written.')).toBeTruthy();
    expect(screen.getByText('At most 60.50 tokens').parentElement, 'beside the button on a phone').toBe(button().parentElement);
    for (const [part, paid, price, hint, component] of [
      ['Video clips', '4', '15.20', '0.05–0.75 per second', 'course_clips'],
      ['Images', '25', '50', 'about 5 each', 'imagen'],
      ['AR/VR simulations', '0.50', '0.50', 'about 0.50 each', 'ar_vr'],
      ['Tutor', '', '2.50', 'about 0.10 an interaction', 'vortex'],
    ] as const) {
      const toggle = screen.queryByRole<HTMLInputElement>('switch', { name: `${part} ${paid}`.trim() });
      expect(toggle?.checked).toBe(isDelivered(component) ? true : undefined);
      if (isDelivered(component)) expect(counted()).toContain(`${part}${hint}${price}`);
      else expect(screen.getByText(part).closest('li')?.textContent).toBe(`${part}not yet available`);
    }
  });

  it('A40 where no service is connected, every part is off until it is asked for, and no service can be preferred', async () => {
    queryClient.setQueryData(aboutProduct.queryKey, { ...ABOUT, ai_mode: 'sandbox' });
    onTestFinished(() => queryClient.removeQueries(aboutProduct));
    await show();
    const switches = () =>
      COMPONENTS.map(({ name }) => document.querySelector<HTMLInputElement>(`[name="ai_components.${name}"]`)?.checked);
    expect(switches()).not.toContain(true);
    expect(screen.getByText('You pay at most 31 tokens to have it written.')).toBeTruthy();
    expect(screen.queryByText('AI services and extras')).toBeNull();
    expect(screen.queryByText('Preferred AI service')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: /^Images/ }));
    expect(screen.getByText('You pay at most 56 tokens to have it written.')).toBeTruthy();
  });

  it('the lesson that costs nothing has no price, no switches and no calculation', async () => {
    saveDraft(USER, { ...FORM_DEFAULTS, general_course: true });
    await show();
    expect(screen.getByText(/Its lesson on learning by yourself costs nothing\.$/)).toBeTruthy();
    expect(screen.queryByText('How this is counted')).toBeNull();
    expect(screen.queryAllByRole('switch', { name: /^Images/ })).toEqual([]);
    expect(screen.queryByText(/You pay at most/)).toBeNull();
  });

  it('A12 courses of the plan are used first, then tokens; the form shows the remaining ones', async () => {
    const quota = { name: 'text_course', allowed: 10, used: 3, held: 1, resets_at: '2026-12-20T00:00:00.000Z' };
    const { cache } = await show();
    const know = (used: number) =>
      act(() => cache.setQueryData(tokenBalance(USER).queryKey, aBalance({ balance: 112.5, quotas: [{ ...quota, used }] })));
    know(3);
    expect(await screen.findByText('6 of 10 courses left this month')).toBeTruthy();
    expect(screen.getAllByText('Text of the course')[0]!.nextElementSibling?.textContent).toBe('in your plan');
    expect(total()).toBe('99.20 tokens');
    expect(screen.getByText('You pay at most 29.50 tokens to have it written.')).toBeTruthy();
    expect(screen.getByText('You have 112.5 tokens.')).toBeTruthy();
    const pool = { organisation_available: 2_000_000, organisation_name: 'State University' };
    act(() => cache.setQueryData(tokenBalance(USER).queryKey, aBalance({ balance: 112.5, ...pool })));
    expect(await screen.findByText('You have 112.5 tokens and 2,000,000 of State University.')).toBeTruthy();
    act(() =>
      cache.setQueryData(tokenBalance(USER).queryKey, aBalance({ balance: 112.5, quotas: [{ ...quota, allowed: 8, resets_at: null }] })),
    );
    expect(await screen.findByText('4 of 8 courses left in this trial')).toBeTruthy();
    know(9);
    expect(await screen.findByText('You pay at most 60.50 tokens to have it written.')).toBeTruthy();
    expect(total()).toBe('99.20 tokens');
  });

  it('BLD-17 all parts are on at first; one press leaves out those that the tokens do not cover', async () => {
    const { cache } = await show();
    const on = () =>
      screen
        .getAllByRole<HTMLInputElement>('switch')
        .filter(({ checked }) => checked)
        .map(({ name }) => name);
    const all = [
      'ai_components.veo3_enabled',
      'ai_components.imagen_enabled',
      'ai_components.genie3_enabled',
      'ai_components.vortex_enabled',
    ];
    const know = (balance: number) => act(() => cache.setQueryData(tokenBalance(USER).queryKey, aBalance({ balance, quotas: [] })));
    know(60.5);
    expect(await screen.findByText('You have 60.5 tokens.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove parts my tokens do not cover' })).toBeNull();
    know(50);
    expect(on()).toEqual(all);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove parts my tokens do not cover' }));
    expect(on()).toEqual(all.filter((name) => !name.includes('imagen')));
    expect(total()).toBe('49.20 tokens');
    expect(screen.queryByRole('button', { name: 'Remove parts my tokens do not cover' })).toBeNull();
    // if the text alone costs more, leaving parts out does not help
    know(20);
    expect(await screen.findByText('You have 20 tokens.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove parts my tokens do not cover' })).toBeNull();
  });

  it('the price is one figure, to which the enabled parts add up', async () => {
    await show();
    const figures = () =>
      screen
        .getAllByRole<HTMLInputElement>('switch')
        .filter(({ checked }) => checked)
        .map((one) => Number(/[\d.]+$/.exec(one.closest('label')!.textContent)?.[0] ?? 0));
    const text = Number(screen.getAllByText('Text of the course')[0]!.nextElementSibling!.textContent);
    const paid = () => Number(/at most ([\d.]+) tokens/.exec(screen.getByText(/^You pay at most .* to have it written/).textContent)![1]);
    const adds = () => expect(figures().reduce((sum, one) => sum + one, text)).toBe(paid());
    adds();
    fireEvent.click(screen.getByRole('switch', { name: /^Images/ }));
    adds();
    expect(screen.getByRole('switch', { name: 'Images +25' })).toBeTruthy();
  });

  it('A12 BLD-17 parts covered by the plan cost no tokens, and each part shows its usual price', async () => {
    const quotas = [
      { name: 'text_course', allowed: 1, used: 0, held: 0, resets_at: '2026-12-20T00:00:00.000Z' },
      { name: 'video_seconds', allowed: 10, used: 0, held: 0, resets_at: null },
    ];
    const { cache } = await show();
    act(() => cache.setQueryData(tokenBalance(USER).queryKey, aBalance({ balance: 45, quotas })));
    expect(await screen.findByRole('switch', { name: /^Video clips in your plan$/ })).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Images 25' })).toBeTruthy();
    expect(screen.getByText('free until you ask')).toBeTruthy();
    expect(total()).toBe('99.20 tokens');
    expect(screen.getByText('You pay at most 25.50 tokens to have it written.')).toBeTruthy();
  });

  it('G17 an insufficient balance is explained, keeps the form, and links to more tokens on the same screen', async () => {
    stubOrders(() => problem('tokens.insufficient', 'Not enough tokens', { needed: 31, available: 4.5 }));
    const { address } = await show();
    fillIn();
    fireEvent.click(button());
    const note = (await screen.findByText('Add tokens to continue')).closest('[role="alert"]')!;
    expect(note.textContent).toContain('This needs up to 31 tokens, and you have 4.5.');
    expect(alerts().join()).not.toContain('Course generation failed');
    fireEvent.click(screen.getByRole('link', { name: 'Add tokens' }));
    await waitFor(() => expect(address()).toBe('/here?dialog=tokens'));
    expect(field(/^Topic/).value).toBe('Bees');
    expect(button().disabled).toBe(false);
  });

  it('G17 with a pool beside one’s own tokens shows both balances', async () => {
    const key = 'This needs {needed} tokens. You have {own} and your organisation has {pool}; one or the other must cover all of it.';
    const values = { needed: 31, own: 25, pool: 20 };
    stubOrders(() =>
      problem('tokens.insufficient', inEnglish({ key, values }), {
        needed: 31,
        available: 25,
        detail_words: { key, values },
      }),
    );
    await show();
    fillIn();
    fireEvent.click(button());
    const note = (await screen.findByText('Add tokens to continue')).closest('[role="alert"]')!;
    expect(note.textContent).toContain('You have 25 and your organisation has 20; one or the other must cover all of it.');
  });

  it('GEN-01 G28 G29 requests an immediate response, identified by its form alone, and remembers the run', async () => {
    const sent = stubServer(() => partly(aRun({ task_id: 'task-9' }), 202));
    await show();
    fillIn();
    fireEvent.change(field(/^Career level/), { target: { value: 'senior' } });
    fireEvent.click(field(/^Captions/));
    fireEvent.click(button());
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('task-9'));
    const orders = sent.filter(({ method }) => method === 'POST');
    expect(orders).toMatchObject([{ path: '/api/generate-course' }]);
    expect(orders[0]?.headers.get('prefer')).toBe('respond-async');
    expect(orders[0]?.headers.get('idempotency-key')).toBeNull();
    expect(orders[0]?.body).toMatchObject({ user_id: USER, age: 34, career_level: 'senior', accessibility_options: ['captions'] });
    expect(recentRuns(USER)).toMatchObject([{ task_id: 'task-9', values: { topic: 'Bees' }, isRepeat: false }]);
  });

  it('G29 says so if the returned course had been written before', async () => {
    stubServer(() => partly(aRun({ task_id: 'task-9', status: 'completed', result: { course_id: 'c' } }), 202));
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('task-9'));
    expect(recentRuns(USER)[0]).toMatchObject({ task_id: 'task-9', isRepeat: true });
  });

  it('also opens the run if the same form has been written before (200)', async () => {
    stubServer(() => partly({ task_id: 'task-3', course_id: 'c' }, 200));
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('task-3'));
  });

  it('G29 another course on purpose has a key', async () => {
    const sent = stubServer(() => problem('service.unavailable', 'The service is temporarily unavailable'));
    beginNewAttempt(USER);
    await show();
    fillIn();
    fireEvent.click(button());
    const orders = () => sent.filter(({ method }) => method === 'POST');
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  it('GEN-08 a 408 says that it takes longer than expected', async () => {
    stubServer(() => brokenAnswer('a proxy', 408, {}));
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() =>
      expect(alerts()).toContain('Course generation is taking longer than expected. Please try a more specific topic, or try again.'),
    );
  });

  it('GEN-09 other rejections show their reason, at their field', async () => {
    stubOrders(() =>
      problem('validation.failed', 'The request is not valid', { errors: [{ path: 'content_depth', message: 'Not offered today.' }] }),
    );
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() => expect(alerts()).toContain('Course generation failed: The request is not valid'));
    expect(screen.getByRole('button', { name: /^Depth/ }).getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(field(/^Content depth/));
    expect(field(/^Topic/).value).toBe('Bees');
  });

  it('keeps the typed values across leaving and returning, folded, and names the chosen ones on each section', async () => {
    const { unmount } = await show();
    fillIn('Bees on a roof');
    fireEvent.click(field(/^Captions/));
    fireEvent.change(field(/^Content depth/), { target: { value: 'doctoral' } });
    unmount();
    await show();
    expect(field(/^Topic/).value).toBe('Bees on a roof');
    expect(field(/^Captions/).checked).toBe(true);
    expect(screen.getByRole('button', { name: /^Depth/, expanded: false }).textContent).toBe('DepthDoctoral');
    expect(screen.queryByRole('button', { expanded: true })).toBeNull();
  });
});

describe('a topic that the demo library has', () => {
  const near = { slug: 'bees', course_id: null, title: 'Bees in a garden', line: 'Keep bees', category: 'personal', language: 'english' };
  const library = (changes: object = {}) => ({
    match: 'course',
    courses: 84,
    lessons: [],
    missing: [],
    readers: null,
    fits: { pictures: true, scene: false },
    nearest: [near],
    ...changes,
  });
  const stubLibrary = (found: object) =>
    stubServer(({ method, path }) => {
      if (path === '/api/about') return partly({ ai_mode: 'sandbox', has_library: true });
      if (path.startsWith('/api/topics/library')) return partly({ library: found });
      return method === 'POST' ? partly({ course_id: 'c-1', is_new: true }) : partly({});
    });
  const ordered = (sent: readonly { method: string; path: string }[]) =>
    sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
  beforeEach(() => saveDraft(USER, { ...FORM_DEFAULTS, ...WITHOUT_MEDIA }));

  it('A40 opens its ready course, and says that this costs nothing', async () => {
    const sent = stubLibrary(library());
    const { address } = await show();
    type(/^Topic/, 'Bees');
    const open = await screen.findByRole('button', { name: 'Open Course' });
    expect(screen.getAllByText(/^“Bees in a garden” is ready in the library: .* costs nothing\.$/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Generate Course' })).toBeNull();
    fireEvent.click(open);
    await waitFor(() => expect(address()).toBe('/courses/c-1'));
    expect(ordered(sent)).toEqual(['/api/library/courses/bees/open']);
  });

  it('is requested, at its price, if parts are asked for that a ready course does not have', async () => {
    stubLibrary(library());
    await show();
    type(/^Topic/, 'Bees');
    await screen.findByRole('button', { name: 'Open Course' });
    fireEvent.click(screen.getByRole('switch', { name: /^Images/ }));
    expect(await screen.findByRole('button', { name: 'Generate Course' })).toBeTruthy();
    expect(screen.getByText(/^The library has this course ready\./)).toBeTruthy();
  });

  it('A40 offers no picture and no simulation that shows something else, and says so before the order', async () => {
    stubLibrary(library());
    await show();
    type(/^Topic/, 'Bees');
    await screen.findByText('The demo library has no simulation of this subject.');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^AR\/VR/ }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Images/ }).disabled).toBe(false);
    expect(screen.queryByText('The demo library has no pictures of this subject.')).toBeNull();
  });

  it('turns a part off that was chosen for another topic', async () => {
    saveDraft(USER, { ...FORM_DEFAULTS, ai_components: { ...WITHOUT_MEDIA.ai_components, genie3_enabled: true } });
    stubLibrary(library());
    await show();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^AR\/VR/ }).checked).toBe(true);
    type(/^Topic/, 'Bees');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /^AR\/VR/ }).checked).toBe(false));
  });

  it('is requested as before where only a part of it is in the library', async () => {
    enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
    stubLibrary(library({ match: 'part', missing: ['Siberia'] }));
    await show();
    type(/^Topic/, 'Bees in Siberia');
    await screen.findByText('The demo library covers part of “Bees in Siberia”');
    expect(screen.getByRole('button', { name: 'Generate Course' })).toBeTruthy();
  });
});
