import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { factsOf } from '#frontend/testing/facts-of.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import type { OutlineDraft } from '#contract/generation/outline-draft.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type SentRequest, unreachable, type Answer } from '#frontend/testing/show-screen.tsx';
import { aRun, aRunsItems } from '#frontend/features/generation/run/run.factory.ts';
import { AcceptOutline } from './accept-outline.tsx';
import OutlineGate from './outline-gate.tsx';

const run = aRun({ stage: 'approval', items: aRunsItems('pending', 'pending', 'pending', 'pending') });

/** A server that stores the draft as the product does, and answers an approval. */
function serve({ kept = null as OutlineDraft | null, version = 0, approval = { body: aRun({ stage: 'lessons' }) } as Answer } = {}) {
  const server = {
    kept,
    version,
    isDown: false,
    sent: [] as SentRequest[],
    puts: () => server.sent.filter(({ method }) => method === 'PUT'),
  };
  server.sent = stubServer(({ method, body }) => {
    if (server.isDown) return problem('service.unavailable', 'Not now');
    if (method === 'POST') {
      const { base_version } = body as { base_version: number };
      return base_version === server.version ? approval : problem('course.version_conflict', 'Changed meanwhile');
    }
    if (method === 'GET') return { body: { draft: server.kept, version: server.version } };
    const { draft, base_version } = body as { draft: OutlineDraft; base_version: number };
    if (base_version !== server.version) return problem('course.version_conflict', 'Changed meanwhile');
    Object.assign(server, { kept: draft, version: server.version + 1 });
    return { body: { version: server.version } };
  });
  return server;
}
let server: ReturnType<typeof serve>;
const show = async (given: Parameters<typeof serve>[0] | null = {}, of = run) => {
  if (given) server = serve(given);
  const shown = await showScreen(<OutlineGate run={of} language={{}} />);
  await screen.findByRole('group', { name: 'Outline' });
  return shown;
};
/** The draft stored by another device: the first lesson renamed. */
const renamedElsewhere = (title: string): OutlineDraft => ({
  title: 'Bees on a roof',
  modules: [0, 1].map((m) => ({
    key: `module-${m}`,
    title: `Part ${m + 1}`,
    lessons: [0, 1].map((l) => ({
      key: `lesson-${m * 2 + l}`,
      id: `lesson-${m * 2 + l}`,
      title: m + l === 0 ? title : `Lesson titled ${m * 2 + l}`,
    })),
  })),
});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const titles = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Title of lesson/ }).map(({ value }) => value);
const title = (name: string | RegExp) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const rename = (name: string | RegExp, value: string) => fireEvent.change(title(name), { target: { value } });
const approvals = () => server.sent.filter(({ method }) => method === 'POST');
const said = () => screen.getByRole('status').textContent;

describe('the outline gate', () => {
  it('sends the outline as edited: renamed, reordered, shortened and lengthened, one to one', async () => {
    const started = aRun({ stage: 'lessons' });
    const { cache } = await show({ approval: { body: started } });
    rename('Course title', 'Bees, calmly');
    rename('Title of lesson 1.1', 'Smoke');
    fireEvent.click(button('Move down: Smoke'));
    fireEvent.click(button('Remove: Lesson titled 2'));
    fireEvent.click(button('Add lesson to module 2'));
    rename('Title of lesson 2.2', 'Winter');
    expect(screen.getByText(factsOf('2 modules · 4 lessons'))).toBeTruthy();
    fireEvent.click(button('Write this course'));
    await waitFor(() => expect(cache.getQueryData(runKey('task-1'))).toEqual(started));
    expect(server.sent.find(({ method }) => method === 'POST')).toMatchObject({
      method: 'POST',
      path: '/api/generate-course/task-1/approve',
      body: {
        title: 'Bees, calmly',
        modules: [
          {
            title: 'Part 1',
            lessons: [
              { id: 'lesson-1', title: 'Lesson titled 1' },
              { id: 'lesson-0', title: 'Smoke' },
            ],
          },
          { title: 'Part 2', lessons: [{ id: 'lesson-3', title: 'Lesson titled 3' }, { title: 'Winter' }] },
        ],
      },
    });
    expect(sessionStorage.getItem('outline_draft:task-1')).toBeNull();
  });

  it('shows what carries the course, and sends it as edited', async () => {
    const thread = {
      kind: 'case' as const,
      name: 'Hollow Oak',
      summary: 'Two hives.',
      facts: [{ name: 'Hives', value: '2' }],
      own: 'Mine',
    };
    const task = { title: 'A swarm', task: 'A swarm hangs in a tree.', points: ['It is caught'], solution: 'A box.' };
    const planned = { ...run, plan: { description: 'Bees for a year.', thread, final_task: task } };
    await show({}, planned);
    expect(screen.getByText('Bees for a year.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Value of fact 1'), { target: { value: '3' } });
    fireEvent.click(button('Remove: What the course ends in'));
    expect(screen.getByText('The course ends without a final task.')).toBeTruthy();
    fireEvent.click(button('Write this course'));
    await waitFor(() => expect(approvals()).toHaveLength(1));
    expect(approvals()[0]?.body).toMatchObject({ thread: { ...thread, facts: [{ name: 'Hives', value: '3' }] }, final_task: null });
    const puts = server.puts().at(-1)?.body as { draft: OutlineDraft };
    expect(puts.draft).toMatchObject({ final_task: null });
  });

  it('is accepted from above the editor too, with the editor’s state', async () => {
    server = serve();
    await showScreen(
      <>
        <AcceptOutline taskId={run.task_id} />
        <OutlineGate run={run} language={{}} />
      </>,
    );
    const editor = await screen.findByRole('group', { name: 'Outline' });
    rename('Title of lesson 1.1', 'Smoke');
    fireEvent.click(screen.getAllByRole('button', { name: 'Write this course' }).find((one) => !editor.contains(one))!);
    await waitFor(() => expect(approvals()).toHaveLength(1));
    expect(approvals()[0]?.body).toMatchObject({ modules: [{ lessons: [{ title: 'Smoke' }, {}] }, {}] });
  });

  it('accepted offline says that it was not, and is not accepted later', async () => {
    await show();
    onlineManager.setOnline(false);
    server.sent = stubServer(unreachable);
    fireEvent.click(button('Write this course'));
    const alert = await screen.findByText('The server could not be reached. Check your connection.');
    expect(alert.closest('[role="alert"]')).toBeTruthy();
    expect(button('Write this course').getAttribute('aria-busy')).toBe('false');
    act(() => onlineManager.setOnline(true));
    await act(async () => {});
    expect(approvals()).toHaveLength(1);
  });

  it('by keyboard: the focus stays with the moved part, even across a module’s edge, and the place is announced', async () => {
    await show();
    const name = 'Move down: Lesson titled 1';
    button(name).focus();
    fireEvent.click(button(name));
    expect(document.activeElement).toBe(button(name));
    expect(said()).toBe('Lesson titled 1 is now 2.1');
    fireEvent.click(button(name));
    fireEvent.click(button(name));
    // At the end it can only move up.
    expect(button(name).disabled).toBe(true);
    expect(document.activeElement).toBe(button('Move up: Lesson titled 1'));
    fireEvent.keyDown(title('Title of lesson 2.3'), { key: 'ArrowUp', altKey: true });
    expect(titles()).toEqual(['Lesson titled 0', 'Lesson titled 2', 'Lesson titled 1', 'Lesson titled 3']);
    expect(document.activeElement).toBe(title('Title of lesson 2.2'));
  });

  it('removed parts can be restored to their place', async () => {
    await show();
    fireEvent.click(button('Remove: Part 1'));
    expect(document.activeElement).toBe(button('Put back Part 1'));
    expect(titles()).toEqual(['Lesson titled 2', 'Lesson titled 3']);
    fireEvent.click(button('Put back Part 1'));
    expect(titles()).toHaveLength(4);
    expect(said()).toBe('Put back: Part 1');
  });

  it('stores every change on the server within two seconds, even during further editing, for other devices', async () => {
    await show();
    expect(screen.queryByText('Your changes are saved.')).toBeNull();
    vi.useFakeTimers();
    for (let key = 1; key <= 20; key++) {
      rename('Title of lesson 1.1', 'x'.repeat(key));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.puts()).toHaveLength(1);
    fireEvent.click(button('Remove: Part 2'));
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(server.kept).toMatchObject({ modules: [{ lessons: [{ title: 'x'.repeat(20) }, {}] }, { title: 'Part 2', removed: true }] });
    expect(screen.getByText('Your changes are saved.')).toBeTruthy();

    cleanup();
    sessionStorage.clear();
    await show(null);
    expect(titles()).toEqual(['x'.repeat(20), 'Lesson titled 1']);
    expect(button('Put back Part 2')).toBeTruthy();
  });

  it('sends unsaved changes when the page is left', async () => {
    const { unmount } = await show();
    rename('Title of lesson 1.2', 'On leaving');
    unmount();
    await waitFor(() => expect(server.kept?.modules[0]?.lessons[1]?.title).toBe('On leaving'));
  });

  it('without a connection it says so, keeps the changes in this tab across a reload, and saves them when it can', async () => {
    const { unmount } = await show();
    server.isDown = true;
    rename('Title of lesson 1.2', 'Kept');
    expect(await screen.findByText('Not saved: no connection')).toBeTruthy();
    unmount();
    server.isDown = false;
    await show(null);
    expect(titles()[1]).toBe('Kept');
    await waitFor(() => expect(server.kept?.modules[0]?.lessons[1]?.title).toBe('Kept'));
    expect(await screen.findByText('Your changes are saved.')).toBeTruthy();
    expect(sessionStorage.getItem('outline_draft:task-1')).toBeNull();
  });

  it('changed on two devices: it says so, and the user chooses one of the two', async () => {
    await show();
    Object.assign(server, { kept: renamedElsewhere('Elsewhere'), version: 1 });
    rename('Title of lesson 1.1', 'Mine');
    expect(await screen.findByRole('heading', { name: 'The outline was changed elsewhere' })).toBeTruthy();
    fireEvent.click(button('Keep my version'));
    await waitFor(() => expect(server.kept?.modules[0]?.lessons[0]?.title).toBe('Mine'));
    expect(server.version).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();

    Object.assign(server, { kept: renamedElsewhere('Elsewhere again'), version: 3 });
    rename('Title of lesson 1.1', 'Mine again');
    fireEvent.click(await screen.findByRole('button', { name: 'Use the other version' }));
    expect(titles()[0]).toBe('Elsewhere again');
    expect(server.version).toBe(3);
  });

  it('is never accepted over another device’s changes: the notice comes before the outline and takes the focus', async () => {
    await show();
    Object.assign(server, { kept: renamedElsewhere('Elsewhere'), version: 1 });
    rename('Title of lesson 1.1', 'Mine');
    const notice = await screen.findByRole('heading', { name: 'The outline was changed elsewhere' });
    expect(notice.compareDocumentPosition(title('Course title')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    fireEvent.click(button('Write this course'));
    expect(document.activeElement).toBe(notice);
    title('Course title').focus();
    fireEvent.click(button('Write this course'));
    expect(document.activeElement).toBe(notice);
    expect(approvals()).toEqual([]);

    fireEvent.click(button('Keep my version'));
    fireEvent.click(button('Write this course'));
    await waitFor(() => expect(approvals()).toHaveLength(1));
    expect(approvals()[0]?.body).toMatchObject({ base_version: 2, modules: [{ lessons: [{ title: 'Mine' }, {}] }, {}] });
  });

  it('accepted right after a conflict with another device: asks the user first', async () => {
    await show();
    Object.assign(server, { kept: renamedElsewhere('Elsewhere'), version: 1 });
    rename('Title of lesson 1.1', 'Mine');
    fireEvent.click(button('Write this course'));
    const notice = await screen.findByRole('heading', { name: 'The outline was changed elsewhere' });
    await waitFor(() => expect(document.activeElement).toBe(notice));
    expect([approvals(), screen.getAllByRole('alert').length]).toEqual([[], 1]);
  });

  it('unedited here and changed elsewhere: the current state is shown before it can be accepted', async () => {
    await show();
    Object.assign(server, { kept: renamedElsewhere('Elsewhere'), version: 1 });
    fireEvent.click(button('Write this course'));
    await waitFor(() => expect(titles()[0]).toBe('Elsewhere'));
    expect(screen.getByRole('alert').textContent).toMatch(/^The outline was changed in another tab or on another device\./);
    fireEvent.click(button('Write this course'));
    await waitFor(() => expect(approvals()).toHaveLength(2));
    expect(approvals()[1]?.body).toMatchObject({ base_version: 1, modules: [{ lessons: [{ title: 'Elsewhere' }, {}] }, {}] });
  });

  it('takes over another device’s changes when the window regains the focus', async () => {
    const { cache } = await show();
    Object.assign(server, { kept: renamedElsewhere('Elsewhere'), version: 4 });
    await cache.invalidateQueries();
    await waitFor(() => expect(titles()[0]).toBe('Elsewhere'));
  });

  it('discards changes of an outline that has been replaced', async () => {
    await show({ kept: renamedElsewhere('Stale'), version: 2 }, { ...run, items: aRunsItems('pending', 'pending') });
    expect(titles()).toEqual(['Lesson titled 0', 'Lesson titled 1']);
  });

  it('does not send an outline that cannot be written, and goes to the missing part', async () => {
    await show();
    rename('Title of lesson 2.1', '  ');
    expect(screen.queryByText('Enter a title.')).toBeNull();
    fireEvent.click(button('Write this course'));
    expect(document.activeElement).toBe(title('Title of lesson 2.1'));
    expect(screen.getByText('Enter a title.')).toBeTruthy();
    expect(server.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says so when it was accepted elsewhere first, and refetches', async () => {
    const { cache } = await show({ approval: problem('run.not_waiting', 'There is nothing left to decide') });
    cache.setQueryData(runKey('task-1'), run);
    fireEvent.click(button('Write this course'));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/^The outline was accepted in another tab or on another device/),
    );
    expect(cache.getQueryState(runKey('task-1'))?.isInvalidated).toBe(true);
  });
});
