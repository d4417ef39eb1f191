import type { Book, Facet, Lexicon } from '../language/book.ts';
import type { Brief } from './brief.ts';
import { hash32, shuffle } from './seeded-random.ts';
import { capitalise } from './speaker.ts';

const MAX_TITLE = 78;
/** Of ten lessons, this many have a title that names the topic or a thing of its field. */
const CONCRETE = 6;

/** Generates the lesson titles of one course, each unique. */
export function createTitleGenerator(book: Book, brief: Brief, seed: string): (lesson: { facet: Facet; twist: string }) => string {
  const topic = book.topic(brief.shortTopic);
  const Topic = capitalise(book.titleTopic(brief.shortTopic));
  const lexicon = book.lexicon(`${brief.topic} ${brief.goals.join(' ')}`);
  const isGeneral = lexicon === book.lexicon('');
  const used = new Set<string>();
  const words = (facet: Facet) => wordsOf(lexicon, `${seed} ${facet.title}`);
  const fill = (text: string, slots: Record<string, string>): string =>
    book.polish(capitalise(text.replace(/\{(\w+)\}/g, (slot, key: string) => ({ topic, Topic })[key as 'topic'] ?? slots[key] ?? slot)));
  return ({ facet, twist }) => {
    const general = fill(brief.voice === 'plain' ? facet.easy : facet.title, {});
    const candidates = [twist === '' ? general : `${general}: ${twist}`];
    const pattern = facet.named?.[brief.voice === 'plain' ? 1 : 0];
    // General words that fit any topic make no good title.
    const names = pattern !== undefined && (!isGeneral || /^[^{]*\{[Tt]opic\}[^{]*$/.test(pattern));
    if (names && twist === '' && (brief.checksOutline || hash32(`${seed} named ${facet.title}`) % 10 < CONCRETE)) {
      candidates.unshift(fill(pattern, words(facet)));
    }
    const title = candidates.find((candidate) => candidate.length <= MAX_TITLE && !used.has(candidate)) ?? numbered(general, used);
    used.add(title);
    return title;
  };
}

/** Two different words of each kind, as `thing` and `thing2`. */
function wordsOf(lexicon: Lexicon, seed: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lexicon).flatMap(([kind, list]) => {
      const [first, second] = shuffle(list as readonly string[], `${seed} ${kind}`);
      return [
        [kind, first as string],
        [`${kind}2`, second ?? (first as string)],
      ];
    }),
  );
}

function numbered(title: string, used: ReadonlySet<string>): string {
  let n = 2;
  while (used.has(`${title} (${n})`)) n++;
  return used.has(title) ? `${title} (${n})` : title;
}
