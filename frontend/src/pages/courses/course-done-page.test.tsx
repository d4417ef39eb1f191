import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { brokenAnswer } from '#contract/platform/mocked-answer.factory.ts';
import { aCourse, aLesson, aSummary } from '#frontend/features/courses/course.factory.ts';
import { keepCourseEnd } from '#frontend/lib/courses/course-end.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { partly, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { theme } from '#frontend/theme/theme.ts';
import CourseDonePage from './course-done-page.tsx';

/** Opens the end of a course at its own address. */
function open() {
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: 'app' });
  const done = createRoute({ getParentRoute: () => app, path: 'courses/$courseId/done', component: CourseDonePage });
  const course = createRoute({ getParentRoute: () => app, path: 'courses/$courseId', component: () => <h1>The course</h1> });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([done, course])]),
    history: createMemoryHistory({ initialEntries: ['/courses/course-1/done'] }),
  });
  render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return router;
}

function stub(completed: boolean) {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  const lessons = [aLesson(0, 0, { completed: true }), aLesson(0, 1, { completed })];
  const course = aCourse({ modules: [{ title: 'The place', summary: '', lessons }] });
  const days = [
    { day: '2026-11-30', due: 2 },
    { day: '2026-12-01', due: 5 },
  ];
  return stubServer(({ path }) => {
    if (path === '/api/courses/user-1/course-1') return partly({ course });
    if (path === '/api/continue') return partly({ courses: [] });
    if (path.startsWith('/api/review-forecast')) return partly({ questions: 2, flash_cards: 0, waiting: 0, days });
    if (path.includes('status=completed')) {
      const finished = [aSummary(1, { status: 'completed' }), aSummary(4, { status: 'completed' })];
      return partly({ courses: finished, next: null, total: 3, generated: 3 });
    }
    if (path.startsWith('/api/courses/user-1')) return partly({ courses: [aSummary(2)], next: null, total: 3, generated: 3 });
    if (path.startsWith('/api/certificates')) return partly({ certificates: [] });
    if (path.endsWith('/final-test')) return partly({ is_needed: false, is_task_needed: false, open: null, passed_at: null });
    return brokenAnswer('a proxy', 503, {});
  });
}

it('LRN-11 the end of a course congratulates, shows its certificate, its rewards, and one course to continue with', async () => {
  stub(true);
  keepCourseEnd('course-1', { points_awarded: 25, total_points: 830 });
  open();
  await screen.findByRole('heading', { level: 1, name: 'Congratulations' });
  expect(await screen.findByRole('group', { name: 'Certificate' })).toBeTruthy();
  await waitFor(() =>
    expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'points, 830 in total+25',
      'lessons completed2',
      'courses finished2',
      'reviews keep it fresh7',
    ]),
  );
  const next = await screen.findByRole('region', { name: 'Next in My Courses' });
  expect(within(next).getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/courses/course-2/learn/0/0');
  const again = screen.getByRole('link', { name: 'Read again' });
  expect(again.className, 'not the main button').not.toContain('contained');
});

it('a user with lessons left is led to the course', async () => {
  stub(false);
  const router = open();
  await screen.findByRole('heading', { name: 'The course' });
  expect(router.state.location.pathname).toBe('/courses/course-1');
});
