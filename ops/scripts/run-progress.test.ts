import { describe, expect, it } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { showProgress } from './run-progress.ts';

const run = (progress: number, changes: Partial<StatusEnvelope> = {}) =>
  ({
    status: 'running',
    progress,
    stage: 'lessons',
    items: [],
    title: null,
    queue_position: null,
    ...changes,
  }) as unknown as StatusEnvelope;
function screen(isTTY: boolean, columns = 60) {
  const writes: string[] = [];
  return { writes, isTTY, columns, write: (text: string) => writes.push(text) };
}

describe('the progress of a run', () => {
  it('is one bar that redraws itself on a terminal, never wider than the terminal', () => {
    const terminal = screen(true, 50);
    let clock = 0;
    const progress = showProgress(terminal, () => clock);
    progress.update(run(0));
    clock = 4000;
    progress.update(run(50, { title: 'A title that is much longer than what fits' }));
    progress.end();
    expect(terminal.writes[0]).toContain('░░░░░░░░░░░░░░░░░░░░░░░░   0 % · lessons');
    expect(terminal.writes[1]).toContain('████████████░░░░░░░░░░░░  50 %');
    for (const text of terminal.writes.slice(0, 2)) expect(text.replace('\r\u001b[K', '').length).toBeLessThan(50);
    expect(terminal.writes[2]).toBe('\n');
  });

  it('is a line for each change anywhere else', () => {
    const file = screen(false);
    const progress = showProgress(file);
    progress.update(run(0, { status: 'queued', stage: 'queued', queue_position: 3 }));
    progress.update(run(25));
    progress.update(run(25));
    progress.update(run(50));
    progress.end();
    expect(file.writes).toEqual(['  0 % · queued · place 3 in the queue\n', ' 25 % · lessons\n', ' 50 % · lessons\n']);
  });
});
