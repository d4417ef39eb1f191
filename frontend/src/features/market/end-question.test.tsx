import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import EndQuestion from './end-question.tsx';

it('an answer is sent, can be changed, and is not resent when it is pressed again', async () => {
  let answer: number | null = null;
  const sent = stubServer(({ method, body }) => {
    if (method === 'PUT') ({ answer } = body as { answer: number });
    return { body: { asks: true, answer } };
  });
  const answers = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await showScreen(<EndQuestion courseId="c1" />);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText(/1: not at all/);
  press('4 of 5');
  await screen.findByText(/Thank you/);
  press('4 of 5');
  press('2 of 5');
  await waitFor(() => expect(screen.getByRole('button', { name: '2 of 5', pressed: true })).toBeTruthy());
  expect(answers()).toEqual([{ answer: 4 }, { answer: 2 }]);
});

it('nobody is asked before the end, or about their own course', async () => {
  const sent = stubServer(() => ({ body: { asks: false, answer: null } }));
  await showScreen(<EndQuestion courseId="c1" />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('group')).toBeNull();
});
