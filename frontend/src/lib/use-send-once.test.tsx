import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { regenerateLesson } from '#contract/courses/course-versions.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { call } from './api-client.ts';
import { useAction } from './use-action.ts';
import { useSendOnce } from './use-send-once.ts';

function Button() {
  const sendOnce = useSendOnce();
  const { mutate, status, failureCount } = useAction({
    mutationFn: (instruction: string) =>
      sendOnce(instruction, (headers) =>
        call(regenerateLesson, { params: { course_id: 'c1', lesson_id: 'l1' }, body: { instruction }, headers, acceptedPrice: 50 }),
      ),
  });
  return (
    <>
      {['Shorter', 'Longer'].map((wish) => (
        <button key={wish} onClick={() => mutate(wish)}>
          {wish}
        </button>
      ))}
      <output>{`${status} ${failureCount}`}</output>
    </>
  );
}

it('a click repeats its key until a response arrives; another request has another key, and so has a click after a response', async () => {
  let isDown = true;
  const sent = stubServer(() => (isDown ? problem('service.unavailable', 'Busy.') : partly({}, 202)));
  await showScreen(<Button />);
  const press = async (wish: string, then: string) => {
    const before = sent.length;
    fireEvent.click(screen.getByText(wish));
    await waitFor(() => expect(sent.length).toBeGreaterThan(before));
    await screen.findByText(then);
  };
  await press('Shorter', 'error 1');
  await press('Longer', 'error 1');
  isDown = false;
  await press('Shorter', 'success 0');
  await press('Shorter', 'success 0');
  const [first, other, again, anew] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(again).toBe(first);
  expect(new Set([first, other, anew]).size).toBe(3);
});
