import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextField } from './field.tsx';

const LONG = 'For example: keeping bees on a city roof';

it('an example that a phone would cut off is shown below the field there, before its help; a short one stays in the field', () => {
  render(
    <>
      <TextField label="Topic" placeholder={LONG} helper="A word or a sentence" />
      <TextField label="Code" placeholder="SPRING20" />
    </>,
  );
  const [topic, code] = [screen.getByLabelText('Topic'), screen.getByLabelText('Code')];
  expect(document.getElementById(topic.getAttribute('aria-describedby')!)!.textContent).toBe(`${LONG}A word or a sentence`);
  expect(topic.closest('[data-long-example]')).toBeTruthy();
  expect(code.getAttribute('aria-describedby')).toBeNull();
  expect(code.closest('[data-long-example]')).toBeNull();
});

it('an address is typed from left to right in every language', () => {
  render(<TextField label="Page address" isAddress placeholder="https://" />);
  expect(screen.getByLabelText('Page address').getAttribute('dir')).toBe('ltr');
});
