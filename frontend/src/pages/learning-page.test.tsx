import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anOwnAssignment } from '#frontend/features/classes/class.factory.ts';
import { aCourse, aLesson } from '#frontend/features/courses/course.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { theme } from '#frontend/theme/theme.ts';
import LearningPage from './learning-page.tsx';

/** Opens the first lesson of a course at its own address. */
function open(): void {
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: 'app' });
  const page = createRoute({ getParentRoute: () => app, path: 'courses/$courseId/learn/$module/$lesson', component: LearningPage });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/courses/course-1/learn/0/0'] }),
  });
  render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

/** Presses Complete Lesson as soon as it is on the page. */
function pressAtOnce(): void {
  new MutationObserver((_, observer) => {
    const button = screen.queryByRole('button', { name: 'Complete Lesson' });
    if (!button) return;
    observer.disconnect();
    button.click();
  }).observe(document.body, { subtree: true, childList: true });
}

it('LRN-07 mentions open questions even to a user who presses before the lesson’s answers are loaded', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const quiz = [
    {
      id: 'q1',
      question: 'Who leaves?',
      options: [
        { id: 'a', text: 'The old queen' },
        { id: 'b', text: 'The new one' },
      ],
      answer_id: 'a',
      explanation: '',
    },
  ];
  const course = aCourse({ modules: [{ title: 'The place', summary: '', lessons: [aLesson(0, 0, { quiz }), aLesson(0, 1)] }] });
  const sent = stubServer(async ({ path }) => {
    if (path === '/api/courses/user-1/course-1') return partly({ course });
    if (!path.endsWith('/answers')) return partly({ proposals: [] });
    await answered;
    return partly({ answers: [], score: { answered: 0, right: 0, questions: 1 } });
  });
  pressAtOnce();
  open();
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/answers'))).toBe(true));
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).not.toContain('/api/lesson-complete');
  answer();
  await screen.findByText('1 question in this lesson is unanswered. Complete it anyway?');
  expect(sent.map(({ path }) => path)).not.toContain('/api/lesson-complete');
});

it('shows the class and the due date beside a lesson of an assigned course', async () => {
  // there is room beside it
  const usual = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...usual(media), matches: media.includes('min-width') }));
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  stubServer(({ path }) => {
    if (path === '/api/courses/user-1/course-1') return partly({ course: aCourse() });
    if (path.startsWith('/api/assignments')) return partly({ assignments: [anOwnAssignment({ copy_id: 'course-1' })] });
    if (path.startsWith('/api/user-tokens')) return partly(aBalance({ organisation_available: 12 }));
    return brokenAnswer('a proxy', 503, {});
  });
  open();
  const link = await screen.findByRole('link', { name: 'Assigned by 7b' });
  expect(link.closest('p')?.textContent).toMatch(/^Due Dec 1\d/);
});

it('opens a lesson of a bought course whose text is held back, and says when it cannot be opened', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  let opened: 'no' | 'refused' | 'yes' = 'refused';
  const lesson = () =>
    opened === 'yes' ? aLesson(0, 0, { content: 'The old queen leaves.' }) : aLesson(0, 0, { content: '', quiz: [], is_held_back: true });
  const sent = stubServer(({ path, method }) => {
    if (path === '/api/courses/user-1/course-1')
      return partly({ course: aCourse({ modules: [{ title: 'The place', summary: '', lessons: [lesson(), aLesson(0, 1)] }] }) });
    if (method !== 'POST' || !path.endsWith('/open')) return brokenAnswer('a proxy', 503, {});
    if (opened === 'refused') return problem('refund.under_way', 'The course is being refunded.');
    opened = 'yes';
    return partly({ lesson: lesson() });
  });
  open();
  await screen.findByText('The lesson could not be opened');
  opened = 'no';
  screen.getByRole('button', { name: /again/i }).click();
  await screen.findByText('The old queen leaves.');
  expect(sent.filter(({ path }) => path.endsWith('/open'))).toHaveLength(2);
});
