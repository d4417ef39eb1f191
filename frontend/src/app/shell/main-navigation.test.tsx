import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MainNavigation } from './shell.tsx';
import { setOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';

afterEach(() => {
  setOpenCourse(null);
});

async function linksAt(address: string): Promise<HTMLElement[]> {
  await showScreen(<MainNavigation />, address);
  return screen.findAllByRole('link');
}

const currentAt = async (address: string): Promise<(string | null)[]> =>
  (await linksAt(address)).filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent);

describe('the navigation', () => {
  it.each([
    ['/create', 'AI Builder'],
    ['/courses', 'My Courses'],
    ['/courses?filter=saved', 'My Courses'],
    ['/courses/c-1/learn/0/1', 'Learning'],
  ])('marks at %s one place: %s', async (address, caption) => {
    setOpenCourse({ courseId: 'c-1', title: 'Bees', module: 0, lesson: 1 });
    expect(await currentAt(address)).toEqual([caption]);
  });

  it.each([
    ['five places', false, ['AI Builder', 'My Courses', 'Community', 'AI Mentor', 'Dashboard']],
    ['Learning besides, while a course is open', true, ['AI Builder', 'My Courses', 'Learning', 'Community', 'AI Mentor', 'Dashboard']],
  ] as const)('SHELL-02 SHELL-04 G42 has %s', async (_, isOpen, places) => {
    if (isOpen) setOpenCourse({ courseId: 'c-1', title: 'Bees', module: 0, lesson: 1 });
    expect((await linksAt('/create')).map((link) => link.textContent)).toEqual(places);
  });

  it('marks none elsewhere', async () => {
    expect(await currentAt('/organisation')).toEqual([]);
  });
});
