import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { CardText } from './formula-text.tsx';

it('a side of a flash card shows the lesson’s code as code, and its other words as they are', async () => {
  const { container } = await showScreen(<CardText text="What does `row_number()` return for a price of $5?" />);
  expect(container.querySelector('code')?.textContent).toBe('row_number()');
  expect(container.textContent).toBe('What does row_number() return for a price of $5?');
});
