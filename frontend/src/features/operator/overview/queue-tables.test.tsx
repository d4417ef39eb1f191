import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { aQueue } from './queue.factory.ts';
import { KindTable, QueueTable } from './queue-tables.tsx';

it('idle queues are shown on demand; one that works, is paused, fails or has no worker always', async () => {
  const queues = [
    aQueue('generate-interactive', { active: 1 }),
    aQueue('generate-batch'),
    aQueue('translate-batch', { is_paused: true }),
    aQueue('export-batch', { failed: 2 }),
    aQueue('draw-batch', { workers: 0 }),
  ];
  await showScreen(<QueueTable queues={queues} range="24 h" series={undefined} />);
  const pausable = () =>
    screen.getAllByRole('button', { name: /^(Pause|Resume) / }).map((one) => one.getAttribute('aria-label') ?? one.textContent);
  const busy = ['Pause Course texts, interactive', 'Resume Translation, batch', 'Pause Exports, batch', 'Pause Pictures, batch'];
  expect(pausable()).toEqual(busy);
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 idle queue' }));
  expect(pausable()).toEqual(busy.toSpliced(1, 0, 'Pause Course texts, batch'));
  fireEvent.click(screen.getByRole('button', { name: 'Hide 1 idle queue' }));
  expect(pausable()).toEqual(busy);
});

it('a kind without runs is paused from the idle kinds', async () => {
  const kind = { lane: 'interactive', queued: 0, running: 0, parked: 0, oldest_s: 0, is_paused: false } as const;
  await showScreen(<KindTable kinds={[{ ...kind, kind: 'course' }]} />);
  expect(screen.getByText('No runs are waiting or in progress.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 idle kind' }));
  expect(screen.getByRole('button', { name: 'Pause Courses' })).toBeTruthy();
});
