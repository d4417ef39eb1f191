import { beforeAll, describe, expect, it } from 'vitest';
import { prepareLibrary } from '../answers/nearest-courses.ts';
import { readTopics, tryTopic, type TopicList } from './read-topics.ts';
import { processorClock } from '#ops/testing/processor-time.ts';

/**
 * Maximum numbers of answers that claim more or less than a reader would, and of topics not found although the library has something on
 * them.
 */
const MOST: Record<TopicList, { too_much: number; too_little: number; missed: number; topics: number }> = {
  first: { too_much: 16, too_little: 2, missed: 5, topics: 274 },
  second: { too_much: 4, too_little: 1, missed: 5, topics: 110 },
};
/** Median of processor time per topic. */
const MOST_MS = 50;

describe('the library’s answers on more than three hundred topics, judged by readers', () => {
  beforeAll(prepareLibrary, 60_000);

  it.each(['first', 'second'] as const)(
    'of the %s list are never the wrong course, and seldom more or less than there is; a topic is found at once',
    (list) => {
      const topics = readTopics(list);
      expect(topics).toHaveLength(MOST[list].topics);
      const times: number[] = [];
      const tried = topics.map((judged) => {
        const used = processorClock();
        const { verdict, slug } = tryTopic(judged);
        times.push(used());
        return { topic: judged.topic, slug, verdict };
      });
      const of = (wanted: string) => tried.filter(({ verdict }) => verdict === wanted);
      expect(of('wrong')).toEqual([]);
      for (const verdict of ['too_much', 'too_little', 'missed'] as const)
        expect(of(verdict).length, verdict).toBeLessThanOrEqual(MOST[list][verdict]);
      expect(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(MOST_MS);
    },
  );
});
