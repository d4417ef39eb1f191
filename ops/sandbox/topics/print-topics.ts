import { prepareLibrary } from '../answers/nearest-courses.ts';
import { readTopics, TOPIC_LISTS, tryTopic, VERDICTS, type JudgedTopic, type TopicList, type Verdict } from './read-topics.ts';

/**
 * `npm run topics [word …]`: what the library answers on each judged topic, or on those with these words; then how many are as judged, by
 * list, kind and half, and the time.
 */
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
  const tried = readTopics(list)
    .filter(({ topic }) => isAsked(topic))
    .map((judged) => ({ ...judged, verdict: printTopic(judged) }));
  const kinds = [...new Set(tried.map(({ kind }) => kind))].filter(Boolean);
  process.stdout.write(`\n${'topics'.padStart(31)} ${VERDICTS.join(' ')}\n`);
  for (const half of ['tuned', 'untouched'] as const) {
    const ofHalf = tried.filter((one) => one.half === half);
    for (const kind of kinds)
      printCounts(
        `${kind}, ${half}`,
        ofHalf.filter((one) => one.kind === kind),
      );
    if (ofHalf.length > 0) printCounts(`${list} list, ${half}`, ofHalf);
  }
  process.stdout.write('\n');
}

function printCounts(name: string, tried: readonly { readonly verdict: Verdict }[]): void {
  const counts = VERDICTS.map((verdict) => String(tried.filter((one) => one.verdict === verdict).length).padStart(verdict.length));
  process.stdout.write(`${name.padEnd(24)} ${String(tried.length).padStart(6)} ${counts.join(' ')}\n`);
}

function printTopic(judged: JudgedTopic): Verdict {
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
  return verdict;
}
