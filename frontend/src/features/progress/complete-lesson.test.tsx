import { useState } from 'react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CompleteLesson } from './complete-lesson.tsx';

const onNext = vi.fn();
const onOpenLesson = vi.fn();
const onAnswer = vi.fn();
const of = { userId: 'u1', courseId: 'course-1', lessonId: 'lesson-1' };

const NONE: readonly string[] = [];

/** Stores the mark as the course's cache does. */
function Lesson({ hasNext = true, openQuestions = 0, takeaways = NONE }) {
  const [isCompleted, setCompleted] = useState(false);
  return (
    <CompleteLesson
      of={of}
      isCompleted={isCompleted}
      courseTitle="Bees on a roof"
      takeaways={takeaways}
      language={{ lang: 'en', dir: 'ltr' }}
      openQuestions={openQuestions}
      onAnswer={onAnswer}
      onNext={hasNext ? onNext : null}
      onOpenLesson={onOpenLesson}
      onCompleted={() => setCompleted(true)}
    />
  );
}
const answers = (part: object = {}) =>
  stubServer(() => ({ body: { points_awarded: 25, total_points: 225, course_completed: false, progress: 40, ...part } }));
const complete = () => fireEvent.click(screen.getByRole('button', { name: 'Complete Lesson' }));
const texts = () => getNotices().map(({ text }) => text);

describe('Complete Lesson', () => {
  it('LRN-07 LRN-08 LRN-13 G37 asks for the learner’s lesson and says the points the server gave', async () => {
    const sent = answers({ points_awarded: 40 });
    const { cache } = await showScreen(<Lesson />);
    const reloaded = vi.spyOn(cache, 'invalidateQueries');
    complete();
    await waitFor(() => expect(texts()).toEqual(['Lesson completed! +40 points earned!']));
    expect(reloaded.mock.calls.map(([of]) => of?.queryKey)).toEqual([billingKey('u1'), ['dashboard', 'u1'], ['achievements', 'u1']]);
    expect(sent).toMatchObject([
      { method: 'POST', path: '/api/lesson-complete', body: { user_id: 'u1', course_id: 'course-1', lesson_id: 'lesson-1' } },
    ]);
  });

  it('LRN-09 GEN-11 a failure is reported in the specified words with the server’s reason, and can be retried', async () => {
    stubServer(() => problem(500, 'disk full'));
    await showScreen(<Lesson />);
    complete();
    await waitFor(() => expect(texts()).toEqual(['Failed to mark lesson as complete. disk full']));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Lesson' }).disabled).toBe(false);
    expect(onNext).not.toHaveBeenCalled();
  });

  it('LRN-10 a completed lesson’s button is disabled and reads Completed', async () => {
    answers();
    await showScreen(<Lesson />);
    complete();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Completed' })).disabled).toBe(true);
  });

  it('LRN-11 the next lesson opens by a press, never by itself', async () => {
    answers();
    await showScreen(<Lesson />);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    complete();
    await vi.waitFor(() => screen.getByText('Next Lesson leads on when you are ready.'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(onNext).not.toHaveBeenCalled();
  });

  it('LRN-07 open questions are pointed out once, before anything is sent', async () => {
    const sent = answers();
    await showScreen(<Lesson openQuestions={4} />);
    complete();
    expect(screen.getByText('4 questions of this lesson are open. Complete it anyway?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Answer them' }));
    expect(onAnswer).toHaveBeenCalledOnce();
    expect(screen.queryByText(/are open/)).toBeNull();
    expect(sent).toEqual([]);
    complete();
    await screen.findByRole('button', { name: 'Completed' });
    expect(sent).toHaveLength(1);
  });

  it('LRN-07 a lesson with open questions can be completed anyway', async () => {
    const sent = answers();
    await showScreen(<Lesson openQuestions={1} />);
    complete();
    expect(screen.getByText('1 question of this lesson is open. Complete it anyway?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Complete anyway' }));
    await screen.findByText('Next Lesson leads on when you are ready.');
    expect(sent).toHaveLength(1);
  });

  it('says what the learner now knows once the lesson is done: at most three of its takeaways', async () => {
    answers();
    await showScreen(<Lesson openQuestions={1} takeaways={['Wind cools', 'Dry is warm', 'Shade helps', 'Weigh the roof']} />);
    complete();
    expect(screen.queryByText('What you now know')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Complete anyway' }));
    const known = await screen.findByRole('region', { name: 'What you now know' });
    expect(
      within(known)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Wind cools', 'Dry is warm', 'Shade helps']);
  });

  it('LRN-11 the last lesson of a completed course is congratulated, and the keyboard goes on there', async () => {
    answers({ course_completed: true, progress: 100 });
    await showScreen(<Lesson hasNext={false} />);
    complete();
    const heading = await screen.findByRole('heading', { name: 'Congratulations' });
    expect(screen.getByText('You have completed the course “Bees on a roof”.')).toBeTruthy();
    expect(document.activeElement?.contains(heading)).toBe(true);
  });

  it('the last lesson shows no congratulation while others are open, and links to the first of them', async () => {
    answers();
    await showScreen(<Lesson hasNext={false} />);
    complete();
    fireEvent.click(await screen.findByRole('button', { name: 'Go to the first of them' }));
    expect(onOpenLesson).toHaveBeenCalledOnce();
    expect(screen.queryByRole('heading', { name: 'Congratulations' })).toBeNull();
  });
});
