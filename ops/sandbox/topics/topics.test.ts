import { describe, expect, it } from 'vitest';
import { prepareLibrary } from '../answers/nearest-courses.ts';
import { readTopics, tryTopic } from './read-topics.ts';

/** Of the library's courses, said for more of a topic than a reader would say; of topics that it has something on, not found. */
const MOST = { too_much: 24, missed: 6 };
/** Of processor time, half of the topics. */
const MOST_MS = 50;

describe('what the library answers on two hundred topics and more, judged by a reader', () => {
  it('is never the wrong course, and seldom more or less than there is; a topic is looked up at once', async () => {
    await prepareLibrary();
    const topics = readTopics();
    expect(topics.length).toBeGreaterThan(200);
    const times: number[] = [];
    const tried = topics.map((judged) => {
      const from = process.cpuUsage();
      const { verdict, slug } = tryTopic(judged);
      times.push(process.cpuUsage(from).user / 1000);
      return { topic: judged.topic, slug, verdict };
    });
    const of = (wanted: string) => tried.filter(({ verdict }) => verdict === wanted);
    expect(of('wrong')).toEqual([]);
    expect(of('too_much').length).toBeLessThanOrEqual(MOST.too_much);
    expect(of('missed').length).toBeLessThanOrEqual(MOST.missed);
    expect(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(MOST_MS);
  });
});
