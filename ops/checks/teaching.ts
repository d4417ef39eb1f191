import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tokensOf } from '#domain/platform/prose/plain-prose.ts';
import {
  readLibrary,
  readSecondCourse,
  type LibraryCourse,
  type LibraryLesson,
  type LibraryQuestion,
} from '../sandbox/answers/read-library.ts';
import { TEACHING_RULES } from './teaching-rules.ts';

// npm run teaching [-- <course>…]: the rules of docs/teaching.md, each with its sentence in a prompt, its question of the judge's and the share of the
// library's English courses that holds it; with names of courses, each place where one fails. Exits with 1 when a place of a rule is missing, or
// a rule is held by fewer than `LEAST`.

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Share of the library that holds what is counted by the lesson or the question; of named courses, all of it. */
const LEAST = 0.95;
const CHOICE_OPTIONS = 4;
/** The right option may be the longest so much more often than by chance, as a share. */
const LONGEST_MARGIN = 0.05;
const BALANCED = { course: [0.4, 0.6], all: [0.45, 0.55] } as const;
/** A course with fewer such questions says nothing. */
const ENOUGH = 8;

interface Finding {
  readonly rule: string;
  readonly holds: boolean;
  readonly where: string;
}

const isChoice = ({ kind }: LibraryQuestion): boolean => kind === 'single' || kind === 'multiple';

/** What can be said of one question. */
function ofQuestion(question: LibraryQuestion, where: string): Finding[] {
  const { options, right, feedback } = question;
  const wrong = options.flatMap((_, at) => (right.includes(at) ? [] : [at]));
  return [
    ...(isChoice(question) ? [{ rule: 'four options', holds: options.length >= CHOICE_OPTIONS, where }] : []),
    ...(isChoice(question) || question.kind === 'true_false'
      ? [{ rule: 'feedback on every wrong option', holds: wrong.every((at) => (feedback[at] ?? '').length > 15), where }]
      : []),
  ];
}

/** What can be said of one lesson. @param number counts from 1 */
function ofLesson(lesson: LibraryLesson, number: number): Finding[] {
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
    { rule: 'a title that names what is learned', holds: isTaught, where: `${file}: ${title}` },
    ...questions.flatMap((question) => ofQuestion(question, `${file}: ${question.question}`)),
    ...questions
      .filter(({ after }) => after !== null && after > sections.length)
      .map(({ question }) => ({ rule: 'a place in the text', holds: false, where: `${file}: ${question}` })),
  ];
}

/** Share of the questions whose right option is the longest, of those with one that is alone the longest, and the share by chance. */
function longest(questions: readonly LibraryQuestion[]): { readonly of: number; readonly share: number; readonly chance: number } {
  const clear = questions
    .filter(({ kind }) => kind === 'single')
    .flatMap(({ options, right }) => {
      const lengths = options.map((option) => [...option].length);
      const most = Math.max(...lengths);
      return lengths.filter((one) => one === most).length === 1 ? [{ hit: lengths[right[0]!] === most, chance: 1 / options.length }] : [];
    });
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return { of: clear.length, share: mean(clear.map(({ hit }) => Number(hit))), chance: mean(clear.map(({ chance }) => chance)) };
}

/** Share of the statements that are true. */
function truths(questions: readonly LibraryQuestion[]): { readonly of: number; readonly share: number } {
  const statements = questions.filter(({ kind }) => kind === 'true_false');
  return { of: statements.length, share: statements.filter(({ right }) => right[0] === 0).length / Math.max(1, statements.length) };
}

function ofCourse({ slug, lessons }: LibraryCourse): Finding[] {
  const questions = lessons.flatMap((lesson) => lesson.questions);
  const [long, truth] = [longest(questions), truths(questions)];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    ...lessons.flatMap((lesson, at) => ofLesson(lesson, at + 1)),
    {
      rule: 'the right option is not the longest',
      holds: long.of < ENOUGH || long.share <= long.chance + LONGEST_MARGIN,
      where: `${slug}: ${percent(long.share)} of ${long.of}, by chance ${percent(long.chance)}`,
    },
    {
      rule: 'true as often as false',
      holds: truth.of < ENOUGH ? truth.of < 2 || (truth.share > 0 && truth.share < 1) : isWithin(truth.share, BALANCED.course),
      where: `${slug}: ${percent(truth.share)} of ${truth.of} are true`,
    },
  ];
}

const isWithin = (share: number, [least, most]: readonly [number, number]): boolean => share >= least && share <= most;

const slugs = process.argv.slice(2);
const isAll = slugs.length === 0;
const courses = [...readLibrary(), readSecondCourse('english')].filter(({ slug, head }) =>
  isAll ? head.language === 'english' : slugs.includes(slug),
);
const findings = courses.flatMap(ofCourse);
const faults: string[] = [];

const onOneLine = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');
const page = readFileSync(path.join(ROOT, 'docs/teaching.md'), 'utf8');
console.log(`${'rule'.padEnd(50)} prompt judge  share of ${courses.length} courses that hold it`);
for (const { name, prompt, judge, counts } of TEACHING_RULES) {
  const [isAsked, isJudged] = [prompt, judge].map(({ file, words }) => onOneLine(file).includes(words));
  if (!isAsked || !isJudged) faults.push(`${name}: its words are not in ${(isAsked ? judge : prompt).file}`);
  if (!page.includes(`\n## ${name}\n`)) faults.push(`${name}: docs/teaching.md has no such heading`);
  console.log(
    `${name.padEnd(50)} ${isAsked ? 'yes' : 'NO '}    ${isJudged ? 'yes' : 'NO '}    ${counts.length === 0 ? 'not counted' : ''}`.trimEnd(),
  );
  for (const rule of counts) {
    const own = findings.filter((one) => one.rule === rule);
    const share = own.filter(({ holds }) => holds).length / Math.max(1, own.length);
    console.log(`  ${rule.padEnd(62)} ${(100 * share).toFixed(1).padStart(5)} % of ${own.length}`);
    if (!isAll) for (const { where } of own.filter(({ holds }) => !holds)) console.log(`    ${where}`);
    if (share < (isAll ? LEAST : 1)) faults.push(`${rule}: ${(100 * share).toFixed(1)} %`);
  }
}
const all = courses.flatMap(({ lessons }) => lessons.flatMap(({ questions }) => questions));
const [long, truth] = [longest(all), truths(all)];
console.log(
  `${all.length} questions: the right option is the longest in ${(long.share * 100).toFixed(1)} % of ${long.of} (by chance ${(long.chance * 100).toFixed(1)} %), ${(truth.share * 100).toFixed(1)} % of ${truth.of} statements are true`,
);
if (isAll && long.share > long.chance + LONGEST_MARGIN) faults.push('the right option is the longest too often');
if (isAll && !isWithin(truth.share, BALANCED.all)) faults.push('too many statements are true, or false');
if (faults.length > 0) {
  console.log(`\n${faults.join('\n')}`);
  process.exitCode = 1;
}
