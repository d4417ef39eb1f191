import { useState } from 'react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CompleteLesson } from './complete-lesson.tsx';

const onNext = vi.fn();
const onOpenLesson = vi.fn();
const onAnswer = vi.fn();
const onCourseEnd = vi.fn();
const of = { userId: 'u1', courseId: 'course-1', lessonId: 'lesson-1' };

/** Stores the mark as the course's cache does. */
function Lesson({ hasNext = true, openQuestions = 0, question }: { hasNext?: boolean; openQuestions?: number | null; question?: string }) {
  const [isCompleted, setCompleted] = useState(false);
  return (
    <CompleteLesson
      of={of}
      isCompleted={isCompleted}
      openQuestions={openQuestions}
      onAnswer={onAnswer}
      onNext={hasNext ? onNext : null}
      next="Swarms · 12 min"
      streak="3 days in a row"
      question={question}
      isQuestionOpen={question !== undefined}
      onCourseEnd={onCourseEnd}
      onOpenLesson={onOpenLesson}
      onCompleted={() => setCompleted(true)}
    />
  );
}
const answers = (part: object = {}) =>
  stubServer(() => ({ body: { points_awarded: 25, total_points: 225, course_completed: false, progress: 40, ...part } }));
/** A lesson whose unanswered questions become known only later. */
function Later({ openQuestions }: { openQuestions: number }) {
  const [isKnown, setKnown] = useState(false);
  return (
    <>
      <Lesson openQuestions={isKnown ? openQuestions : null} />
      <button type="button" onClick={() => setKnown(true)}>
        known
      </button>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const complete = () => press('Complete Lesson');
const texts = () => getNotices().map(({ text }) => text);

beforeEach(() => {
  vi.clearAllMocks();
  setAccessibilityPreferences({ stay_on_lesson: false, reduced_motion: false });
});

describe('Complete Lesson', () => {
  it('LRN-07 LRN-08 LRN-13 G37 completes the learner’s lesson and shows the points the server awarded', async () => {
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

  it('delays a press until it is known which questions are open', async () => {
    const sent = answers();
    const shown = await showScreen(<Later openQuestions={2} />);
    complete();
    expect(screen.getByRole('button', { name: 'Complete Lesson' }).getAttribute('aria-busy')).toBe('true');
    press('known');
    expect(screen.getByText('2 questions in this lesson are unanswered. Complete it anyway?')).toBeTruthy();
    expect(sent).toEqual([]);
    shown.unmount();
    await showScreen(<Later openQuestions={0} />);
    complete();
    expect(sent).toEqual([]);
    press('known');
    await screen.findByRole('button', { name: 'Completed' });
    expect(sent).toHaveLength(1);
  });

  it('LRN-09 GEN-11 a failure is reported in the specified words with the server’s reason, and can be retried', async () => {
    stubServer(() => problem('internal', 'disk full'));
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

  describe('LRN-11 A23 the next lesson', () => {
    /** Completes the lesson and lets 1.5 s pass after `act`. */
    async function completeAnd(stay: () => void = () => {}, question?: string) {
      answers();
      await showScreen(<Lesson {...(question && { question })} />);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      complete();
      await vi.waitFor(() => screen.getByRole('heading', { name: 'Lesson completed' }));
      stay();
      await act(() => vi.advanceTimersByTimeAsync(1_500));
      vi.useRealTimers();
    }
    const card = () => document.activeElement!;

    it('opens automatically, even though the page has moved the focus to the closing card', async () => {
      await completeAnd(() => expect(screen.getByText('The next lesson opens automatically.')).toBeTruthy());
      expect(onNext).toHaveBeenCalledOnce();
    });

    it.each<[string, () => void]>([
      ['a press on Stay here', () => fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))],
      ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
      ['a focus that a screen reader moves', () => screen.getByRole('button', { name: 'Next Lesson' }).focus()],
      ['scrolling', () => fireEvent.wheel(document.body)],
      ['a touch', () => fireEvent.touchMove(document.body)],
      ['a pointer that moves onto the card', () => fireEvent.pointerMove(card(), { movementX: 3, movementY: 0 })],
    ])('waits after %s', async (_, stay) => {
      await completeAnd(stay);
      expect(onNext).not.toHaveBeenCalled();
      expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
      expect(screen.getByText('Press Next Lesson when you are ready.')).toBeTruthy();
    });

    it('waits while the card asks a question', async () => {
      await completeAnd(() => expect(screen.getByText('A reminder?')).toBeTruthy(), 'A reminder?');
      expect(onNext).not.toHaveBeenCalled();
      expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
    });

    it('comes after a card with the points, the streak and the name of the next lesson', async () => {
      await completeAnd(() => {
        expect(card().textContent).toMatch(/\+25 points, 225 in total.*3 days in a row.*Next: Swarms · 12 min/);
        fireEvent.click(screen.getByRole('button', { name: 'Next Lesson' }));
      });
      expect(onNext).toHaveBeenCalled();
    });

    it('does not wait for a resting pointer, beneath which the card has appeared', async () => {
      await completeAnd(() => fireEvent.pointerMove(card(), { movementX: 0, movementY: 0 }));
      expect(onNext).toHaveBeenCalledOnce();
    });

    it('opens after open questions, too: the pointer had to move onto the card to complete it anyway', async () => {
      answers();
      await showScreen(<Lesson openQuestions={1} />);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      complete();
      fireEvent.pointerMove(card(), { movementX: 9, movementY: 9 });
      fireEvent.pointerDown(card());
      fireEvent.click(screen.getByRole('button', { name: 'Complete anyway' }));
      await vi.waitFor(() => screen.getByText('The next lesson opens automatically.'));
      await act(() => vi.advanceTimersByTimeAsync(1_500));
      vi.useRealTimers();
      expect(onNext).toHaveBeenCalledOnce();
    });

    it.each([{ stay_on_lesson: true }, { reduced_motion: true }])('waits for a press if the settings say so: %o', async (setting) => {
      setAccessibilityPreferences(setting);
      await completeAnd();
      expect(onNext).not.toHaveBeenCalled();
    });
  });

  it('LRN-07 open questions are pointed out once, before anything is sent', async () => {
    const sent = answers();
    await showScreen(<Lesson openQuestions={4} />);
    complete();
    expect(screen.getByText('4 questions in this lesson are unanswered. Complete it anyway?')).toBeTruthy();
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
    expect(screen.getByText('1 question in this lesson is unanswered. Complete it anyway?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Complete anyway' }));
    await screen.findByRole('heading', { name: 'Lesson completed' });
    expect(sent).toHaveLength(1);
  });

  it('LRN-11 the last lesson of a completed course opens its end page, with its points', async () => {
    answers({ course_completed: true, progress: 100 });
    await showScreen(<Lesson hasNext={false} />);
    complete();
    await waitFor(() => expect(onCourseEnd).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ points_awarded: 25 })));
    expect(screen.queryByRole('heading', { name: 'Lesson completed' }), 'no card in the column besides').toBeNull();
  });

  it('the last lesson shows no congratulation while others are open, and links to the first of them', async () => {
    answers();
    await showScreen(<Lesson hasNext={false} />);
    complete();
    fireEvent.click(await screen.findByRole('button', { name: 'Go to the first unanswered question' }));
    expect(onOpenLesson).toHaveBeenCalledOnce();
    expect(onCourseEnd).not.toHaveBeenCalled();
  });
});
