import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';

/** Where progress is shown: stderr, so that stdout contains only the course. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;

export interface Progress {
  update(run: StatusEnvelope): void;
  /** Prints a line between two states of the bar. */
  note(text: string): void;
  /** Leaves the bar as it is and starts a new line. */
  end(): void;
}

/** Shows a run's progress: a bar that redraws itself on a terminal, otherwise a line for each change. */
export function showProgress(screen: Screen, now: () => number = Date.now): Progress {
  const started = now();
  let last = '';
  return {
    update(run) {
      const line = describe(run);
      if (screen.isTTY) {
        const seconds = `${Math.round((now() - started) / 1000)} s`;
        // one row at most: a wrapped line could not be redrawn
        screen.write(`\r\u001b[K${`${bar(run.progress)} ${line} · ${seconds}`.slice(0, (screen.columns ?? 80) - 1)}`);
      } else if (line !== last) screen.write(`${line}\n`);
      last = line;
    },
    note(text) {
      screen.write(screen.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`);
      last = '';
    },
    end() {
      if (screen.isTTY && last) screen.write('\n');
      last = '';
    },
  };
}

const bar = (progress: number) => {
  const full = Math.round((progress / 100) * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`;
};

function describe(run: StatusEnvelope): string {
  const ready = run.items.filter((item) => item.readable).length;
  const parts = [`${String(run.progress).padStart(3)} %`, run.stage];
  if (run.status === 'queued' && run.queue_position !== null) parts.push(`place ${run.queue_position} in the queue`);
  if (run.items.length > 0) parts.push(`${ready} of ${run.items.length} lessons readable`);
  if (run.title) parts.push(run.title);
  return parts.join(' · ');
}
