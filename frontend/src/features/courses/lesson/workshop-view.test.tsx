import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AskedField } from '#contract/courses/asked-field.ts';
import type { Workshop, WorkshopStep } from '#contract/courses/workshop.contract.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { WorkshopView } from './workshop-view.tsx';

const step = (id: string, text: string, field: AskedField | null, part: Partial<WorkshopStep> = {}): WorkshopStep => ({
  id,
  text,
  field,
  hint: `Hint of ${id}.`,
  explanation: `Why ${id}.`,
  ...part,
});
const workshop: Workshop = {
  title: 'A roof for two hives',
  intro: 'The roof is 4 m long.',
  steps: [
    step('a', 'How many metres remain?', { kind: 'number', answer: 2.5, tolerance: 0, unit: 'm' }),
    step('b', 'Now the wind.', null),
    step('c', 'Which side is out of the wind?', {
      kind: 'choice',
      options: [
        { id: 'n', text: 'North', feedback: 'The wind comes from there.' },
        { id: 's', text: 'South' },
      ],
      answer_id: 's',
    }),
    step('d', 'What do you type?', { kind: 'line', accepted: ['hives = 2'], code: true }),
  ],
};
const show = (place?: string) => showScreen(<WorkshopView workshop={workshop} language={{ lang: 'en', dir: 'ltr' }} place={place} />);
const field = () => screen.getByLabelText<HTMLInputElement>('Your answer');
const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check answer' }));
const enter = (value: string) => {
  fireEvent.change(field(), { target: { value } });
  check();
};
const stepsShown = () => screen.getAllByRole('listitem').filter((item) => within(item).queryByText(/^Step \d of 4$/)).length;

afterEach(() => localStorage.clear());

describe('a workshop', () => {
  it('shows a step when the one before is right, and moves the focus to it', async () => {
    await show();
    expect([stepsShown(), screen.queryByText('Why a.')]).toEqual([1, null]);
    enter('٢٫٥ m');
    expect(screen.getByText('Why a.')).toBeTruthy();
    expect(stepsShown()).toBe(2);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Step 2 of 4'));
    expect(screen.getByText('Right. Step 2 of 4').getAttribute('role')).toBe('status');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Step 3 of 4'));
    fireEvent.click(screen.getByLabelText('South'));
    check();
    enter('hives=2');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('You have worked through all steps.'));
  });

  it('says what is wrong, and shows the answer after two wrong entries', async () => {
    await show();
    enter('3');
    expect(screen.getByText('Hint of a.')).toBeTruthy();
    expect(stepsShown()).toBe(1);
    // the same entry again is no further attempt
    check();
    expect(screen.queryByRole('button', { name: 'Show the answer' })).toBeNull();
    enter('4');
    fireEvent.click(screen.getByRole('button', { name: 'Show the answer' }));
    expect(screen.getByText('Why a.')).toBeTruthy();
    expect(screen.getByText('2.5 m')).toBeTruthy();
    expect(stepsShown()).toBe(2);
  });

  it('does not count an entry that it cannot read', async () => {
    await show();
    for (const value of ['two', '', 'a lot', 'many']) {
      enter(value);
      expect(field().getAttribute('aria-invalid')).toBe('true');
    }
    expect(screen.getAllByText('Enter a number, without words.').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Show the answer' })).toBeNull();
  });

  it('gives the feedback on a wrong option without marking the right one', async () => {
    localStorage.setItem('workshop:p', JSON.stringify({ a: { entry: '2.5' }, b: { isTold: true } }));
    await show('p');
    fireEvent.click(screen.getByLabelText('North'));
    check();
    expect(screen.getByText('The wind comes from there.')).toBeTruthy();
    expect(screen.queryByText('Right answer')).toBeNull();
  });

  it('continues after a reload where the reader stopped, and can be started again', async () => {
    const { unmount } = await show('u1:c1:l1');
    enter('2.5');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    unmount();
    const { unmount: leave } = await show('u1:c1:l1');
    expect(stepsShown()).toBe(3);
    leave();
    const { unmount: leaveOther } = await show('u2:c1:l1');
    expect(stepsShown()).toBe(1);
    leaveOther();
    localStorage.setItem('workshop:u1:c1:l1', JSON.stringify(Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { isTold: true }]))));
    await show('u1:c1:l1');
    fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
    expect(stepsShown()).toBe(1);
    expect(localStorage.getItem('workshop:u1:c1:l1')).toBeNull();
  });

  it('asks an edited step again', async () => {
    localStorage.setItem('workshop:p', JSON.stringify({ a: { entry: '7' } }));
    await show('p');
    expect(stepsShown()).toBe(1);
  });

  it('begins anew where somebody else has written into the storage', async () => {
    localStorage.setItem('workshop:p', '"no progress"');
    await show('p');
    expect(stepsShown()).toBe(1);
  });

  it('has no answers on paper, but all steps', async () => {
    const { container } = await show();
    expect(container.textContent).toContain('What do you type?');
    for (const text of ['hives = 2', 'Why d.', 'The wind comes from there.']) expect(container.textContent).not.toContain(text);
  });
});
