import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import { oneCourse } from '../course-queries.ts';
import { courseProposals, type Proposal } from '../version-queries.ts';
import { CompareProposal } from './compare-proposal.tsx';
import { ProposalList } from './proposal-list.tsx';

const of = { userId: 'u1', courseId: 'course-1' };
const course = aCourse();
const aProposal = (part: Partial<Proposal> = {}): Proposal => ({
  task_id: 'run-1',
  instruction: '',
  created_at: '2026-11-20T10:00:00.000Z',
  status: 'ready',
  lesson_ids: (part.lessons ?? [aLesson(0, 0)]).map(({ lesson_id }) => lesson_id),
  lessons: [aLesson(0, 0, { content: 'A city roof is warm and **windy**.' })],
  ...part,
});
const two = aProposal({ lessons: [aLesson(0, 0, { content: 'New one.' }), aLesson(0, 1, { content: 'New two.' })] });
/** A run of one lesson, with the fields this screen reads. */
const aRun = (status: string, items: object[]) => ({
  task_id: 'run-1',
  kind: 'lesson',
  status,
  progress: 25,
  items,
  stage: 'lessons',
  eta: { low_s: 20, high_s: 40, basis: 'the last 5 courses', overdue: false },
  poll_after_ms: 60_000,
});
const serve = (proposals: Proposal[], run: object = {}) =>
  stubServer(({ method, path }) => {
    if (path.includes('/status/') || method === 'DELETE') return partly(run);
    return partly(method === 'GET' ? { proposals } : { version: 2, course, discarded: true });
  });
const changing = (sent: SentRequest[]) => sent.filter(({ method }) => method !== 'GET');

describe('new texts of a course', () => {
  it('that are ready link to the comparison', async () => {
    serve([aProposal()]);
    await showScreen(<ProposalList of={of} course={course} />);
    const link = await screen.findByRole('link', { name: 'A new text is ready: compare' });
    expect(link.getAttribute('href')).toBe('/courses/course-1/proposals/run-1');
    expect(screen.getByRole('status').textContent).toBe('A new text is ready.');
  });

  it('on a lesson only its own are shown', async () => {
    serve([aProposal(), aProposal({ task_id: 'run-2', lessons: [aLesson(1, 0)] })]);
    await showScreen(<ProposalList of={of} course={course} onlyLesson="lesson-1-0" />);
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/courses/course-1/proposals/run-2');
  });

  it('on a lesson, rewrites of other lessons are neither shown nor polled, and a failure names its lesson', async () => {
    const writing = aProposal({ status: 'writing', lesson_ids: ['lesson-0-0'], lessons: [] });
    const failed = aProposal({ task_id: 'run-2', status: 'failed', lesson_ids: ['lesson-1-0'], lessons: [] });
    const sent = serve([writing, failed]);
    await showScreen(<ProposalList of={of} course={course} onlyLesson="lesson-1-0" />);
    expect(await screen.findByText(/^Rewriting “Lesson 1.0” failed. The lesson is unchanged./)).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(sent.filter(({ path }) => path.includes('/status/'))).toEqual([]);
  });

  it('that are being written show their progress, with a range, and can be stopped', async () => {
    const sent = serve([aProposal({ status: 'writing', lessons: [] })], aRun('running', [{ id: 'lesson-0-0', title: 'Lesson 0.0' }]));
    await showScreen(<ProposalList of={of} course={course} />);
    const row = (await screen.findByText('Rewriting “Lesson 0.0”')).closest('li')!;
    expect(row.textContent).toContain('25% · about 40 seconds left');
    fireEvent.click(within(row).getByRole('button', { name: 'What this estimate is based on' }));
    expect(row.textContent).toContain('the last 5 courses');
    fireEvent.click(within(row).getByRole('button', { name: /^Stop/ }));
    await waitFor(() => expect(changing(sent)).toMatchObject([{ method: 'DELETE', path: '/api/generate-course/run-1?keep=false' }]));
  });

  it('practice is not called a new text, neither while it is written nor after a failure', async () => {
    const ofPractice: Partial<Proposal> = { lesson_ids: ['lesson-0-0', 'lesson-0-1'], lessons: [], only_practice: true };
    const one = aProposal({ ...ofPractice, task_id: 'run-2', status: 'failed', lesson_ids: ['lesson-1-0'] });
    const items = [{ id: 'lesson-0-0', title: 'Lesson 0.0' }];
    serve([aProposal({ ...ofPractice, status: 'writing' }), one, { ...one, ...ofPractice, task_id: 'run-3' }], aRun('running', items));
    await showScreen(<ProposalList of={of} course={course} />);
    expect(await screen.findByText('The practice of “Lesson 0.0” is being written.')).toBeTruthy();
    expect(screen.getByText('The practice of “Lesson 1.0” could not be written.')).toBeTruthy();
    expect(screen.getByText('The practice for 2 lessons could not be written.')).toBeTruthy();
  });

  it('a missing lesson of a partial course is described as such', async () => {
    serve([aProposal({ status: 'writing', lessons: [] })], aRun('running', [{ id: 'not-in-the-course', title: 'Swarms' }]));
    await showScreen(<ProposalList of={of} course={course} />);
    expect(await screen.findByText('The missing lesson “Swarms” is being written.')).toBeTruthy();
  });

  it('that failed say that nothing changed, and why, and can be dismissed', async () => {
    const sent = serve([
      aProposal({
        status: 'failed',
        lesson_ids: ['lesson-0-0', 'lesson-0-1'],
        lessons: [],
        error: { code: 'vendors.all_down', detail: 'None of the AI services answered.' },
      }),
    ]);
    await showScreen(<ProposalList of={of} course={course} />);
    const row = (await screen.findByText(/The lesson has not changed/)).closest('li');
    expect(row?.textContent).toContain('None of the AI services answered.');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(changing(sent)).toMatchObject([{ path: '/api/courses/course-1/proposals/run-1/discard' }]));
  });
});

it('missing lessons that could not be written are not reported as unchanged', async () => {
  serve([aProposal({ status: 'failed', lesson_ids: ['swarms', 'winter'], lessons: [] })]);
  await showScreen(<ProposalList of={of} course={course} />);
  expect(await screen.findByText(/^The missing lessons could not be written. The course has not changed./)).toBeTruthy();
});

describe('comparing a new text', () => {
  const onSettled = vi.fn();
  const show = (proposal: Proposal) => showScreen(<CompareProposal of={of} course={course} proposal={proposal} onSettled={onSettled} />);

  it('shows the changes, by elements and words, not by colour alone, and on request only the new text as it reads', async () => {
    serve([]);
    await show(aProposal({ instruction: 'Windier, please' }));
    expect([document.querySelector('del')?.textContent, document.querySelector('ins')?.textContent]).toEqual(['dry', 'windy']);
    expect(screen.getByText('Changed')).toBeTruthy();
    expect(screen.getByText('Windier, please')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show only the new text' }));
    expect((await screen.findByText('windy')).tagName).toBe('STRONG');
    expect(document.querySelector('del, ins')).toBeNull();
  });

  it('shows what was found in the live text', async () => {
    serve([]);
    const findings = [{ lesson_id: 'lesson-0-0', findings: ['A city roof is not dry.'] }];
    await show(aProposal({ only_review: true, findings }));
    expect(screen.getByText('What was found in the text:')).toBeTruthy();
    expect(screen.getByText('A city roof is not dry.').tagName).toBe('LI');
  });

  it('accepts one lesson whole', async () => {
    const sent = serve([]);
    await show(aProposal());
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    expect(changing(sent)).toMatchObject([{ path: '/api/courses/course-1/proposals/run-1/accept', body: {} }]);
    expect(getNotices()[0]?.text).toBe('The new text is live. The old one is in the history.');
  });

  it('accepts only the selected lessons of a module; the rest stays pending', async () => {
    let open = [two];
    const sent = stubServer(({ method }) => {
      if (method === 'GET') return partly({ proposals: open });
      open = [aProposal({ lessons: [two.lessons[0]!] })];
      return partly({ version: 2, course });
    });
    const Page = () => {
      const { data = [two] } = useQuery(courseProposals(of));
      return data[0] ? <CompareProposal of={of} course={course} proposal={data[0]} onSettled={onSettled} /> : null;
    };
    await showScreen(<Page />);
    fireEvent.click(screen.getAllByLabelText('Use the new text of this lesson')[0]!);
    expect(screen.getByText('1 new text stays here until you decide.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Accept 1 new text' }));
    await waitFor(() => expect(changing(sent)).toMatchObject([{ body: { lesson_ids: ['lesson-0-1'] } }]));
    const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' });
    expect([accept.disabled, screen.queryAllByText('Lesson 0.1'), onSettled.mock.calls]).toEqual([false, [], []]);
    expect(getNotices()[0]?.text).toBe('The new text is live. The old one is in the history.');
    fireEvent.click(accept);
    await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
  });

  it('skips a lesson that was pinned in the meantime, and says why', async () => {
    const sent = serve([]);
    const pinned = aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { pinned: true }), aLesson(0, 1)] }] });
    const comparing = (proposal: Proposal) => <CompareProposal of={of} course={pinned} proposal={proposal} onSettled={onSettled} />;
    const { unmount } = await showScreen(comparing(two));
    expect(screen.getByText('This lesson is pinned. Unpin it to use the new text.')).toBeTruthy();
    const boxes = screen.getAllByLabelText<HTMLInputElement>('Use the new text of this lesson');
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [false, true],
      [true, false],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Accept 1 new text' }));
    await waitFor(() => expect(changing(sent)).toMatchObject([{ body: { lesson_ids: ['lesson-0-1'] } }]));
    unmount();
    await showScreen(comparing(aProposal()));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' }).disabled).toBe(true);
  });

  it('a lesson changed in another window in the meantime is not replaced; the comparison is refreshed and can then be accepted', async () => {
    let live = course;
    const conflict = 'The course was changed somewhere else after you compared it. Nothing was replaced.';
    const sent = stubServer(({ method, path, body }) => {
      if (method === 'GET') return partly(path.endsWith('/proposals') ? { proposals: [] } : { course: live });
      const { base_prints: prints } = body as { base_prints: Record<string, string> };
      return prints['lesson-0-0'] === lessonPrint(live.modules[0]!.lessons[0]!)
        ? partly({ version: 3, course: live })
        : problem('course.version_conflict', conflict);
    });
    const Compared = () => {
      const { data } = useQuery({ ...oneCourse(of.userId, of.courseId), initialData: course });
      return <CompareProposal of={of} course={data} proposal={two} onSettled={onSettled} />;
    };
    await showScreen(<Compared />);
    live = aCourse({ modules: [{ title: 'M', summary: '', lessons: [aLesson(0, 0, { content: 'By hand.' }), aLesson(0, 1)] }] });
    fireEvent.click(screen.getByRole('button', { name: 'Accept 2 new texts' }));
    expect(await screen.findByText(`${conflict} Compare again before you accept.`)).toBeTruthy();
    expect(await screen.findByText('This was changed elsewhere in the meantime. The current text is shown.')).toBeTruthy();
    expect(document.querySelector('del')?.textContent).toContain('hand');
    expect(onSettled).not.toHaveBeenCalled();
    expect(getNotices()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Accept 2 new texts' }));
    await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    expect(changing(sent)).toHaveLength(2);
  });

  it('discards after confirmation; a rejected acceptance changes nothing and says why', async () => {
    const { unmount } = await (stubServer(() => problem('run.not_waiting', 'There is nothing to decide any more.')), show(aProposal()));
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(getNotices()[0]?.text).toBe('There is nothing to decide any more.'));
    expect(onSettled).not.toHaveBeenCalled();
    unmount();
    const sent = serve([]);
    await show(two);
    fireEvent.click(screen.getByRole('button', { name: 'Discard all' }));
    expect(screen.getByRole('dialog', { name: 'Discard 2 new texts?' }).textContent).toContain('cannot be restored');
    fireEvent.click(screen.getByRole('button', { name: 'Keep for now' }));
    await dialogClosed();
    expect(changing(sent)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Discard all' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    expect(changing(sent)).toMatchObject([{ path: '/api/courses/course-1/proposals/run-1/discard' }]);
  });
});
