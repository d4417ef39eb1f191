import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { NextLesson } from './next-lesson.tsx';

const reading = { course_id: 'c-1', lesson: { lesson_id: 'l-3', title: 'The hive', module: 0, lesson: 2 } };

/** The link for a user with these courses. */
async function wayOf(given: { readonly courses?: readonly object[]; readonly toContinue?: readonly object[] }) {
  const { courses = [], toContinue = [] } = given;
  stubServer(({ path }) =>
    partly(
      path.includes('/continue') ? { courses: toContinue } : { courses, next: null, total: courses.length, generated: courses.length },
    ),
  );
  const { unmount } = await showScreen(<NextLesson userId="u1" />);
  const link = await screen.findByRole('link');
  const way = [link.textContent, link.getAttribute('href')];
  unmount();
  return way;
}

it('links to the lesson to continue, else to a new course, else to creating one', async () => {
  const fresh = { course_id: 'c-2', title: 'Tides', status: 'generated' };
  expect(await wayOf({ toContinue: [reading], courses: [fresh] })).toEqual(['Continue with “The hive”', '/courses/c-1/learn/0/2']);
  expect(await wayOf({ courses: [fresh] })).toEqual(['Start with “Tides”', '/courses/c-2/learn/0/0']);
  expect(await wayOf({ courses: [{ ...fresh, status: 'completed' }] })).toEqual(['Write your next course', '/create']);
  expect(await wayOf({})).toEqual(['Write your first course', '/create']);
});
