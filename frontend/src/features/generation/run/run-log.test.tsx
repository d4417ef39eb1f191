import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { RunLog } from './run-view.tsx';
import { aRun } from './run.factory.ts';

const line = (n: number) => ({ at: '2026-11-20T14:02:00.000Z', event: 'lesson.ready', text: `Event ${n}` });
const lines = (from: number, count: number) => Array.from({ length: count }, (_, n) => line(from + n));
const long = aRun({ log: lines(601, 100), log_earlier: 600 });

/** A log whose run is polled, as on a page. */
function Moving() {
  return <RunLog run={useQuery({ queryKey: ['moving'], queryFn: () => long, initialData: long, staleTime: Infinity }).data} />;
}

const open = () => fireEvent.click(screen.getByRole('button', { name: /^Log, / }));
const texts = (name: string) =>
  [...screen.getByRole('list', { name, hidden: true }).querySelectorAll('li span')].map((text) => text.textContent);

describe('GEN-03 the log of a long run', () => {
  it('counts all its events, and fetches the earlier ones when it is opened, page by page: nothing is lost', async () => {
    const sent = stubServer(({ path }) =>
      path.endsWith('skip=500') ? { body: { lines: lines(501, 200), next: null } } : { body: { lines: lines(1, 500), next: 500 } },
    );
    await showScreen(<RunLog run={long} />);
    expect(screen.getByText('Log, 700 events')).toBeTruthy();
    expect(sent).toEqual([]);
    open();
    await screen.findByRole('list', { name: 'Earlier events', hidden: true });
    expect(sent.map(({ path }) => path)).toEqual(['/api/generate-course/task-1/log?skip=0', '/api/generate-course/task-1/log?skip=500']);
    expect([...texts('Earlier events'), ...texts('Events')]).toEqual(lines(1, 700).map(({ text }) => text));
  });

  it('takes later events from the status, keeps those that have left it, and shows each line once', async () => {
    let all = lines(1, 700);
    const sent = stubServer(() => ({ body: { lines: all, next: null } }));
    const { cache } = await showScreen(<Moving />);
    open();
    await screen.findByRole('list', { name: 'Earlier events', hidden: true });
    for (const count of [750, 800, 801]) {
      all = lines(1, count);
      cache.setQueryData(['moving'], aRun({ log: all.slice(-100), log_earlier: count - 100 }));
      await waitFor(() => expect([...texts('Earlier events'), ...texts('Events')]).toEqual(all.map(({ text }) => text)));
    }
    expect(sent).toHaveLength(3);
  });

  it('that is short is complete in its status', async () => {
    const sent = stubServer(() => problem('internal', 'not asked'));
    await showScreen(<RunLog run={aRun()} />);
    open();
    expect(texts('Events')).toHaveLength(3);
    expect(sent).toEqual([]);
  });

  it('says when earlier events could not be loaded, and offers to retry', async () => {
    let isWell = false;
    stubServer(() => (isWell ? { body: { lines: lines(1, 700), next: null } } : problem('service.unavailable', 'The store is away.')));
    await showScreen(<RunLog run={long} />);
    open();
    await screen.findByText('The earlier events could not be loaded');
    expect(texts('Events')).toHaveLength(100);
    isWell = true;
    fireEvent.click(screen.getByText('Try again'));
    await screen.findByRole('list', { name: 'Earlier events', hidden: true });
    expect(texts('Earlier events')).toHaveLength(600);
  });
});
