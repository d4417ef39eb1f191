import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { getNotices } from '#frontend/lib/toast.ts';
import { aQueue } from './queue.factory.ts';
import { PauseAllButton } from './overview-section.tsx';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

it.each([
  ['Pause all', true, [aQueue('generate-interactive'), aQueue('generate-batch', { is_paused: true })]],
  ['Resume all', false, [aQueue('generate-interactive', { is_paused: true }), aQueue('generate-batch', { is_paused: true })]],
])('OPS-03: %s asks first, for all queues', async (name, paused, queues) => {
  const sent = stubServer(() => ({ body: { paused } }));
  await showScreen(<PauseAllButton queues={queues} />);
  press(name);
  expect(sent).toEqual([]);
  confirm(name);
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ scope: 'queue', name: '*', paused }]));
  await dialogClosed();
});

it('says that the queues could not be paused', async () => {
  stubServer(() => problem('service.unavailable', 'Not now.'));
  await showScreen(<PauseAllButton queues={[aQueue('generate-interactive')]} />);
  press('Pause all');
  confirm('Pause all');
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Not now.']));
  screen.getByRole('dialog');
});
