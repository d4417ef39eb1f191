import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import ReportError from './report-error.tsx';

it('reports to the operators which words of which lesson are wrong, and why', async () => {
  const sent = stubServer(() => ({ body: { reported: true } }));
  await showScreen(<ReportError courseId="course-1" lessonId="lesson-1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Report an error' }));
  fireEvent.change(screen.getByLabelText('Which words are wrong?'), { target: { value: 'Two fingers for infants' } });
  fireEvent.change(screen.getByLabelText('What is correct, and how do you know?'), { target: { value: 'Two thumbs since 2025' } });
  fireEvent.click(screen.getByRole('button', { name: 'Report' }));
  await dialogClosed();
  expect(sent.at(-1)!.body).toEqual({
    subject_type: 'lesson',
    subject_id: 'course-1:lesson-1',
    reason: 'error',
    text: 'Two thumbs since 2025',
    passage: 'Two fingers for infants',
  });
});
