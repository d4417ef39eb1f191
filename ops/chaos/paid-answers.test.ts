import { describe, expect, it } from 'vitest';
import type { LoggedCall } from './invariants.ts';
import { answersBoughtAgain } from './paid-answers.ts';

/** Converts seconds to ms. */
const at = (seconds: number) => 1_000 * seconds;
const call = (seconds: number, changes: Partial<LoggedCall> = {}): LoggedCall => ({
  id: `call ${seconds}`,
  purpose: 'speech',
  key: 'step:0',
  subject: null,
  started_at: new Date(at(seconds)).toISOString(),
  ms: 400,
  status: 200,
  aborted: false,
  ...changes,
});
const death = (victim: 'api' | 'worker' | 'sandbox', seconds: number) => ({ victim, at: at(seconds) });
const nothing = () => ({ storedAt: [], givenUpAt: [] });

describe('an answer that is bought again', () => {
  it('is excused if the worker that had it was killed before anything stored it', () => {
    expect(answersBoughtAgain([call(1), call(5)], [death('worker', 1.2)], nothing)).toEqual([
      { key: 'step:0', lost: 'with the worker', fault: null },
    ]);
  });

  it('is excused if the vendor was killed while it sent the answer', () => {
    expect(answersBoughtAgain([call(1), call(5)], [death('sandbox', 1.5)], nothing)).toEqual([
      { key: 'step:0', lost: 'with the vendor', fault: null },
    ]);
  });

  it('is excused if the worker had abandoned the call, because nothing arrived', () => {
    expect(answersBoughtAgain([call(1), call(9)], [], () => ({ storedAt: [], givenUpAt: [at(0.9)] }))).toEqual([
      { key: 'step:0', lost: 'after the worker had given it up', fault: null },
    ]);
  });

  it('is a violation if the worker that had it was alive', () => {
    const deaths = [death('worker', 0.9), death('api', 1.2), death('sandbox', 3)];
    expect(answersBoughtAgain([call(1), call(5)], deaths, nothing)).toEqual([
      { key: 'step:0', lost: null, fault: 'was bought again although nobody who had it was killed' },
    ]);
  });

  it('is a violation if it had been stored', () => {
    expect(answersBoughtAgain([call(1), call(5)], [death('worker', 2)], () => ({ storedAt: [at(1.5)], givenUpAt: [] }))).toEqual([
      { key: 'step:0', lost: null, fault: 'was bought again 3500 ms after it had been stored' },
    ]);
  });

  it('is none if the first call brought no complete answer, or the work is different', () => {
    const calls = [call(1, { status: 0, ms: null }), call(2, { aborted: true }), call(3, { key: 'step:1' }), call(5)];
    expect(answersBoughtAgain(calls, [], nothing)).toEqual([]);
  });
});
