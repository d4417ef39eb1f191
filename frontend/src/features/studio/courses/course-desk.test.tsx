import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { CourseFigures, CourseTabs } from './course-desk.tsx';
import { aCreatorCourse } from './creator-course.factory.ts';

it('CRE-10 the desk of a course starts with its figures; one that is not measured yet is not shown as zero', async () => {
  await showScreen(<CourseFigures course={aCreatorCourse(1)} />);
  expect(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Students', '0'],
    ['Revenue', '$0.00'],
    ['Rating', '– not yet'],
    ['Completion', '– not yet'],
  ]);
});

it('the two sides of the desk are links, one of them current', async () => {
  await showScreen(<CourseTabs courseId="c-1" current="details" />);
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['Lessons and publishing', '/studio/courses/c-1', null],
    ['Details', '/studio/courses/c-1/edit', 'page'],
  ]);
});
