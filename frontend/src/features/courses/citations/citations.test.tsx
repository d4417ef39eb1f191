import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { factsOf } from '#frontend/testing/facts-of.ts';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CitationMark } from '../lesson/lesson-reading.tsx';
import { findQuote } from './passage-dialog.tsx';

const aCitation = (changes: Partial<Citation>): Citation => ({
  marker: 1,
  state: 'supported',
  quote: 'fifty thousand workers in June',
  passage: { source_id: 's1', source_name: 'bees.pdf', number: 4, page: 12 },
  ...changes,
});
const TEXT = 'A colony counts fifty thousand\nworkers in June. It is smaller in winter.';
const CITATIONS = [
  aCitation({}),
  aCitation({ marker: 2, state: 'unsupported' }),
  aCitation({ marker: 3, state: 'not_found', passage: null }),
];
const show = () =>
  showScreen(
    <LessonMarkdown
      cite={(marker) => {
        const citation = CITATIONS.find((one) => one.marker === marker);
        return citation ? <CitationMark citation={citation} /> : null;
      }}
    >
      {'Bees are many.[^1] They sing.[^2] They read.[^3] Nobody knows.[^9]\n\n`in code [^1]`'}
    </LessonMarkdown>,
  );

it('a mark opens its passage with the quote marked, and says who checked it', async () => {
  stubServer(() => ({
    body: { passage: { source_id: 's1', source_name: 'bees.pdf', number: 4, page: 12, headings: ['Summer'], text: TEXT } },
  }));
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Citation 1: bees.pdf' }));
  const mark = await screen.findByText((_, element) => element?.tagName === 'MARK');
  expect(mark.textContent).toBe('fifty thousand\nworkers in June');
  expect(screen.getByText(factsOf('Page 12 · Summer'))).toBeTruthy();
  expect(screen.getByText(/a second service found that it supports the sentence/)).toBeTruthy();
});

it('statements the sources do not support are marked, and text in code is not a marker', async () => {
  stubServer(() => problem('not_found', 'Passage not found.'));
  const { container } = await show();
  const others = await screen.findAllByRole('button', { name: 'not from your sources' });
  expect(others).toHaveLength(2);
  expect(container.textContent).toContain('Nobody knows.');
  expect(container.textContent).not.toContain('[^9]');
  expect(container.querySelector('code')?.textContent).toBe('in code [^1]');
  // another user's course: its reader gets only the quote
  fireEvent.click(others[0]!);
  expect((await screen.findByText('fifty thousand workers in June')).tagName).toBe('MARK');
  expect(await screen.findByText(/belongs to the course’s creator/)).toBeTruthy();
});

it('a quote is found whatever characters a program has inserted', () => {
  expect(findQuote('He said: “it’s\n\n well-known”.', `"it's well–known"`)).toEqual({ start: 9, end: 28 });
  expect(findQuote('A+B (c)', 'A+B (c)')).toEqual({ start: 0, end: 7 });
  expect(findQuote('Bees', 'Wasps')).toBeNull();
});
