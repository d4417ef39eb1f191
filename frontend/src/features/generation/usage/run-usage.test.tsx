import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aRun } from '#frontend/features/generation/run/run.factory.ts';
import { RunUsage } from '#frontend/features/generation/run/run-view.tsx';

const line = {
  calls: 3,
  failed_calls: 1,
  input_tokens: 900,
  cached_tokens: 0,
  output_tokens: 100,
  cost_micro_usd: 20_000,
  wasted_micro_usd: 4_000,
  unpriced_calls: 0,
  known_cost_micro_usd: 20_000,
  known_wasted_micro_usd: 4_000,
};
const unknown = { ...line, cost_micro_usd: null, wasted_micro_usd: null, unpriced_calls: 1 };
const usage = {
  total: unknown,
  by_service: [
    { service: 'claude', model: 'c-1', ...line },
    { service: 'grok', model: 'g-1', ...unknown, known_cost_micro_usd: 0, known_wasted_micro_usd: 0 },
  ],
  by_stage: [],
  by_lesson: [],
};
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Usage' }));

describe('the usage of this run', () => {
  it('is fetched when it is opened, drawn by service, and a table on demand', async () => {
    const sent = stubServer(() => ({ body: usage }));
    await showScreen(<RunUsage run={aRun({ status: 'completed' })} />);
    expect(sent).toEqual([]);
    open();
    expect((await screen.findByRole('img', { name: /^Cost to us by service/ })).getAttribute('aria-label')).toBe(
      'Cost to us by service: Claude $0.0200, Grok unknown',
    );
    expect(screen.getByText('Wasted: no result')).toBeTruthy();
    expect(screen.getByText('This is what the AI services used. You pay nothing: the course is included in your plan.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Total319000100at least $0.0200at least $0.0040');
    expect(sent.map(({ path }) => path)).toEqual(['/api/generate-course/task-1/usage']);
  });

  it('lists every attempt at a lesson with its usage and its outcome', async () => {
    const attempt = { stage: 'practice', attempt: 1, service: 'openai', model: 'o-1', input_tokens: null, output_tokens: null };
    const attempts = [
      { ...attempt, cost_micro_usd: null, outcome: 'aborted' },
      { ...attempt, attempt: 2, input_tokens: 1200, output_tokens: 300, cost_micro_usd: 2_000, outcome: 'ok' },
    ];
    const lesson = { ...line, lesson_id: 'l-1', title: 'The hive', attempts: 0, attempt_list: attempts };
    stubServer(() => ({ body: { ...usage, by_lesson: [lesson] } }));
    await showScreen(<RunUsage run={aRun({ status: 'completed' })} />);
    open();
    await screen.findByText('Every attempt, lesson by lesson');
    const rows = screen.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent);
    expect(rows).toContain('Practice1OpenAIo-1unknownunknownunknownwas cut off');
    expect(rows).toContain('Practice2OpenAIo-11,200300$0.0020used');
  });

  it('unavailable is reported, not shown as nothing', async () => {
    stubServer(() => problem('internal', 'Something went wrong on our side'));
    await showScreen(<RunUsage run={aRun({ status: 'completed' })} />);
    open();
    await screen.findByText('This run’s usage could not be loaded');
  });
});
