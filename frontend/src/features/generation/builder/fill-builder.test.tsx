import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { loadDraft, resetDraft, saveDraft } from './course-draft.ts';
import { useFilledBuilder, type BuilderValues } from './fill-builder.tsx';
import { FORM_DEFAULTS } from './form-values.ts';

const bees: BuilderValues = { topic: 'Bees on a roof', goals: 'Judge a roof', difficulty: 'intermediate' };
const filled = { ...FORM_DEFAULTS, topic: 'Bees on a roof', learning_goals: 'Judge a roof', difficulty: 'intermediate' };

function Asking({ wish }: { readonly wish: BuilderValues }) {
  const builder = useFilledBuilder('u1');
  return (
    <>
      <button onClick={() => builder.fill(wish)}>Write it</button>
      {builder.question}
    </>
  );
}
const ask = async (wish = bees) => {
  const shown = await showScreen(<Asking wish={wish} />);
  fireEvent.click(screen.getByRole('button', { name: 'Write it' }));
  return shown;
};

beforeEach(() => {
  resetDraft('u1');
});

describe('a course handed over to the AI Builder', () => {
  it('fills the empty form and opens it', async () => {
    const { address } = await ask();
    await waitFor(() => expect(address()).toBe('/create'));
    expect(loadDraft('u1')).toEqual(filled);
  });

  it('asks before it replaces a form in progress', async () => {
    saveDraft('u1', { ...FORM_DEFAULTS, topic: 'Knots', age: '17' });
    const { address } = await ask();
    expect((await screen.findByRole('dialog', { name: 'AI Builder has a form you have started' })).textContent).toContain('Knots');
    expect(loadDraft('u1').topic).toBe('Knots');
    fireEvent.click(screen.getByRole('button', { name: 'Replace it' }));
    await waitFor(() => expect(address()).toBe('/create'));
    expect(loadDraft('u1')).toEqual(filled);
  });

  it('keeps the form in progress when the user chooses that', async () => {
    saveDraft('u1', { ...FORM_DEFAULTS, topic: 'Knots' });
    const { address } = await ask();
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with this form' }));
    await waitFor(() => expect(address()).toBe('/create'));
    expect(loadDraft('u1').topic).toBe('Knots');
  });

  it('takes over the draft’s other values', async () => {
    await ask({ ...bees, industry_focus: 'creative', language_preference: 'arabic' });
    expect(loadDraft('u1')).toEqual({ ...filled, industry_focus: 'creative', language_preference: 'arabic' });
  });

  it('a form filled from another draft and not edited is refilled without asking', async () => {
    await ask();
    cleanup();
    const { address } = await ask({ ...bees, topic: 'Wasps' });
    await waitFor(() => expect(address()).toBe('/create'));
    expect(loadDraft('u1').topic).toBe('Wasps');
    saveDraft('u1', { ...loadDraft('u1'), age: '17' });
    cleanup();
    await ask();
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('asks about a form without a topic, without an empty line', async () => {
    saveDraft('u1', { ...FORM_DEFAULTS, age: '17' });
    await ask();
    const lines = (await screen.findByRole('dialog')).querySelectorAll('p');
    expect([...lines].map(({ textContent }) => textContent)).toEqual(['If you replace this text, you lose it.']);
  });

  it('shortens long goals to the limit of the form, at the end of a word, and says so', async () => {
    await ask({ ...bees, goals: 'bees '.repeat(500) });
    const { learning_goals: goals } = loadDraft('u1');
    expect(goals.length).toBeLessThanOrEqual(2_000);
    expect(goals.endsWith('bees')).toBe(true);
    expect(getNotices()[0]?.text).toBe('The draft is longer than the form allows, so only its first part was filled in.');
  });
});
