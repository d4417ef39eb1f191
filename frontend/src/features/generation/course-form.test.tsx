// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CourseForm } from './course-form.tsx';
import { resetDraft } from './course-draft.ts';
import { recentRuns } from './recent-runs.ts';
import { aRun } from './run.factory.ts';

const USER = 'user-1';
const onStarted = vi.fn<(taskId: string) => void>();
const show = () => showScreen(<CourseForm userId={USER} onStarted={onStarted} />);
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.input(field(label), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Course' });
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

function fillIn(topic = 'Bees'): void {
  type(/^Topic/, topic);
  type(/^Learning goals/, 'Keep them alive');
  type(/^Age/, '34');
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  resetDraft(USER);
  onStarted.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('AI Builder', () => {
  it('BLD-16 G33 keeps Generate Course disabled until topic, learning goals and age are there', async () => {
    await show();
    expect(button().disabled).toBe(true);
    type(/^Topic/, 'Bees');
    type(/^Learning goals/, 'Keep them alive');
    expect(button().disabled).toBe(true);
    type(/^Age/, '34');
    expect(button().disabled).toBe(false);
    type(/^Topic/, '   ');
    expect(button().disabled).toBe(true);
  });

  it('BLD-15 says which alert when Enter is pressed too early', async () => {
    const sent = stubServer(() => ({ body: {} }));
    await show();
    fireEvent.keyDown(field(/^Topic/), { key: 'Enter' });
    await waitFor(() => expect(alerts()).toContain('Please fill in all required fields'));
    expect(sent).toEqual([]);
  });

  it('checks on this side first: a field error, no request', async () => {
    const sent = stubServer(() => ({ body: {} }));
    await show();
    fillIn();
    type(/^Age/, '3');
    fireEvent.click(button());
    await waitFor(() => expect(alerts()).toContain('Enter a whole number from 5 to 120.'));
    expect(sent).toEqual([]);
  });

  it('BLD-17 the estimate follows the toggles', async () => {
    await show();
    expect(screen.getByText('99.20 tokens')).toBeTruthy();
    fireEvent.click(field(/^Images/));
    await waitFor(() => expect(screen.getByText('49.20 tokens')).toBeTruthy());
    expect(screen.getByText('about 0.50 each · not yet available')).toBeTruthy();
  });

  it('GEN-01 G28 asks to be answered at once, with a key, and remembers the run', async () => {
    const sent = stubServer(() => ({ status: 202, body: aRun({ task_id: 'task-9' }) }));
    await show();
    fillIn();
    fireEvent.change(field(/^Career level/), { target: { value: 'senior' } });
    fireEvent.click(field(/^Captions/));
    fireEvent.click(button());
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('task-9'));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/generate-course' });
    expect(sent[0]?.headers.get('prefer')).toBe('respond-async');
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect(sent[0]?.body).toMatchObject({ user_id: USER, age: 34, career_level: 'senior', accessibility_options: ['captions'] });
    expect(recentRuns(USER)).toMatchObject([{ task_id: 'task-9', topic: 'Bees' }]);
  });

  it('goes to the run also when the same form has been written before (200)', async () => {
    stubServer(() => ({ status: 200, body: { task_id: 'task-3', course_id: 'c' } }));
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('task-3'));
  });

  it('G29 repeats the key for the unchanged form and takes another for a changed one', async () => {
    const sent = stubServer(() => problem(503, 'The service is not available for the moment'));
    await show();
    fillIn();
    for (const n of [1, 2]) {
      await waitFor(() => expect(button().disabled).toBe(false));
      fireEvent.click(button());
      await waitFor(() => expect(sent).toHaveLength(n));
    }
    await waitFor(() => expect(button().disabled).toBe(false));
    type(/^Topic/, 'Wasps');
    fireEvent.click(button());
    await waitFor(() => expect(sent).toHaveLength(3));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('GEN-08 a 408 says that it takes longer than expected', async () => {
    stubServer(() => problem(408, 'slow'));
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() =>
      expect(alerts()).toContain('Course generation is taking longer than expected. Please try a more specific topic, or try again.'),
    );
  });

  it('GEN-09 other refusals are told with their reason, and at their field', async () => {
    stubServer(() => problem(400, 'The request is not valid', { errors: [{ path: 'content_depth', message: 'Not offered today.' }] }));
    await show();
    fillIn();
    fireEvent.click(button());
    await waitFor(() => expect(alerts()).toContain('Course generation failed: The request is not valid'));
    expect(screen.getByText('Not offered today.').closest('details')?.open).toBe(true);
    expect(document.activeElement).toBe(field(/^Content depth/));
    expect(field(/^Topic/).value).toBe('Bees');
  });

  it('keeps what was typed over leaving and coming back', async () => {
    const { unmount } = await show();
    fillIn('Bees on a roof');
    fireEvent.click(field(/^Tutor/));
    unmount();
    await show();
    expect(field(/^Topic/).value).toBe('Bees on a roof');
    expect(field(/^Tutor/).checked).toBe(false);
    expect(screen.getByText('96.70 tokens')).toBeTruthy();
  });
});
