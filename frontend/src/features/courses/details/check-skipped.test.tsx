import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import { CheckSkipped } from './check-skipped.tsx';

const course = aCourse({ quality_level: 'standard', task_id: 'run-1' });
const unchecked = { ...course, modules: [{ ...course.modules[0]!, lessons: [aLesson(0, 0, { reviewed_by: null })] }] };
const show = (shown = unchecked) => showScreen(<CheckSkipped of={{ userId: 'u1', courseId: 'course-1' }} course={shown} />);

function serve(offer: { lesson_ids: string[]; cost: number; is_possible: boolean }, refusal?: ReturnType<typeof problem>) {
  let now = offer;
  return stubServer(({ method }) => {
    if (method !== 'POST') return partly(now);
    if (refusal) return refusal;
    now = { lesson_ids: [], cost: 0, is_possible: false };
    return partly({ task_id: 'run-2' }, 202);
  });
}

it('are offered at the quoted price, and checked with one press', async () => {
  const sent = serve({ lesson_ids: ['a', 'b'], cost: 258, is_possible: true });
  await show();
  expect(await screen.findByText('No second service could check 2 lessons')).toBeTruthy();
  expect(screen.getByText(/^Costs 2.58 tokens for all, which were not charged before. A lesson/)).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Have them checked' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('The check’s findings will appear here'));
  const posts = sent.filter(({ method }) => method === 'POST');
  expect(posts.map(({ path }) => path)).toEqual(['/api/courses/course-1/skipped-reviews']);
  expect(posts[0]!.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
});

it('are free if a course of the plan was used', async () => {
  serve({ lesson_ids: ['a'], cost: 0, is_possible: true });
  await show();
  expect(await screen.findByText(/^No extra cost\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Have it checked' })).toBeTruthy();
});

it('wait while no second service answers', async () => {
  serve({ lesson_ids: ['a'], cost: 129, is_possible: false });
  await show();
  expect(await screen.findByText(/^No service is answering at the moment/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('name the shortfall, and the server’s reason', async () => {
  serve({ lesson_ids: ['a'], cost: 129, is_possible: true }, problem('tokens.insufficient', 'No.', { needed: 1.29, available: 1 }));
  const { unmount } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Have it checked' }));
  expect(await screen.findByText('This needs up to 1.29 tokens, and you have 1.')).toBeTruthy();
  unmount();
  serve({ lesson_ids: ['a'], cost: 129, is_possible: true }, problem('queue.full', 'The queue is full.'));
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Have it checked' }));
  expect((await screen.findByText(/The queue is full/)).closest('[role=alert]')).toBeTruthy();
});

it('are not offered if every lesson was checked', async () => {
  const sent = serve({ lesson_ids: [], cost: 0, is_possible: false });
  await show({ ...course, modules: [{ ...course.modules[0]!, lessons: [aLesson(0, 0, { reviewed_by: 'grok' })] }] });
  expect(sent).toEqual([]);
});
