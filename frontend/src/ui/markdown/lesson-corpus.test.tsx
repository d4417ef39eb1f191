import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LESSON_CORPUS, meaningOf, PLAIN_CORPUS } from '#contract/courses/lesson-corpus.factory.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LessonMarkdown } from './lesson-markdown.tsx';

// the same texts are read in every file, by the server (ops/checks/forms/forms.test.ts)
describe('a lesson read on its page, an answer of the mentor, a post of a forum', () => {
  it.each(Object.entries(LESSON_CORPUS))('%s', async (_, { text, means }) => {
    const { container } = await showScreen(<LessonMarkdown>{text}</LessonMarkdown>);
    await waitFor(() => {
      const lines = meaningOf(container).split('\n');
      for (const one of means)
        expect(lines.filter((line) => line.endsWith(one)).length, `${one} in\n${lines.join('\n')}`).toBeGreaterThan(0);
    });
  });

  it.each(PLAIN_CORPUS.map(({ text }) => text))('a title, a question, an option: %s', async (text) => {
    const { container } = await showScreen(
      <p>
        <FormulaText text={text} dir="ltr" />
      </p>,
    );
    await waitFor(() => expect(meaningOf(container)).toBe(text));
  });
});
