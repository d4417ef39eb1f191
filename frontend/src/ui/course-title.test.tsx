import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CourseTitle } from './course-title.tsx';

it('is in the direction of its language, even if it begins with a Latin name, whose punctuation stays with it', () => {
  const { container } = render(<CourseTitle title="C++ وقوالب" language="arabic" />);
  expect(container.querySelector('bdi')?.outerHTML).toBe('<bdi lang="ar" dir="rtl">C++\u200e وقوالب</bdi>');
});

it('of an unknown language is in the direction of its first letter, and unchanged', () => {
  const { container } = render(<CourseTitle title="C++ basics" language={undefined} />);
  expect(container.innerHTML).toBe('<bdi>C++ basics</bdi>');
});
