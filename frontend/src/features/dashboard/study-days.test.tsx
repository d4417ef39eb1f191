import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { StudyDays } from './study-days.tsx';

const at = (time: string) => new Date(`2026-11-27T${time}:00`).toISOString();
const session = (from: string, to: string) => ({ began_at: at(from), ended_at: at(to) });

async function show(answer: () => Answer) {
  const sent = stubServer(answer);
  await showScreen(<StudyDays userId="u1" courseId="k1" />);
  return sent;
}
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

it('names each day with its length, its sessions, and the completed lessons', async () => {
  const sent = await show(() => ({
    body: {
      days: [
        { day: '2026-11-27', minutes: 95, lessons: 2, sessions: [session('09:10', '09:25'), session('18:00', '19:20')] },
        { day: '2026-11-24', minutes: 1, lessons: 0, sessions: [session('21:30', '21:31')] },
      ],
    },
  }));
  expect(await rows()).toEqual([
    'Friday, November 271 h 35 min09:10–09:25 · 18:00–19:20 · 2 lessons completed',
    'Tuesday, November 241 min21:30–21:31',
  ]);
  expect(sent[0]!.path).toMatch(/^\/api\/study-days\/k1\?time_zone=/);
});

it('counts the rest: sessions after the third, and days after the fifth', async () => {
  const many = Array.from({ length: 7 }, (_, n) => ({
    day: `2026-11-1${n}`,
    minutes: 5,
    lessons: 0,
    sessions: Array.from({ length: 5 }, () => session('09:00', '09:01')),
  }));
  await show(() => ({ body: { days: many } }));
  const found = await rows();
  expect(found).toHaveLength(5);
  expect(found[0]).toMatch(/2 more sessions$/);
});

it('explains the list while it is empty', async () => {
  await show(() => ({ body: { days: [] } }));
  await screen.findByText('Each day you read is listed with its sessions.');
});

it('reports that it could not be loaded, and retries', async () => {
  let answer: Answer = problem('internal', 'It broke.');
  await show(() => answer);
  const alert = await screen.findByRole('alert');
  answer = { body: { days: [] } };
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Each day you read is listed with its sessions.');
});
