import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { LessonAwaits, StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { Lesson } from '#contract/courses/courses.contract.ts';
import { factsOf } from '#frontend/testing/facts-of.ts';
import { aLesson } from '#frontend/features/courses/course.factory.ts';
import { aRun, aRunsItems } from '#frontend/features/generation/run/run.factory.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import RunLessonPage from './run-lesson-page.tsx';

const params = { taskId: 'task-1', lessonId: 'lesson-1' };
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useParams: () => params }));

const QUIZ: Lesson['quiz'] = [
  {
    id: 'q1',
    question: 'When may a hive be opened?',
    options: [
      { id: 'a', text: 'On a still day' },
      { id: 'b', text: 'In the rain' },
    ],
    answer_id: 'a',
    explanation: 'Rain chills the brood.',
  },
];
const UNCHECKED: Partial<Lesson> = { written_by: 'claude', reviewed_by: null, quiz: [] };
/** The run as the poller returns it: the state of the second lesson. */
const runWith = (item: Partial<StatusEnvelope['items'][number]>, part: Partial<StatusEnvelope> = {}): StatusEnvelope => {
  const items = aRunsItems('completed', 'processing');
  // the test advances the run, not the clock
  return aRun({ items: [items[0]!, { ...items[1]!, ...item }], poll_after_ms: 3_600_000, ...part });
};
const awaiting = (awaits: LessonAwaits) => runWith({ state: 'completed', readable: true, awaits });

/** Renders the page with a server whose run and lesson the test changes; `now` is the current state. */
async function show(now: { run: StatusEnvelope; lesson: Partial<Lesson> | null; awaits: LessonAwaits | null }) {
  const sent = stubServer(({ path }) => {
    if (path.includes('/status/')) return { body: now.run };
    if (now.lesson === null) return problem('not_found', 'Lesson not found.');
    const lesson = aLesson(0, 1, now.lesson);
    return { body: { lesson, course_title: 'Bees on a roof', module_title: 'Part 1', awaits: now.awaits, anew: null } };
  });
  const { cache } = await showScreen(<RunLessonPage />);
  return {
    sent,
    moveOn: async (next: Partial<typeof now>) => {
      Object.assign(now, next);
      await act(() => cache.invalidateQueries({ queryKey: runKey('task-1'), exact: true }));
    },
    lessonCalls: () => sent.filter(({ path }) => path.includes('/lessons/')).length,
  };
}

it('a lesson read before its check says that the check is pending, and shows updates automatically', async () => {
  const page = await show({ run: awaiting('review'), lesson: UNCHECKED, awaits: 'review' });
  expect(await screen.findByText(/Written by Claude, not checked yet/)).toBeTruthy();
  expect(screen.getByText(/^This lesson has not been checked yet/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Quiz' })).toBeNull();
  // the status is polled; the lesson is not
  expect(page.lessonCalls()).toBe(1);

  await page.moveOn({ run: awaiting('correction'), lesson: { ...UNCHECKED, reviewed_by: 'gemini' }, awaits: 'correction' });
  expect(await screen.findByText(/^This lesson is being corrected after its check/)).toBeTruthy();
  expect(screen.getByText(/Written by Claude, checked by Gemini/)).toBeTruthy();

  const corrected = { written_by: 'claude', reviewed_by: 'gemini', content: 'The corrected text.', quiz: QUIZ } as const;
  await page.moveOn({ run: runWith({ state: 'completed', readable: true }), lesson: corrected, awaits: null });
  expect(await screen.findByText('The corrected text.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Quiz' })).toBeTruthy();
  expect(screen.queryByText(/still to come|being corrected|not checked yet/)).toBeNull();
  expect(page.lessonCalls()).toBe(3);
});

it('a failed fetch is retried with the next status, and not before', async () => {
  const page = await show({ run: awaiting('review'), lesson: UNCHECKED, awaits: 'review' });
  await screen.findByText(/not checked yet/);
  await page.moveOn({ run: awaiting('correction'), lesson: null });
  await waitFor(() => expect(page.lessonCalls()).toBe(2));
  expect(screen.getByText(/not checked yet/)).toBeTruthy();
  await page.moveOn({
    run: { ...awaiting('correction'), progress: 75 },
    lesson: { ...UNCHECKED, reviewed_by: 'gemini' },
    awaits: 'correction',
  });
  expect(await screen.findByText(/^This lesson is being corrected/)).toBeTruthy();
  expect(page.lessonCalls()).toBe(3);
});

it('a lesson that no service could check says so when its course has ended', async () => {
  const page = await show({ run: awaiting('review'), lesson: UNCHECKED, awaits: 'review' });
  await screen.findByText(/not checked yet/);
  await page.moveOn({ run: runWith({ state: 'completed', readable: true }, { status: 'completed' }), lesson: UNCHECKED, awaits: null });
  expect(await screen.findByText(/Written by Claude, not checked$/)).toBeTruthy();
});

it('a lesson that is not written yet appears when it is', async () => {
  const page = await show({ run: runWith({}), lesson: null, awaits: null });
  expect(await screen.findByText('This lesson is being written. Its first words will appear here automatically.')).toBeTruthy();
  await page.moveOn({ run: runWith({}), lesson: { ...UNCHECKED, content: 'The first words.' }, awaits: 'text' });
  expect(await screen.findByText('The first words.')).toBeTruthy();
  expect(screen.getByText('This lesson is being written. Finished paragraphs appear here automatically.')).toBeTruthy();
  await page.moveOn({ run: awaiting('practice'), lesson: UNCHECKED, awaits: 'practice' });
  expect(await screen.findByText(/^The practice and check for this lesson are not ready yet/)).toBeTruthy();
});

it('shows the notes on the lesson, in the words of the finished course', async () => {
  const run = { ...awaiting('review'), language: 'spanish' };
  await show({ run, lesson: { ...UNCHECKED, notes: ['language', 'age'] }, awaits: 'review' });
  expect(await screen.findByText('This lesson could not be written in Spanish.')).toBeTruthy();
  expect(screen.getByText('This topic is not meant for readers under 18.')).toBeTruthy();
});

it('says that the course is finished while one of its lessons is read, and links there instead of back to the writing', async () => {
  const page = await show({ run: awaiting('review'), lesson: UNCHECKED, awaits: 'review' });
  await screen.findByText(/not checked yet/);
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Back to the course in progress')).toBe('/create/runs/task-1');

  const done = { state: 'completed', readable: true } as const;
  await page.moveOn({ run: runWith(done, { status: 'completed', result: { course_id: 'c-7' } }), lesson: UNCHECKED, awaits: null });
  expect(await screen.findByText(factsOf('Part 1 · The course is finished.'))).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Open course' }).map((link) => link.getAttribute('href'))).toContain('/courses/c-7');
  expect(screen.queryByText(/being written/)).toBeNull();
});

it('of a failed or stopped course does not claim that it is being written', async () => {
  await show({ run: runWith({ state: 'completed', readable: true }, { status: 'failed' }), lesson: UNCHECKED, awaits: null });
  expect((await screen.findByRole('link', { name: 'Back to the outline' })).getAttribute('href')).toBe('/create/runs/task-1');
});

it('a missing course is reported as everywhere, not as a pending lesson', async () => {
  stubServer(() => problem('not_found', 'Thing not found.'));
  await showScreen(<RunLessonPage />);
  expect(await screen.findByRole('heading', { name: 'No course at this address' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open AI Builder' })).toBeTruthy();
});

it('a missing lesson, and one that was not written before the end, are not shown as pending either', async () => {
  const page = await show({ run: aRun({ items: aRunsItems('completed').slice(0, 1) }), lesson: null, awaits: null });
  expect(await screen.findByText('This lesson is not in the course')).toBeTruthy();
  await page.moveOn({ run: runWith({ state: 'failed' }, { status: 'completed' }) });
  expect(await screen.findByText('This lesson was not written')).toBeTruthy();
});
