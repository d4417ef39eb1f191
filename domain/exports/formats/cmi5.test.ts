import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { Cmi5Lms } from '#ops/testing/cmi5-lms.ts';
import { cmi5Of } from './cmi5.ts';
import { courseOf } from './exported-course.factory.ts';

const COMPLETE = 'Mark as complete';
const LEAVE = 'Back to the learning system';
const ENDED = 'This visit has ended. Open the lesson again from the learning system.';
const archive = unzipSync(cmi5Of(courseOf({}), []));
const registered = () => new Cmi5Lms(archive, 'lesson-1-1.html');
const isOpen = (visit: { readonly verbs: readonly string[] }) => vi.waitUntil(() => visit.verbs.includes('initialized'));
const isOver = (visit: { readonly verbs: readonly string[] }) => vi.waitUntil(() => visit.verbs.includes('terminated'));

describe('a lesson as an assignable unit of cmi5', () => {
  it('reports that it was started, completed and left, in a learning system as strict as CATAPULT', async () => {
    const lms = registered();
    const visit = lms.launch();
    await vi.waitUntil(() => visit.buttons.includes(COMPLETE));
    visit.press(COMPLETE);
    await vi.waitUntil(() => visit.said === 'Completed.');
    visit.close();
    await isOver(visit);
    expect(visit.verbs).toEqual(['initialized', 'completed', 'terminated']);
    expect(visit.statements[1].result).toMatchObject({ completion: true });
    expect(lms.refused).toEqual([]);
  });

  it('is completed once, however often it is opened', async () => {
    const lms = registered();
    const first = lms.launch();
    await vi.waitUntil(() => first.buttons.includes(COMPLETE));
    first.close();
    await isOver(first);
    const second = lms.launch();
    await vi.waitUntil(() => second.buttons.includes(COMPLETE));
    second.press(COMPLETE);
    await vi.waitUntil(() => second.said === 'Completed.');
    second.close();
    await isOver(second);
    const third = lms.launch();
    await vi.waitUntil(() => third.said === 'Completed.');
    expect(third.buttons).toEqual([]);
    third.close();
    await isOver(third);
    expect([first, second, third].map(({ verbs }) => verbs.join(' '))).toEqual([
      'initialized terminated',
      'initialized completed terminated',
      'initialized terminated',
    ]);
    expect(lms.refused).toEqual([]);
  });

  it.each(['Browse', 'Review'] as const)('completes nothing for a person who only looks (%s)', async (mode) => {
    const lms = registered();
    const visit = lms.launch({ mode });
    await isOpen(visit);
    expect(visit.buttons).toEqual([]);
    visit.close();
    await isOver(visit);
    expect([visit.verbs, lms.refused]).toEqual([['initialized', 'terminated'], []]);
  });

  it('returns to the address that the learning system names, and reports before that it was left', async () => {
    const lms = registered();
    const visit = lms.launch({ returnUrl: '#back' });
    await vi.waitUntil(() => visit.buttons.includes(LEAVE));
    visit.press(LEAVE);
    await vi.waitUntil(() => visit.address.endsWith('#back'));
    visit.close();
    expect([visit.verbs, lms.refused]).toEqual([['initialized', 'terminated'], []]);
  });

  it('reports nothing after it was left, when its page is shown again', async () => {
    const lms = registered();
    const visit = lms.launch({ returnUrl: '#back' });
    await vi.waitUntil(() => visit.buttons.includes(COMPLETE));
    visit.close();
    await isOver(visit);
    expect([visit.buttons, visit.said]).toEqual([[], ENDED]);
    visit.close();
    expect([visit.verbs, lms.refused]).toEqual([['initialized', 'terminated'], []]);
  });

  it('says that nothing is recorded when the learning system does not answer', async () => {
    const lost = registered().launch({ failing: ['/token'] });
    await vi.waitUntil(() => lost.said === 'The learning system did not answer: progress is not kept.');
    const silent = registered().launch({ failing: ['/statements'] });
    await vi.waitUntil(() => silent.said === 'The learning system did not answer: progress is not kept.');
    expect([lost.buttons, silent.buttons]).toEqual([[], []]);
  });
});
