import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { RequestFields, Tried } from './run-attempts.tsx';

it('OPS-03: a request is shown field by field, in words', async () => {
  await showScreen(
    <RequestFields request={{ topic: 'Bees', learning_goals: ['keep', 'breed'], review_outline: false, place: { module: 1 }, note: '' }} />,
  );
  expect(screen.getByRole('group', { name: 'Request' }).textContent).toBe(
    'TopicBeesLearning goalskeep, breedReview outlinenoPlaceModule: 1Note–',
  );
});

it('attempts are shown as a number, and unfolded as a line for each service; anything but a list is hidden', async () => {
  const tries = [
    { service: 'claude', code: 'vendors.unavailable', at: '' },
    { service: null, code: 'internal', at: '', hint: 'a bug' },
  ];
  await showScreen(<Tried value={JSON.stringify(tries)} />);
  fireEvent.click(screen.getByRole('button', { name: '2 attempts, no usable answer' }));
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Claude: vendors.unavailable ', '–: internal a bug']);
  cleanup();
  await showScreen(<Tried value="nonsense" />);
  expect(screen.queryByRole('list')).toBeNull();
});
