import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { idempotencyKeyFor, loadDraft, saveDraft } from './course-draft.ts';
import { FORM_DEFAULTS, toPayload, type FormValues } from './form-values.ts';
import { recentRuns, rememberRun } from '#frontend/features/generation/runs/recent-runs.ts';
import { useStartAgain } from './start-again.ts';

let n = 0;
const asked: FormValues = {
  ...FORM_DEFAULTS,
  topic: 'Bees',
  learning_goals: 'Keep them',
  age: '34',
  difficulty: 'expert',
  accessibility_options: ['captions', 'large-text'],
  specific_skills: 'Smoking a hive',
  ai_components: { ...FORM_DEFAULTS.ai_components, veo3_enabled: false },
  review_outline: true,
};
/** As stored by the server. */
const { user_id: _user, ...stored } = toPayload(asked, 'anybody');

function StartAgain({ userId, taskId }: { readonly userId: string; readonly taskId: string }) {
  const startAgain = useStartAgain(userId, taskId);
  return <button onClick={() => startAgain.mutate()}>Start again</button>;
}
async function press(userId: string, taskId: string) {
  const { address } = await showScreen(<StartAgain userId={userId} taskId={taskId} />);
  fireEvent.click(screen.getByRole('button'));
  return address;
}

describe('Start again', () => {
  it('on another device fills the whole form with the stored request, as a new attempt', async () => {
    const user = `start-${++n}`;
    expect(idempotencyKeyFor(user, asked)).toBeUndefined();
    saveDraft(user, FORM_DEFAULTS);
    const sent = stubServer(() => ({ body: { form: stored } }));
    const address = await press(user, 'run-7');
    await waitFor(() => expect(address()).toBe('/create'));
    expect(sent.map(({ path }) => path)).toEqual(['/api/generate-course/run-7/form']);
    expect(loadDraft(user)).toEqual(asked);
    const key = idempotencyKeyFor(user, asked);
    expect(key).toMatch(/^[\w-]{36}$/);
    expect(idempotencyKeyFor(user, asked)).toBe(key);
  });

  it('reads values that only apps send in the way the server does', async () => {
    const user = `start-${++n}`;
    stubServer(() => ({ body: { form: { ...stored, academic_framework: null, ai_model_preference: true, certification_level: 'gold' } } }));
    const address = await press(user, 'run-8');
    await waitFor(() => expect(address()).toBe('/create'));
    expect(loadDraft(user)).toEqual({ ...asked, academic_framework: '', ai_model_preference: 'auto', certification_level: 'gold' });
  });

  it('in the requesting browser restores the typed values without a request', async () => {
    const user = `start-${++n}`;
    const sent = stubServer(() => problem('internal', 'not asked'));
    rememberRun(user, { task_id: 'run-9', values: { ...asked, topic: ' Bees ' } });
    const address = await press(user, 'run-9');
    await waitFor(() => expect(address()).toBe('/create'));
    expect(loadDraft(user).topic).toBe(' Bees ');
    expect(recentRuns(user)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('says so when the form cannot be loaded, and changes nothing', async () => {
    const user = `start-${++n}`;
    saveDraft(user, { ...FORM_DEFAULTS, topic: 'Half typed' });
    stubServer(() => problem('service.unavailable', 'The store is away for a moment.'));
    const address = await press(user, 'run-10');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['The store is away for a moment.']));
    expect(loadDraft(user).topic).toBe('Half typed');
    expect(address()).toBe('/here');
  });
});
