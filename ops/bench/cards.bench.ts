import { CARDS_A_LESSON } from '#contract/practice/cards.contract.ts';
import { work as readLesson } from '#domain/courses/text/read-lesson.task.ts';
import { type MadeCard, problemsOfCards } from '#domain/practice/cards/card-problems.ts';
import { flashCardsOf } from '../sandbox/answers/flash-cards.ts';
import { readLibraryCourse, type LibraryLesson } from '../sandbox/answers/read-library.ts';
import { shuffle } from '../sandbox/seeded-random.ts';
import { line } from './figures.ts';

const DRAWN = 120;
/** Number of questions per lesson that the learner answered wrong. */
const WRONG = 2;
const COURSES = [
  'mathematics-from-numbers-to-vectors',
  'the-french-revolution',
  'python-first-programs',
  'first-aid-for-everyone',
  'sourdough-bread-at-home',
  'statistics-for-everyday-decisions',
];

/**
 * Prints 120 random cards for a person to read: what the sandbox makes of six courses of the library for a learner who answered two
 * questions of each lesson wrong, after the product's own check. Words after the name select other courses, and a seed.
 */
export async function bench(words: readonly string[]): Promise<void> {
  const seed = words.find((word) => /^\d+$/.test(word)) ?? '1';
  const slugs = words.filter((word) => word !== seed);
  const all: (MadeCard & { readonly course: string })[] = [];
  for (const slug of slugs.length > 0 ? slugs : COURSES) {
    const course = readLibraryCourse(slug);
    const kept: MadeCard[] = [];
    const dropped = new Map<string, number>();
    for (const lesson of course.lessons) {
      const { cards, problems } = await cardsOf(lesson, { course: course.head.title, language: course.head.language, seed, known: kept });
      for (const problem of problems) dropped.set(problem, (dropped.get(problem) ?? 0) + 1);
      kept.push(...cards);
    }
    const why = [...dropped].map(([problem, times]) => `${times} × ${problem}`).join(', ');
    line(slug.slice(0, 45), `${kept.length} cards of ${course.lessons.length} lessons; left out: ${why || 'none'}`);
    all.push(...kept.map((card) => ({ ...card, course: slug })));
  }
  for (const [at, { course, front, back }] of shuffle(all, seed).slice(0, DRAWN).entries())
    console.log(`\n${at + 1}. [${course.slice(0, 12)}] ${front}\n   = ${back}`);
}

interface Of {
  readonly course: string;
  readonly language: string;
  readonly seed: string;
  readonly known: readonly MadeCard[];
}

async function cardsOf(lesson: LibraryLesson, { course, language, seed, known }: Of): Promise<{ cards: MadeCard[]; problems: string[] }> {
  const content = lesson.sections.join('\n\n');
  const markdown = [content, lesson.takeaways.map((point) => `- ${point}`).join('\n')].join('\n\n');
  const { value } = await readLesson(content, new Uint8Array());
  const visible = [...lesson.objectives, String(value), ...lesson.takeaways].join('\n');
  const asked = lesson.questions.filter(({ kind }) => kind === 'single');
  const wrong = shuffle(asked, `${seed} ${lesson.file}`).slice(0, WRONG);
  const mistakes = wrong.map(({ question, options, right, explanation }) => ({ question, answer: options[right[0]!]!, explanation }));
  const { flash_cards: cards } = flashCardsOf({ lesson_text: markdown, wanted: { course, lesson: lesson.title, language }, mistakes });
  const source = { markdown, visible, objectives: lesson.objectives, known: known.map(({ front }) => front) };
  const problems = problemsOfCards(cards, source);
  return { cards: cards.filter((_, at) => problems[at]!.length === 0).slice(0, CARDS_A_LESSON), problems: problems.flat() };
}
