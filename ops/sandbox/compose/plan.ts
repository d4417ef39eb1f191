import type { Aspect, Book, Facet } from '../language/book.ts';
import type { Brief } from './brief.ts';
import { hash32, shuffle } from './seeded-random.ts';
import { createTitleGenerator } from './titles.ts';

export interface PlannedModule {
  aspect: Aspect;
  /** Above 0 when the aspect is reused. */
  round: number;
  lessons: PlannedLesson[];
}
/**
 * `title` is the title in the outline. `twist` names a thing of the field that distinguishes a second lesson on the same facet; empty for the
 * first.
 */
export interface PlannedLesson {
  title: string;
  facet: Facet;
  twist: string;
}
type Draft = Pick<PlannedLesson, 'facet' | 'twist'>;

const ORDERS: Record<string, readonly string[]> = {
  plain: 'foundations parts tools practice observation mistakes safety process people cases measurement decisions context project'.split(
    ' ',
  ),
  full: 'foundations parts process tools practice observation mistakes measurement decisions safety people cases context project'.split(
    ' ',
  ),
  board: 'foundations decisions safety people measurement process mistakes cases parts tools context observation practice project'.split(
    ' ',
  ),
  experienced:
    'observation decisions cases measurement mistakes process people safety practice context parts tools foundations project'.split(' '),
};
/** The aspect that a choice on the form moves forward. */
const FORWARD: Record<string, string> = {
  'harvard-case': 'cases',
  'mit-innovation': 'practice',
  'stanford-design': 'observation',
  'princeton-analysis': 'decisions',
  'wharton-quantitative': 'measurement',
  'yale-liberal': 'context',
  'oxford-tutorial': 'people',
  'cambridge-research': 'observation',
  'case-study': 'cases',
  'case-studies': 'cases',
  kinesthetic: 'practice',
  academic: 'parts',
  practical: 'process',
  cohort: 'people',
};
const EXPERIENCED = ['advanced', 'professional', 'expert', 'intermediate', 'looking-to-specialize'];

function orderOf(brief: Brief, seed: string): string[] {
  const { difficulty = '', current_knowledge: knowledge = '' } = brief.choices;
  const experienced = brief.voice === 'full' && EXPERIENCED.includes(difficulty) && EXPERIENCED.includes(knowledge);
  const base = [...(ORDERS[experienced ? 'experienced' : brief.voice] as readonly string[])];
  const last = base.pop() as string;
  const first = base.shift() as string;
  // Courses on different topics must differ in structure although their forms are alike: neighbours are swapped depending on the topic.
  const middle: string[] = [];
  for (let i = 0; i < base.length; i += 3) middle.push(...shuffle(base.slice(i, i + 3), `${seed} order ${i}`));
  for (const field of ['course_format', 'teaching_style', 'learning_style', 'assessment_type', 'academic_framework'] as const) {
    const wanted = FORWARD[brief.choices[field] ?? ''];
    const at = wanted ? middle.indexOf(wanted) : -1;
    if (at > 0) middle.unshift(...middle.splice(at, 1));
  }
  return [first, ...middle, last];
}

/** Assigns aspects to modules and facets to lessons; no facet repeats before all have been used. */
export function planCourse(book: Book, brief: Brief, seed: string): PlannedModule[] {
  const byId = new Map(book.aspects.map((aspect) => [aspect.id, aspect]));
  const known = orderOf(brief, seed).filter((id) => byId.has(id));
  const { modules, lessons } = brief.size;
  const chosen = Array.from({ length: modules }, (_, i) => {
    const closes = i === modules - 1 && modules > 2 && modules < known.length;
    const id = closes ? known[known.length - 1] : known[i % known.length];
    return { aspect: byId.get(id as string) as Aspect, round: Math.floor(i / known.length) };
  });
  const own = new Set(chosen.map(({ aspect }) => aspect.id));
  const spare = shuffle(
    book.aspects.filter(({ id }) => !own.has(id)).flatMap(({ facets }) => facets),
    `${seed} spare`,
  );
  const things = shuffle(book.lexicon(brief.topic).thing, `${seed} twist`);
  const name = createTitleGenerator(book, brief, seed);
  let twists = hash32(seed) % things.length;
  return chosen.map(({ aspect, round }, m) => {
    const skip = Math.max(0, aspect.facets.length - lessons);
    const from = skip > 0 && round === 0 ? hash32(`${seed} ${m} from`) % (skip + 1) : 0;
    const planned: Draft[] = Array.from({ length: lessons }, (_, l) => {
      const facet = aspect.facets[from + l];
      if (facet && round === 0) return { facet, twist: '' };
      const other = spare.pop();
      if (other) return { facet: other, twist: '' };
      return { facet: aspect.facets[l % aspect.facets.length] as Facet, twist: things[twists++ % things.length] as string };
    });
    return { aspect, round, lessons: planned.map((lesson) => ({ ...lesson, title: name(lesson) })) };
  });
}
