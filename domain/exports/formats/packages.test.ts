import { courseWords } from '#domain/courses/text/course-words.queries.ts';
import { strToU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { packageProblems, type PackageFormat } from '#ops/testing/package-schemas/package-problems.ts';
import { cmi5Of } from './cmi5.ts';
import { commonCartridgeOf } from './common-cartridge.ts';
import { courseOf, lessonOf, pictureOf } from './exported-course.factory.ts';
import type { ExportPicture } from './pictures.ts';
import { scorm12Of } from './scorm-12.ts';
import { scorm2004Of } from './scorm-2004.ts';

const HOSTILE = '<script>alert(1)</script> & "q" \'a\' ]]> <!ENTITY x> \u0007 \ud800 \ufffe <?xml?> -->';
const QUESTIONS = quizOf('Who lives in the hive?', ['Queen', 'Worker', 'Drone', 'Wasp']);

/** Questions of each kind, with an explanation and without. */
function quizOf(question: string, texts: readonly string[]): QuizItem[] {
  const options = texts.map((text, n) => ({ id: `o ${n}`, text }));
  return ['Wasps do not.', ''].flatMap((explanation, n): QuizItem[] => {
    const common = { question, explanation };
    return [
      { id: `a${n}`, ...common, options, answer_id: 'o 1' },
      { id: `b${n}`, kind: 'single', ...common, options: options.slice(0, 2), answer_id: 'o 1' },
      { id: `c${n}`, kind: 'true_false', ...common, options: options.slice(0, 2), answer_id: 'o 0' },
      { id: `d${n}`, kind: 'multiple', ...common, options, answer_ids: ['o 0', 'o 2'] },
      { id: `e${n}`, kind: 'multiple', ...common, options, answer_ids: options.map(({ id }) => id) },
      { id: `f${n}`, kind: 'order', ...common, options, answer_ids: options.map(({ id }) => id) },
      { id: `g${n}`, kind: 'short', ...common, rubric: [] },
    ];
  });
}

const COURSES: Readonly<Record<string, Course>> = {
  'of two modules': courseOf({
    modules: [
      { title: 'Spring', summary: 'Growth', lessons: [lessonOf('The hive', QUESTIONS), lessonOf('Swarming')] },
      { title: 'Autumn', summary: '', lessons: [lessonOf('Feeding', QUESTIONS)] },
    ],
  }),
  'in Arabic': courseOf({
    title: 'تربية النحل',
    language: 'arabic',
    modules: [
      { title: 'الربيع', summary: '', lessons: [lessonOf('الخلية', quizOf('من يسكن الخلية؟', ['الملكة', 'العاملة', 'الذكر', 'الدبور']))] },
    ],
  }),
  'in Chinese': courseOf({
    title: '養蜂入門',
    language: 'chinese',
    modules: [{ title: '春天', summary: '', lessons: [lessonOf('蜂箱', QUESTIONS)] }],
  }),
  'with the longest and most hostile texts': courseOf({
    title: HOSTILE.repeat(10).slice(0, 500),
    description: ' \n',
    modules: [
      {
        title: '😀'.repeat(250),
        summary: HOSTILE,
        lessons: [
          lessonOf(
            HOSTILE.repeat(10).slice(0, 500),
            quizOf(
              HOSTILE,
              ['1', '2', '3', '4'].map((n) => HOSTILE + n),
            ),
          ),
          lessonOf(' blank '),
        ],
      },
      { title: 'No lessons', summary: '', lessons: [] },
    ],
  }),
  'without lessons': courseOf({ modules: [{ title: 'Spring', summary: '', lessons: [] }] }),
};

type Write = (course: Course, pictures: readonly ExportPicture[], more: { original: Course }) => Uint8Array;
const WRITERS: Readonly<Record<PackageFormat, Write>> = {
  scorm: scorm12Of,
  scorm_2004: scorm2004Of,
  cmi5: cmi5Of,
  common_cartridge: commonCartridgeOf,
};
const FORMATS = Object.keys(WRITERS) as PackageFormat[];
const PICTURES = [
  pictureOf({ name: 'cover.jpg', chapter: 'preface', alt: HOSTILE }),
  pictureOf({ name: 'module-1.jpg', chapter: 'lesson-1-1' }),
  pictureOf({ name: 'simulation-1.jpg', chapter: 'lesson-1-1', simulation: { title: HOSTILE, description: HOSTILE, tasks: [HOSTILE] } }),
];
const written = (format: PackageFormat, course: Course, pictures = course.modules[0]!.lessons.length > 0 ? PICTURES : []) =>
  unzipSync(WRITERS[format](course, pictures, { original: course }));

describe.each(FORMATS)('a package for learning systems: %s', (format) => {
  it.each(Object.keys(COURSES))('of a course %s follows its standard', async (name) => {
    expect(await packageProblems(format, written(format, COURSES[name]!))).toEqual([]);
  });
});

it.each(['scorm', 'scorm_2004', 'cmi5'] as const)('of an Arabic course %s is completely in Arabic', (format) => {
  const course = COURSES['in Arabic']!;
  const page = new TextDecoder().decode(unzipSync(WRITERS[format](course, [], { original: course }))['lesson-1-1.html']);
  const { complete, completed, alone, silent, unsent, leave, ended } = courseWords('ar');
  for (const text of [complete, completed, alone, silent, unsent, leave, ended]) expect(page).toContain(text);
});

describe('the validation of packages', () => {
  const course = COURSES['of two modules']!;
  const edited = (format: PackageFormat, file: string, from: string | RegExp, to: string) => {
    const archive = written(format, course);
    return { ...archive, [file]: strToU8(new TextDecoder().decode(archive[file]).replace(from, to)) };
  };

  it.each([
    ['scorm', 'imsmanifest.xml', /<title>[^<]+/, `<title>${'a'.repeat(201)}`, 'scorm-12.rng refuses it'],
    ['scorm', 'imsmanifest.xml', 'adlcp:scormtype', 'adlcp:scormType', 'scorm-12.rng refuses it'],
    ['scorm', 'imsmanifest.xml', 'identifierref="preface"', 'identifierref="elsewhere"', 'an item has no resource elsewhere'],
    ['scorm_2004', 'imsmanifest.xml', 'adlcp:scormType', 'adlcp:scormtype', 'scorm-2004.rng refuses it'],
    ['scorm_2004', 'imsmanifest.xml', '<file href="style.css"/>', '', null],
    ['scorm_2004', 'imsmanifest.xml', 'default="course"', 'default="other"', 'there is no other'],
    ['cmi5', 'cmi5.xml', 'moveOn="Completed"', 'moveOn="completed"', 'cmi5.rng refuses it'],
    ['cmi5', 'cmi5.xml', '<url>preface.html', '<url>index.html', '14.1.0.0-4: index.html is missing'],
    ['cmi5', 'cmi5.xml', '<url>preface.html', '<url>preface.html?fetch=x', '8.1.0.0-6: preface.html?fetch=x has fetch'],
    ['cmi5', 'cmi5.xml', /(?<=<langstring lang="en">)[^<]+/, ' ', '13.1.0.0-1: a text is empty without the blanks around it'],
    ['cmi5', 'cmi5.xml', /(?<=<au id="[^"]+\/)[\da-f-]+(?=")/, 'preface', expect.stringContaining('13.1.4.0-1')],
    ['common_cartridge', 'imsmanifest.xml', '1.3.0', '1.2.0', 'common-cartridge.rng refuses it'],
    ['common_cartridge', 'imsmanifest.xml', '<file href="pictures/module-1.jpg"/>', '', 'pictures/module-1.jpg is not listed'],
    ['common_cartridge', 'quizzes/lesson-1-1.xml', /(<response_label.*?<\/response_label>){2}/, '', 'qti.rng refuses it'],
    ['common_cartridge', 'quizzes/lesson-1-1.xml', 'qmd_computerscored', 'cc_weighting', 'qti.rng refuses it'],
    [
      'common_cartridge',
      'quizzes/lesson-1-1.xml',
      '>option-2</varequal>',
      '>option-9</varequal>',
      'quizzes/lesson-1-1.xml: 9a: no label is option-9',
    ],
  ] as const)('finds the problem in %s %s', async (format, file, from, to, problem) => {
    const problems = await packageProblems(format, edited(format, file, from, to));
    expect(problems).toEqual(problem === null ? [] : expect.arrayContaining([problem]));
  });

  it('finds that a package has no manifest', async () => {
    const { 'imsmanifest.xml': _, ...rest } = written('scorm', course);
    expect(await packageProblems('scorm', rest)).toEqual(['imsmanifest.xml is not at the root']);
  });
});
