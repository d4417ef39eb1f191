import { beforeAll, describe, expect, it } from 'vitest';
import { prepareLibrary } from '../answers/nearest-courses.ts';
import { readTopics, TOPIC_LISTS, tryTopic, type JudgedTopic, type TopicList } from './read-topics.ts';
import { processorClock } from '#ops/testing/processor-time.ts';

/**
 * Maximum numbers of wrong courses, of answers that claim more or less than a reader would, and of topics not found although the library has
 * something on them.
 */
const MOST: Record<string, { wrong: number; too_much: number; too_little: number; missed: number; topics: number }> = {
  'first tuned': { wrong: 0, too_much: 2, too_little: 5, missed: 3, topics: 274 },
  'second tuned': { wrong: 0, too_much: 0, too_little: 0, missed: 2, topics: 110 },
  'third tuned': { wrong: 0, too_much: 0, too_little: 0, missed: 1, topics: 125 },
  'third untouched': { wrong: 3, too_much: 1, too_little: 0, missed: 8, topics: 125 },
};
/** Maximum shares over all lists. */
const MOST_OF_ALL = { wrong: 0.01, missed: 0.05, too_much: 0.01 };
/** Median of processor time per topic. */
const MOST_MS = 50;

const LISTS = Object.keys(TOPIC_LISTS) as TopicList[];
const tryAll = (topics: readonly JudgedTopic[]) => topics.map((judged) => ({ topic: judged.topic, ...tryTopic(judged) }));

describe('the library’s answers on more than six hundred topics, judged by readers', () => {
  beforeAll(prepareLibrary, 60_000);

  it.each(Object.keys(MOST))('of the %s topics are seldom a wrong course, and seldom more or less than there is', (name) => {
    const [list, half] = name.split(' ') as [TopicList, string];
    const most = MOST[name]!;
    const tried = tryAll(readTopics(list).filter((one) => one.half === half));
    expect(tried).toHaveLength(most.topics);
    for (const verdict of ['wrong', 'too_much', 'too_little', 'missed'] as const)
      expect(tried.filter((one) => one.verdict === verdict).length, verdict).toBeLessThanOrEqual(most[verdict]);
  });

  it('are wrong or too much for at most 1 in 100, and missed for at most 5', () => {
    const tried = LISTS.flatMap((list) => tryAll(readTopics(list)));
    for (const [verdict, share] of Object.entries(MOST_OF_ALL))
      expect(tried.filter((one) => one.verdict === verdict).length / tried.length, verdict).toBeLessThanOrEqual(share);
  });

  it('are found at once', () => {
    const times = readTopics('second').map((judged) => {
      const used = processorClock();
      tryTopic(judged);
      return used();
    });
    expect(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(MOST_MS);
  });
});
