import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, networkError } from '#frontend/lib/api-error.ts';
import { DraftSaver } from './draft-saver.ts';
import type { StoredDraft, SaverState } from './saver-state.ts';

type Options = ConstructorParameters<typeof DraftSaver<string, { readonly version: number }>>[0];
const refusal = (status: number, code = 'unknown') => new ApiError({ status, code, message: `No: ${status}` });

/** A server that stores a text as the product does, ignoring spaces around it. */
function serve(draft = 'Bees', version = 1) {
  return { has: { draft, version } as StoredDraft<string>, sent: [] as string[], failing: null as Error | null, isAnswerLost: false };
}
let server: ReturnType<typeof serve>;
let saver: DraftSaver<string, { readonly version: number }>;
const states: SaverState<string>[] = [];
const kinds = () => states.map(({ kind }) => kind);
const keptHere: (Parameters<Options['keepHere']>[0] | undefined)[] = [];

const start = (part: Partial<Options> = {}) =>
  (saver = new DraftSaver<string, { readonly version: number }>({
    start: { draft: 'Bees', saved: 'Bees', version: 1 },
    state: { kind: 'untouched' },
    isSame: (a, b) => a.trim() === b.trim(),
    send: async (draft, { version }) => {
      server.sent.push(draft);
      if (server.failing) throw server.failing;
      if (version !== server.has.version) throw refusal(409, 'course.version_conflict');
      server.has = { draft, version: version + 1 };
      if (server.isAnswerLost) throw networkError();
      return { version: version + 1 };
    },
    ask: async () => server.has,
    isEnd: ({ code }) => code === 'run.not_waiting',
    keepHere: (unsaved) => keptHere.push(unsaved),
    onState: (state) => states.push(state),
    onSaved: () => {},
    ...part,
  }));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  server = serve();
  states.length = 0;
  keptHere.length = 0;
});
afterEach(() => {
  saver.stop();
});

describe('a draft that saves itself', () => {
  it('says nothing before a change, and sends nothing that the server would consider equal', async () => {
    start().change(' Bees ');
    await wait(5_000);
    expect([server.sent, saver.isDirty(), keptHere.at(-1)]).toEqual([[], false, null]);
    saver.change('Bees, calmly');
    expect(keptHere.at(-1)).toEqual({ draft: 'Bees, calmly', saved: 'Bees', version: 1 });
    await wait(1_000);
    expect(server.has).toEqual({ draft: 'Bees, calmly', version: 2 });
    expect(kinds()).toEqual(['saved', 'typed', 'saving', 'saved']);
    expect(keptHere.at(-1)).toBeNull();
  });

  it('waits longer after each failure, and is not postponed by typing', async () => {
    server.failing = refusal(503);
    start().change('One');
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = server.sent.length;
      await wait(pause - 1);
      expect(server.sent).toHaveLength(before);
      await wait(1);
      expect(server.sent).toHaveLength(before + 1);
    }
    expect(states.at(-1)).toEqual({ kind: 'offline', reason: 'No: 503' });
    server.failing = null;
    saver.retryNow();
    await wait(0);
    expect([server.has.draft, states.at(-1)]).toEqual(['One', { kind: 'saved' }]);
  });

  it('a refusal ends it when there is nothing left to save', async () => {
    server.failing = refusal(409, 'run.not_waiting');
    start().change('Late');
    await wait(1_000);
    expect([states.at(-1), keptHere.at(-1)]).toEqual([{ kind: 'over' }, null]);
    expect(saver.reconcile({ draft: 'Other', version: 9 })).toBeNull();
    await wait(60_000);
    expect(server.sent).toHaveLength(1);
  });

  it('a save that was replaced by a newer one says nothing, and its remaining changes are saved next', async () => {
    server.failing = refusal(409, 'limits.superseded');
    start().change('Bees, calmly');
    await wait(1_000);
    server.failing = null;
    await wait(5_000);
    expect(server.sent).toEqual(['Bees, calmly', 'Bees, calmly']);
    expect(server.has.draft).toBe('Bees, calmly');
    expect(new Set(kinds())).toEqual(new Set(['typed', 'saving', 'saved']));
  });

  it('leaves no timer, and awaits a running call', async () => {
    const answer = Promise.withResolvers<{ version: number }>();
    start({ send: () => answer.promise }).change('One');
    await wait(1_000);
    saver.change('One, two');
    saver.stop();
    answer.resolve({ version: 2 });
    await wait(0);
    expect(keptHere.at(-1)).toEqual({ draft: 'One, two', saved: 'One', version: 2 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a draft that was changed elsewhere', () => {
  it('is shown if there are no local changes', () => {
    start();
    expect(saver.reconcile({ draft: 'Wasps', version: 2 })).toBe('Wasps');
    expect(saver.reconcile({ draft: 'Wasps ', version: 3 })).toBeNull();
    expect(saver.reconcile({ draft: 'Older', version: 2 })).toBeNull();
    expect([saver.isDirty(), states.at(-1)]).toEqual([false, { kind: 'saved' }]);
  });

  it('a save whose response was lost is not a conflict: later typing is saved on top of it', async () => {
    start().change('One');
    server.isAnswerLost = true;
    await wait(1_000);
    saver.change('One, two');
    await wait(2_000);
    server.isAnswerLost = false;
    await wait(4_000);
    expect(server.has).toEqual({ draft: 'One, two', version: 3 });
    expect(kinds()).not.toContain('conflict');
  });

  it('waits for a choice; the local draft is then saved on top of the server version, and the new base version is reported', async () => {
    const onRebase = vi.fn();
    start({ onRebase }).change('Mine');
    server.has = { draft: 'Theirs', version: 5 };
    await wait(1_000);
    expect(states.at(-1)).toEqual({ kind: 'conflict', conflict: { draft: 'Theirs', version: 5 } });
    expect([await saver.flush(), server.sent]).toEqual([false, ['Mine']]);
    expect(onRebase).not.toHaveBeenCalled();
    saver.keepMine();
    await wait(0);
    expect([server.has, states.at(-1)]).toEqual([{ draft: 'Mine', version: 6 }, { kind: 'saved' }]);
    expect(onRebase).toHaveBeenCalledOnce();
  });

  it('text left from an older version does not silently replace the newer one', () => {
    start({ start: { draft: 'Left over', saved: 'Bees', version: 1 } });
    expect(saver.reconcile({ draft: 'Theirs', version: 2 })).toBeNull();
    expect(states.at(-1)?.kind).toBe('conflict');
    expect(saver.takeTheirs()).toBe('Theirs');
    expect([saver.isDirty(), states.at(-1)]).toEqual([false, { kind: 'saved' }]);
  });
});
