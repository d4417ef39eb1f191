import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MetaLine } from './meta-line.tsx';

it('facts are read with a dot between them, without those that do not apply', () => {
  const { container } = render(<MetaLine facts={['8 lessons', '', null, false, <b key="time">1 h 44 min</b>, undefined, 0]} />);
  expect(container.textContent).toBe('8 lessons · 1 h 44 min · 0');
});

it('each fact is one box with the dot before it, so that a line breaks between two facts', () => {
  const { container } = render(<MetaLine facts={['Beginner', '8 lessons', 'English']} />);
  const boxes = [...container.querySelector('[data-facts]')!.children];
  expect(boxes.map((box) => box.textContent)).toEqual(['Beginner', ' · 8 lessons', ' · English']);
});
