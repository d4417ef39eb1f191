import { readLibrary, type LibraryCourse, type LibraryLesson, type LibraryQuestion } from '../sandbox/answers/read-library.ts';
import { tokensOf } from '#domain/platform/prose/plain-prose.ts';

// npm run teaching [slug…]: what each rule of docs/teaching.md finds in the library's English courses; with slugs, where it fails. Exits with 1
// when a course that is named, or the library, does not hold a rule.

const CHOICE_OPTIONS = 4;
/** The right option may be the longest so much more often than by chance, as a share. */
const LONGEST_MARGIN = 0.05;
const BALANCED = { course: [0.4, 0.6], library: [0.45, 0.55] } as const;
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
const courses = readLibrary().filter(({ slug, head }) => (slugs.length > 0 ? slugs.includes(slug) : head.language === 'english'));
const findings = courses.flatMap(ofCourse);
const rules = [...new Set(findings.map(({ rule }) => rule))];
for (const rule of rules) {
  const own = findings.filter((one) => one.rule === rule);
  const held = own.filter(({ holds }) => holds).length;
  console.log(
    `${rule.padEnd(48)} ${String(held).padStart(5)} of ${String(own.length).padStart(5)}  ${((100 * held) / own.length).toFixed(1)} %`,
  );
  if (slugs.length > 0) for (const { where } of own.filter(({ holds }) => !holds)) console.log(`    ${where}`);
}
const all = courses.flatMap(({ lessons }) => lessons.flatMap(({ questions }) => questions));
const [long, truth] = [longest(all), truths(all)];
console.log(
  `longest right ${(long.share * 100).toFixed(1)} % of ${long.of}, by chance ${(long.chance * 100).toFixed(1)} %; true ${(truth.share * 100).toFixed(1)} % of ${truth.of}; ${all.length} questions`,
);
if (slugs.length > 0 && findings.some(({ holds }) => !holds)) process.exitCode = 1;
