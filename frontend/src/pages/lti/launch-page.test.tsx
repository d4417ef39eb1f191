import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aLesson } from '#frontend/features/courses/course.factory.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, unreachable, type Answer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { LaunchPage } from './launch-page.tsx';

// the page's data exists before its script runs
vi.hoisted(() => {
  const given = document.createElement('meta');
  given.name = 'lti';
  given.content = JSON.stringify({ platform_id: 'p1', step: 'launch', state: 'state', id_token: 'signed' });
  document.head.append(given);
  sessionStorage.setItem('lti-state', 'secret');
});

const LESSON = aLesson(0, 0, { title: 'Which average is meant?' });
const ACTIVITY = {
  kind: 'lesson',
  title: LESSON.title,
  language: 'english',
  lessons: [{ lesson_id: LESSON.lesson_id, title: LESSON.title, completed: false }],
  is_graded: true,
};

afterEach(() => queryClient.clear());

/**
 * Renders the page for a launch that has returned from the platform.
 * @param opens answers of the server to the launch, one after the other
 */
async function show(opens: readonly ((request: SentRequest) => Answer)[]): Promise<void> {
  const left = [...opens];
  stubServer((request) => {
    if (request.path.endsWith('/launches')) return left.shift()!(request);
    if (request.path.endsWith('/activity')) return { body: ACTIVITY };
    return { body: { lesson: LESSON, answers: [] } };
  });
  await showScreen(
    <QueryClientProvider client={queryClient}>
      <LaunchPage />
    </QueryClientProvider>,
  );
}

it('a launch that could not reach the server is retried automatically, with the same secret', async () => {
  const opened = { body: { token: 'cwl_token', expires_at: '2026-11-20T10:00:00.000Z', opens: 'activity', language: null }, status: 201 };
  const secrets: unknown[] = [];
  await show([({ body }) => (secrets.push(body), unreachable()), ({ body }) => (secrets.push(body), opened)]);
  expect(await screen.findByRole('heading', { level: 1, name: LESSON.title })).toBeTruthy();
  const sent = { platform_id: 'p1', state: 'state', browser: 'secret', id_token: 'signed' };
  expect(secrets).toEqual([sent, sent]);
});

it('a refused launch shows the reason, and is not retried', async () => {
  await show([() => problem('lti.expired', 'The message has expired.')]);
  expect(await screen.findByText('The message has expired.')).toBeTruthy();
});

it('a question says what was right once the server has the answer, whose key comes with it', async () => {
  const options = ['Mean', 'Median'].map((text, n) => ({ id: `o${n}`, text }));
  const asked = { id: 'q1', question: 'Which one is robust?', options, answer_id: '', explanation: '' };
  const question = { ...asked, answer_id: 'o1', explanation: 'One outlier does not move it.' };
  const sent: unknown[] = [];
  stubServer(({ path, body }) => {
    if (path.endsWith('/launches'))
      return { body: { token: 'cwl_token', expires_at: '2026-11-20T10:00:00.000Z', opens: 'activity', language: null }, status: 201 };
    if (path.endsWith('/activity')) return { body: ACTIVITY };
    if (!path.endsWith('/answers')) return { body: { lesson: { ...LESSON, quiz: [asked] }, answers: [] } };
    sent.push(body);
    return sent.length === 1 ? problem('internal', 'Not now.') : { body: { is_right: false, question } };
  });
  await showScreen(
    <QueryClientProvider client={queryClient}>
      <LaunchPage />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByLabelText('Mean'));
  fireEvent.click(screen.getByRole('button', { name: 'Check answer' }));
  expect(await screen.findByText('One outlier does not move it.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByText('0 of 1 correct')).toBeTruthy();
  // the first was lost on its way, and its repetition has the same id
  expect(sent).toEqual([sent[0], sent[0]]);
});

it('the content to place is listed by titles in words', async () => {
  const lesson = { lesson_id: 'l1', title: 'Why $x^2$ grows' };
  const course = { source: 'offered', course_id: 'c1', title: 'Growth of $x$', author: 'Ada', lessons: [lesson], simulations: [] };
  stubServer(({ path }) =>
    path.endsWith('/launches')
      ? { body: { token: 'cwl_token', expires_at: '2026-11-20T10:00:00.000Z', opens: 'contents', language: null }, status: 201 }
      : { body: { accepts_many: true, courses: [course] } },
  );
  await showScreen(
    <QueryClientProvider client={queryClient}>
      <LaunchPage />
    </QueryClientProvider>,
  );
  expect(await screen.findByLabelText('Why x^2 grows')).toBeTruthy();
});
