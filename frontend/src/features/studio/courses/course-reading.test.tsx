import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { CourseFacts, CourseFigures, CourseReading } from './course-reading.tsx';
import { aCreatorCourse } from './creator-course.factory.ts';

const factsOf = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

const Whole = ({ course }: { readonly course: CreatorCourse }) => (
  <>
    <CourseReading course={course} />
    <CourseFacts course={course} />
  </>
);

describe('a course as its readers will see it', () => {
  it('CRE-10 CRE-19 shows its texts and terms, and what only its creator sees', async () => {
    await showScreen(<Whole course={aCreatorCourse(1)} />);
    expect(screen.getByRole('region', { name: 'About the course' }).textContent).toContain('From the first sting to the first jar.');
    expect(screen.getByRole('region', { name: 'What you need before' }).textContent).toContain('A roof');
    expect(factsOf('At a glance')).toEqual([
      ['Price', '$12.50'],
      ['Difficulty', 'Intermediate'],
      ['Duration', '2 h 30 min'],
      ['Category', 'Personal Development'],
      ['Tags', 'bees, city'],
    ]);
    cleanup();
    await showScreen(<CourseFigures course={aCreatorCourse(1)} />);
    expect(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
      ['Students', '0'],
      ['Revenue', '$0.00'],
      ['Rating', '– not yet'],
      ['Completion', '– not yet'],
    ]);
  });

  it('shows plain text: nothing in it is markup, and its lines stay lines', async () => {
    await showScreen(<CourseReading course={aCreatorCourse(1, { description: '<b>Bees</b>\nand roofs' })} />);
    const text = screen.getByText(/<b>Bees<\/b>/);
    expect(text.textContent).toBe('<b>Bees</b>\nand roofs');
    expect(getComputedStyle(text).whiteSpace).toBe('pre-line');
  });

  it('omits empty fields', async () => {
    const bare = aCreatorCourse(1, { price: 0, category: null, duration: null, tags: [], objectives: '', prerequisites: '' });
    await showScreen(<Whole course={bare} />);
    expect(factsOf('At a glance')).toEqual([
      ['Price', 'Free'],
      ['Difficulty', 'Intermediate'],
    ]);
    expect(screen.queryByRole('region', { name: 'What you will learn' })).toBeNull();
  });
});
