import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ImportCourse } from '#frontend/features/exports/import-course.tsx';
import { partly, showScreen, stubServer, type SentRequest, type Answer } from '#frontend/testing/show-screen.tsx';

const choose = async () => {
  const file = new File(['PK'], 'bees.zip', { type: 'application/zip' });
  fireEvent.change(await screen.findByLabelText('ZIP file of a course'), { target: { files: [file] } });
};
async function show(answer: (request: SentRequest) => Answer) {
  const sent = stubServer(answer);
  const shown = await showScreen(<ImportCourse userId="u1" />);
  await choose();
  return { ...shown, sent };
}
const run = (changes: object) => ({ task_id: 'i1', progress: 30, poll_after_ms: 10, ...changes });

it('opens a finished course at once, and sends a key with its file', async () => {
  const { address, sent } = await show(() => partly({ task_id: 'i1', course_id: 'c1' }, 201));
  await waitFor(() => expect(address()).toBe('/courses/c1'));
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy();
});

it('shows the progress of a slower import, and opens its course when it is ready', async () => {
  let polls = 0;
  const { address } = await show(({ method }) => {
    if (method === 'POST') return partly({ task_id: 'i1' }, 202);
    polls += 1;
    return partly(polls < 3 ? run({ status: 'running' }) : run({ status: 'completed', progress: 100, result: { course_id: 'c1' } }));
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Importing: 30%'));
  await waitFor(() => expect(address()).toBe('/courses/c1'));
});

it('stops it, and accepts another one after that', async () => {
  let status = 'running';
  const { sent } = await show(({ method }) => {
    if (method === 'DELETE') status = 'cancelled';
    return method === 'POST' ? partly({ task_id: 'i1' }, 202) : partly(run({ status }));
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('button', { name: 'Import a course' })).toBeTruthy();
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/runs/i1')).toBe(true);
});

it('is followed after a reload of the page, until it has ended', async () => {
  let status = 'running';
  const answer = ({ method }: SentRequest): Answer =>
    method === 'POST' ? partly({ task_id: 'i1' }, 202) : partly(run({ status, result: { course_id: 'c1' } }));
  await show(answer);
  await screen.findByRole('status');
  cleanup();
  const { address } = await showScreen(<ImportCourse userId="u1" />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Importing: 30%'));
  status = 'completed';
  await waitFor(() => expect(address()).toBe('/courses/c1'));
  expect(sessionStorage.length).toBe(0);
});

it('is focused for users who were sent here to import a file', async () => {
  stubServer(() => partly({}));
  await showScreen(<ImportCourse userId="u2" />, '/courses#import');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Import a course' })));
});
