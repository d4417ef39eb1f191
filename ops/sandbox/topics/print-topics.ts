import { prepareLibrary } from '../answers/nearest-courses.ts';
import { readTopics, TOPIC_LISTS, tryTopic, type JudgedTopic, type TopicList, type Verdict } from './read-topics.ts';

/** `npm run topics [word …]`: what the library answers on each judged topic, or on those with these words; then how many are as judged, and the time. */
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const began = performance.now();
await prepareLibrary();
const ready = performance.now() - began;

const times: number[] = [];
const isAsked = (topic: string) => words.every((word) => topic.toLowerCase().includes(word));
for (const list of Object.keys(TOPIC_LISTS) as TopicList[]) printList(list);
const sorted = times.toSorted((one, other) => one - other);
const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
process.stdout.write(
  `The index took ${Math.round(ready)} ms; the first topic then ${(times[0] ?? 0).toFixed(1)} ms, half of them ${at(0.5)}, 95 % ${at(0.95)}, the slowest ${at(1)}\n`,
);

function printList(list: TopicList): void {
  const counts = new Map<Verdict, number>();
  const topics = readTopics(list).filter(({ topic }) => isAsked(topic));
  for (const judged of topics) counts.set(...printTopic(judged, counts));
  const figures = [...counts].map(([verdict, n]) => `${n} ${verdict}`).join(', ');
  process.stdout.write(`\n${list} list, ${topics.length} topics: ${figures}\n\n`);
}

function printTopic(judged: JudgedTopic, counts: ReadonlyMap<Verdict, number>): [Verdict, number] {
  const from = performance.now();
  const { answer, slug, verdict } = tryTopic(judged);
  times.push(performance.now() - from);
  const lessons = answer.lessons.map(({ number, title }) => `${number} ${title}`).join('; ');
  const said = [
    slug && `${answer.match === 'part' ? 'a part of' : 'all of'} ${slug}`,
    lessons && `lessons ${lessons}`,
    answer.missing.length > 0 && `says nothing of ${answer.missing.join(', ')}`,
    !slug && (answer.nearest.length > 0 ? `none; near: ${answer.nearest.map(({ title }) => title).join('; ')}` : 'none'),
  ];
  const mark = verdict === 'as_judged' ? ' ' : verdict;
  process.stdout.write(`${mark.padEnd(10)} ${judged.topic}${judged.goals && ` (${judged.goals})`} → ${said.filter(Boolean).join(', ')}\n`);
  return [verdict, (counts.get(verdict) ?? 0) + 1];
}
