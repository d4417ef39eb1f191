import { readFileSync } from 'node:fs';
import path from 'node:path';
import { work as readText } from '#domain/courses/text/read-lesson.task.ts';
import { namesThread, runsOf } from '#domain/generation/checks/check-continuity.ts';
import { namesPlaces } from '#domain/generation/practice/question-validity.ts';
import { aloneBy, FEWEST_OPTIONS, hasFeedback } from '#domain/generation/practice/quiz-rules.ts';
import { tokensOf } from '#domain/platform/prose/plain-prose.ts';
import { problemsOfCards } from '#domain/practice/cards/card-problems.ts';
import { flashCardsOf } from '../sandbox/answers/flash-cards.ts';
import {
  asWritten,
  readLibrary,
  readSecondCourse,
  secondLanguages,
  type LibraryCourse,
  type LibraryLesson,
  type LibraryQuestion,
  type Language,
} from '../sandbox/answers/read-library.ts';
import { TEACHING_RULES } from './teaching-rules.ts';
import { escapePattern } from '#domain/platform/prose/escape-pattern.ts';

// npm run teaching [-- <course>…]: the rules of docs/teaching.md, each with its sentence in a prompt, its question of the judge's and the share of the
// library's courses that holds it, of the English ones and of those in other languages; with names of courses, each place where one fails. Exits with
// 1 when a place of a rule is missing, or a rule is held by fewer than `LEAST`.

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Minimum share of the library that follows each countable rule, by lesson or question; for named courses, all of it. */
const LEAST = 0.95;
/** Rules with a minimum of their own: an everyday word, such as 'shock' or 'list', is no use of the term that it also is. */
const LEAST_OF: Readonly<Record<string, number>> = { 'a term defined before its use': 0.85 };
/** How much more often than by chance the right option may be the longest, or the shortest, as a share. */
const MARGIN = 0.05;
const BALANCED = { course: [0.4, 0.6], all: [0.45, 0.55] } as const;
/** Number of cards that the product offers after a lesson. */
const OFFERED = 3;
/** A course with fewer such questions is not significant. */
const ENOUGH = 8;

interface Finding {
  readonly rule: string;
  readonly holds: boolean;
  readonly where: string;
}

const isChoice = ({ kind }: LibraryQuestion): boolean => kind === 'single' || kind === 'multiple';

/** Returns the findings on one question. */
function ofQuestion(question: LibraryQuestion, where: string): Finding[] {
  const { options, explanation, feedback } = question;
  return [
    ...(isChoice(question) ? [{ rule: 'four options', holds: options.length >= FEWEST_OPTIONS, where }] : []),
    ...(isChoice(question) || question.kind === 'true_false'
      ? [{ rule: 'feedback on every wrong option', holds: hasFeedback(asWritten(question)), where }]
      : []),
    { rule: 'no option is named by its letter', holds: ![...options, explanation, ...feedback].some(namesPlaces), where },
  ];
}

/** Returns the findings on the cards that the library yields for a lesson, by the check that judges every card of the product. */
async function ofCards({ file, sections, takeaways, objectives }: LibraryLesson, language: Language): Promise<Finding[]> {
  // as in the product's request: the takeaways are the list at the end
  const markdown = `${sections.join('\n\n')}\n\n${takeaways.map((point) => `- ${point}`).join('\n')}`;
  const { flash_cards: cards } = flashCardsOf({ lesson_text: markdown, mistakes: [], wanted: { language } });
  const { value } = await readText(markdown, new Uint8Array());
  const problems = problemsOfCards(cards, { markdown, visible: String(value), objectives, known: [] });
  return [
    ...cards.map(({ front }, at) => ({
      rule: 'a card with one question and one answer',
      holds: problems[at]!.length === 0,
      where: `${file}: ${front}: ${problems[at]!.join('; ')}`,
    })),
    { rule: 'three cards', holds: problems.filter((found) => found.length === 0).length >= OFFERED, where: file },
  ];
}

/** Returns the findings on one lesson. @param number counts from 1 */
async function ofLesson(lesson: LibraryLesson, number: number, language: Language): Promise<Finding[]> {
  const { questions, sections, file, title } = lesson;
  const placed = questions.filter(({ after }) => after !== null && after < sections.length);
  const named = new Set(tokensOf([...lesson.objectives, ...lesson.takeaways, ...sections.map((one) => one.split('\n')[0]!)].join(' ')));
  const predicts = placed.filter(({ purpose }) => purpose === 'predict');
  const recalls = questions.filter(({ purpose }) => purpose === 'recall');
  const isTaught = tokensOf(title).some((word) => word.length >= 4 && [...named].some((other) => other.slice(0, 5) === word.slice(0, 5)));
  return [
    { rule: 'two questions in the text', holds: placed.length >= 2, where: file },
    { rule: 'a question before the reading that answers it', holds: predicts.length > 0, where: file },
    ...(number > 1
      ? [
          {
            rule: 'a question on an earlier lesson',
            holds: recalls.length > 0 && recalls.every(({ recalls: of }) => of !== null && of < number),
            where: file,
          },
        ]
      : []),
    { rule: 'an exercise', holds: lesson.exercise !== null, where: file },
    // by words with endings, which not every script has
    ...(language === 'english' ? [{ rule: 'a title that names what is learned', holds: isTaught, where: `${file}: ${title}` }] : []),
    ...(await ofCards(lesson, language)),
    ...questions.flatMap((question) => ofQuestion(question, `${file}: ${question.question}`)),
    ...questions
      .filter(({ after }) => after !== null && after > sections.length)
      .map(({ question }) => ({ rule: 'a place in the text', holds: false, where: `${file}: ${question}` })),
  ];
}

type End = Parameters<typeof aloneBy>[0];

/**
 * Returns the share of questions whose right option is the longest, or the shortest, of those where a single option is, and the share by
 * chance.
 */
function alone(
  which: End,
  questions: readonly LibraryQuestion[],
): { readonly of: number; readonly share: number; readonly chance: number } {
  const clear = questions
    .filter(({ kind }) => kind === 'single')
    .flatMap(({ options, right }) => {
      const place = aloneBy(which, options);
      return place === null ? [] : [{ hit: place === right[0], chance: 1 / options.length }];
    });
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return { of: clear.length, share: mean(clear.map(({ hit }) => Number(hit))), chance: mean(clear.map(({ chance }) => chance)) };
}

/** Returns the share of true statements. */
function truths(questions: readonly LibraryQuestion[]): { readonly of: number; readonly share: number } {
  const statements = questions.filter(({ kind }) => kind === 'true_false');
  return { of: statements.length, share: statements.filter(({ right }) => right[0] === 0).length / Math.max(1, statements.length) };
}

/** Returns the text of a heading; '' for the opening, which has none. */
const headingOf = (section: string): string => /^## +(.*)/.exec(section)?.[1]?.trim().toLowerCase() ?? '';

/**
 * Returns the findings on how the lessons of a course stand together: what one has, another does not say again, a lesson works on the thread
 * where the plan says so, and no lesson uses a term of the glossary before the one that sets it in bold.
 */
function ofWhole({ head, lessons }: LibraryCourse): Finding[] {
  const texts = lessons.map(({ sections }) => sections.join('\n\n'));
  const runs = texts.map(runsOf);
  const headings = lessons.map(({ sections }) => sections.map(headingOf).filter(Boolean));
  const { thread, lessons: parts = [] } = head.plan ?? {};
  return [
    ...lessons.flatMap(({ file, workshop }, at) => {
      const isToFollow = thread !== undefined && Boolean(parts[at]?.thread);
      const worked = workshop ? [workshop.intro, ...workshop.steps.map(({ text }) => text)].join('\n') : '';
      return [
        {
          rule: 'headings of its own',
          holds: headings[at]!.every((heading) => headings.every((others, other) => other === at || !others.includes(heading))),
          where: file,
        },
        {
          rule: 'sentences of its own',
          holds: runs.slice(0, at).every((earlier) => [...runs[at]!].every((run) => !earlier.has(run))),
          where: file,
        },
        ...(isToFollow
          ? [{ rule: 'the thread, where the plan says so', holds: namesThread(`${texts[at]}\n${worked}`, thread), where: file }]
          : []),
      ];
    }),
    ...head.glossary.flatMap(({ term }) => {
      const defining = texts.findIndex((text) => text.toLowerCase().includes(`**${term.toLowerCase()}**`));
      if (defining < 0) return [];
      const used = texts.findIndex((text) => new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(term)}(?![\\p{L}\\p{N}])`, 'iu').test(text));
      return [{ rule: 'a term defined before its use', holds: used >= defining, where: `${lessons[used]!.file}: ${term}` }];
    }),
  ];
}

async function ofCourse(course: LibraryCourse): Promise<Finding[]> {
  const { slug, head, lessons } = course;
  const questions = lessons.flatMap((lesson) => lesson.questions);
  const truth = truths(questions);
  const ofLessons = await Promise.all(lessons.map((lesson, at) => ofLesson(lesson, at + 1, head.language)));
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    ...ofLessons.flat(),
    ...ofWhole(course),
    ...ENDS.map((which) => {
      const { of, share, chance } = alone(which, questions);
      return {
        rule: `the right option is not the ${which}`,
        holds: of < ENOUGH || share <= chance + MARGIN,
        where: `${slug}: ${percent(share)} of ${of}, by chance ${percent(chance)}`,
      };
    }),
    {
      rule: 'true as often as false',
      holds: truth.of < ENOUGH ? truth.of < 2 || (truth.share > 0 && truth.share < 1) : isWithin(truth.share, BALANCED.course),
      where: `${slug}: ${percent(truth.share)} of ${truth.of} are true`,
    },
  ];
}

const isWithin = (share: number, [least, most]: readonly [number, number]): boolean => share >= least && share <= most;

const ENDS = ['longest', 'shortest'] as const;

interface Group {
  readonly name: string;
  readonly courses: readonly LibraryCourse[];
  readonly findings: readonly Finding[];
}

async function groupOf(name: string, courses: readonly LibraryCourse[]): Promise<Group> {
  return { name, courses, findings: (await Promise.all(courses.map(ofCourse))).flat() };
}

const slugs = process.argv.slice(2);
const isAll = slugs.length === 0;
const all = [...readLibrary(), ...secondLanguages().map(readSecondCourse)];
const isEnglish = ({ head }: LibraryCourse) => head.language === 'english';
const groups: readonly Group[] = isAll
  ? [
      await groupOf('english', all.filter(isEnglish)),
      await groupOf(
        'others',
        all.filter((course) => !isEnglish(course)),
      ),
    ]
  : [
      await groupOf(
        'named',
        all.filter(({ slug }) => slugs.includes(slug)),
      ),
    ];
const faults: string[] = [];
const asPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const onOneLine = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');
const page = readFileSync(path.join(ROOT, 'docs/teaching.md'), 'utf8');
console.log(
  `${'rule'.padEnd(52)} prompt judge  ${groups.map(({ name, courses }) => `${courses.length} ${name}`.padEnd(18)).join('')}`.trimEnd(),
);
for (const { name, prompt, judge, counts } of TEACHING_RULES) {
  const [isAsked, isJudged] = [prompt, judge].map(({ file, words }) => onOneLine(file).includes(words));
  if (!isAsked || !isJudged) faults.push(`${name}: its words are not in ${(isAsked ? judge : prompt).file}`);
  if (!page.includes(`\n## ${name}\n`)) faults.push(`${name}: docs/teaching.md has no such heading`);
  const places = `${isAsked ? 'yes' : 'NO '}    ${isJudged ? 'yes' : 'NO '}    ${counts.length === 0 ? 'not counted' : ''}`;
  console.log(`${name.padEnd(52)} ${places}`.trimEnd());
  for (const rule of counts) {
    const shares = groups.map(({ name: group, findings }) => {
      const own = findings.filter((one) => one.rule === rule);
      const share = own.length === 0 ? null : own.filter(({ holds }) => holds).length / own.length;
      if (share !== null && share < (LEAST_OF[rule] ?? (isAll ? LEAST : 1))) faults.push(`${rule}, ${group}: ${asPercent(share)}`);
      return { own, text: share === null ? '–' : `${asPercent(share)} of ${own.length}` };
    });
    console.log(`  ${rule.padEnd(64)} ${shares.map(({ text }) => text.padEnd(18)).join('')}`.trimEnd());
    if (!isAll) for (const { where } of shares.flatMap(({ own }) => own.filter(({ holds }) => !holds))) console.log(`    ${where}`);
  }
}
for (const { name, courses } of groups) {
  const questions = courses.flatMap(({ lessons }) => lessons.flatMap((lesson) => lesson.questions));
  const truth = truths(questions);
  const ends = ENDS.map((which) => ({ which, ...alone(which, questions) }));
  const said = ends.map(({ which, of, share, chance }) => `the ${which} in ${asPercent(share)} of ${of} (by chance ${asPercent(chance)})`);
  console.log(
    `${name}: ${questions.length} questions: the right option is ${said.join(', ')}; ${asPercent(truth.share)} of ${truth.of} statements are true`,
  );
  if (!isAll) continue;
  for (const { which, share, chance } of ends)
    if (share > chance + MARGIN) faults.push(`${name}: the right option is the ${which} too often`);
  if (!isWithin(truth.share, BALANCED.all)) faults.push(`${name}: too many statements are true, or false`);
}
if (faults.length > 0) {
  console.log(`\n${faults.join('\n')}`);
  process.exitCode = 1;
}
