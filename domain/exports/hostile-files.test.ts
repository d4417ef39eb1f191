import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import { EXPORT_FORMATS } from '#contract/platform/export-formats.ts';
import { COURSE_FILE, IMPORT_BYTES } from '#contract/exports/course-file.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { INSTALLATION } from '#domain/platform/turns/turns.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { courseOf, lessonOf } from './formats/exported-course.factory.ts';
import { figuresFor } from './formats/pictures.ts';
import { work as writeFile } from './formats/write-course.task.ts';
import { writeCourse } from './formats/write-course.ts';
import { givenImported } from './imports/import.factory.ts';
import { work as readFile } from './imports/read-course-zip.task.ts';

useTestDatabase();

type Zipped = { content: Course; [part: string]: unknown };
let author: string;
let course: Course;
/** A zip as the product writes it, and the course in it. */
let zip: Uint8Array;
let file: Zipped;

beforeAll(async () => {
  author = await givenOwner();
  const citation = {
    marker: 1,
    state: 'supported' as const,
    quote: 'Bees fly.',
    passage: { source_id: 's', source_name: 'Bees', number: 1, page: null },
  };
  const lesson = buildLesson({
    written_with: { model: 'claude-writer', connection: 'vendor' },
    reviewed_with: { model: 'gemini-checker', connection: 'vendor' },
    citations: [citation],
  });
  const courseId = await givenCourse(author, { document: { modules: [{ title: 'M', summary: '', lessons: [lesson] }] } });
  course = await getCourse({ accountId: author, courseId, isBackup: true });
  zip = Buffer.concat(
    await writeCourse({ format: 'zip', course, plain: [], pictures: [], turn: INSTALLATION, signal: AbortSignal.timeout(60_000) }),
  );
  file = JSON.parse(strFromU8(unzipSync(zip)[COURSE_FILE]!));
});

const packed = (given: unknown, more: Record<string, Uint8Array> = {}) =>
  zipSync({ [COURSE_FILE]: strToU8(typeof given === 'string' ? given : JSON.stringify(given)), ...more });
const importedFrom = async (given: Uint8Array) => {
  const accountId = await givenOwner();
  return getCourse({ accountId, courseId: await givenImported(accountId, given) });
};
const withLesson = (part: object): Zipped => {
  const [module] = file.content.modules;
  return { ...file, content: { ...file.content, modules: [{ ...module!, lessons: [{ ...module!.lessons[0]!, ...part }] }] } };
};

describe('what an imported file claims', () => {
  const claims = ({ modules, quality_level }: Course) => {
    const { written_by, written_with, reviewed_by, reviewed_with, citations } = modules[0]!.lessons[0]!;
    return { written_by, written_with, reviewed_by, reviewed_with, states: citations?.map(({ state }) => state), quality_level };
  };
  const NONE = { written_by: null, reviewed_by: null, states: ['unchecked'], quality_level: 'unrated' };

  it('stays when nobody has changed the file', async () => {
    expect(claims(await importedFrom(zip))).toEqual(claims(course));
    // packed again, with another folder beside it
    expect(claims(await importedFrom(packed(file, { 'notes/x.txt': strToU8('x') })))).toEqual(claims(course));
  });

  it.each<[string, () => unknown]>([
    ['another text', () => withLesson({ content: 'Bees are birds.' })],
    ['another title', () => ({ ...file, content: { ...file.content, title: 'Birds' } })],
    ['another answer', () => withLesson({ quiz: file.content.modules[0]!.lessons[0]!.quiz.map((one) => ({ ...one, answer_id: 'b' })) })],
    ['another lesson id', () => withLesson({ lesson_id: crypto.randomUUID() })],
    ['another checker', () => withLesson({ reviewed_by: 'claude' })],
    ['no seal', () => ({ ...file, seal: undefined })],
    ['an empty seal', () => ({ ...file, seal: '' })],
    ['a shorter seal', () => ({ ...file, seal: String(file['seal']).slice(0, -1) })],
    ['a seal of signs that take more bytes', () => ({ ...file, seal: 'ё'.repeat(String(file['seal']).length) })],
    ['a level alone', () => ({ ...file, content: { ...file.content, quality_level: 'standard' } })],
  ])('is dropped with %s', async (_, changed) => {
    expect(claims(await importedFrom(packed(changed())))).toEqual(NONE);
  });
});

describe('a zip for import', () => {
  const read = (bytes: Uint8Array) =>
    readFile(undefined, bytes) as unknown as { value: { course?: number; files?: object[]; tooLarge?: object }; bytes?: Uint8Array };
  /** Reads or refuses; never more than the bound, and never something that is no course. */
  const expectBounded = (bytes: Uint8Array, what: string) => {
    let answer: ReturnType<typeof read>;
    try {
      answer = read(bytes);
    } catch (error) {
      return expect(error, what).toBeInstanceOf(Error);
    }
    if (answer.value.tooLarge) return;
    expect(answer.value.course, what).toBeLessThanOrEqual(IMPORT_BYTES);
    expect(JSON.parse(Buffer.from(answer.bytes!).toString('utf8', 0, answer.value.course)), what).toMatchObject({
      format: 'coursewright-course',
    });
  };

  it('that is cut off anywhere, or altered in any byte, is read or refused', () => {
    for (let at = 0; at < zip.length; at += Math.ceil(zip.length / 40)) expectBounded(zip.subarray(0, at), `cut at ${at}`);
    let seed = 7;
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let n = 0; n < 80; n += 1) {
      const broken = Uint8Array.from(zip);
      for (let bits = 0; bits < 3; bits += 1) broken[next(broken.length)]! ^= 1 << next(8);
      expectBounded(broken, `altered ${n}`);
    }
  });

  it('that says a wrong size in its directory gets no more than that', () => {
    const bomb = packed(JSON.stringify({ ...file, padding: 'a'.repeat(30_000_000) }));
    const lying = Buffer.from(bomb);
    const directory = lying.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    for (const size of [0, 1, 1_000, IMPORT_BYTES - 1]) {
      lying.writeUInt32LE(size, directory + 24);
      expectBounded(lying, `${size} bytes`);
    }
    expect(read(bomb).value).toHaveProperty('tooLarge');
  });

  it('takes no file from elsewhere, and no picture twice', () => {
    const names = ['../cover.jpg', '/pictures/cover.jpg', 'pictures/../cover.jpg', 'pictures\\cover.jpg', 'pictures/cover.jpg.svg'];
    const pictures = ['cover.jpg', 'cover.jpg', 'module-1.jpg'].map((name) => ({ name, place: 'cover', alt: '' }));
    const more = Object.fromEntries(names.map((name) => [name, strToU8('x')]));
    expect(read(packed({ ...file, pictures }, more)).value.files).toEqual([]);
    expect(read(packed({ ...file, pictures }, { 'pictures/cover.jpg': strToU8('x') })).value.files).toHaveLength(1);
    for (const name of names) expect(() => read(packed({ ...file, pictures: [{ name, place: 'cover', alt: '' }] })), name).toThrow();
  });

  it.each<[string, () => unknown]>([
    ['no JSON', () => '{'],
    ['nothing', () => 'null'],
    ['a list', () => []],
    ['another format', () => ({ ...file, format: 'course' })],
    ['another version', () => ({ ...file, version: 2 })],
    ['no lessons', () => ({ ...file, content: { ...file.content, modules: [{ title: '', summary: '', lessons: [] }] } })],
    ['a lesson twice', () => ({ ...file, content: { ...file.content, modules: [file.content.modules[0], file.content.modules[0]] } })],
    ['an id that is none', () => withLesson({ lesson_id: '0_0' })],
    ['a text that is a number', () => withLesson({ content: 7 })],
    ['a question of no kind', () => withLesson({ quiz: [{ id: 'q', kind: 'essay', question: '?', explanation: '' }] })],
    ['a question before the text', () => withLesson({ quiz: [{ ...buildLesson().quiz[0], after: -1 }] })],
    ['a part of an option', () => withLesson({ quiz: [{ ...buildLesson().quiz[0], options: [{ id: 'a' }] }] })],
    ['a service that is none', () => withLesson({ written_by: 'mallory' })],
    ['a note that is none', () => withLesson({ notes: ['checked_by_god'] })],
    ['half minutes', () => withLesson({ duration_minutes: 1.5 })],
    ['a question of another sort of id', () => withLesson({ quiz: [{ ...buildLesson().quiz[0], id: 7 }] })],
    ['a marker that is none', () => withLesson({ citations: [{ marker: 0.5, state: 'supported', quote: '', passage: null }] })],
    ['an inherited title', () => `{"__proto__":${JSON.stringify(file)}}`],
  ])('with %s is refused', (_, given) => expect(() => read(packed(given()))).toThrow());

  it.each<[string, object]>([
    ['negative minutes', { duration_minutes: -5 }],
    ['minutes of a century', { duration_minutes: 52_560_000 }],
    ['a question whose answer is no option', { quiz: [{ ...buildLesson().quiz[0], answer_id: 'z' }] }],
    ['two questions of one id', { quiz: [buildLesson().quiz[0], buildLesson().quiz[0]] }],
    [
      'an order that lacks an option',
      {
        quiz: [
          {
            id: 'o',
            kind: 'order',
            question: '?',
            explanation: '',
            options: [
              { id: 'a', text: 'A' },
              { id: 'b', text: 'B' },
            ],
            answer_ids: ['a'],
          },
        ],
      },
    ],
    ['a question without options', { quiz: [{ ...buildLesson().quiz[0], options: [] }] }],
    ['unstorable text', { title: 'a\0b\ud800', objectives: ['\0'] }],
    ['marks of direction', { title: '\u202eflesruoy' }],
  ])('with %s is refused, or its course can be read, answered and exported', async (_, part) => {
    const bytes = packed(withLesson(part));
    const owner = await givenOwner();
    const courseId = await givenImported(owner, bytes).catch((error: { code?: string }) => {
      expect(error.code).toMatch(/^(import|lesson|course)\./);
      return null;
    });
    if (courseId === null) return;
    const read = await getCourse({ accountId: owner, courseId });
    const [lesson] = read.modules[0]!.lessons;
    expect(lesson!.duration_minutes).toBeGreaterThan(0);
    expect(lesson!.duration_minutes).toBeLessThan(1_000);
    for (const item of lesson!.quiz) if (item.kind !== 'short') expect(item.options.length).toBeGreaterThan(1);
    expect(new Set(lesson!.quiz.map(({ id }) => id)).size).toBe(lesson!.quiz.length);
    expect(JSON.stringify(read)).not.toMatch(/\\u0000|\u202e/);
    await writeFile({ format: 'zip', course: read, plain: [], pictures: [] }, new Uint8Array());
  });
});

describe('figures and other parts of lessons, in every format', () => {
  const FIGURES = [
    '![a](/figures/../../../../etc/passwd.svg)',
    '![a](/figures/%2e%2e%2findex.svg)',
    '![a](/figures/..%5cindex.svg)',
    '![a](/figures/a.svg.svg)',
    '![a](/figures/A.SVG)',
    '![a](/figures/a.svg#x)',
    '![a](/figures/a.svg?x)',
    '![a](//evil.example/figures/a.svg)',
    '![a](https://evil.example/figures/a.svg)',
    '![a](/figures/constructor.svg)',
    '![a](/figures/a.svg "onload=alert(1)")',
    '![" onerror="alert(1)](/figures/chess-pin.svg)',
    '![a](file:///etc/passwd)',
    '![a](data:image/svg+xml,<svg onload=alert(1)>)',
    '![a](javascript:alert(1))',
  ];
  const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>&lt;]]>';

  it('a text of figures names no file but ours, and each once a lesson', async () => {
    const content = [...FIGURES, ...FIGURES, '!['.repeat(20_000)].join('\n\n');
    const found = await figuresFor(courseOf({ modules: [{ title: 'M', summary: '', lessons: [{ ...lessonOf('L'), content }] }] }));
    expect(found.map(({ figure }) => figure!.address).filter((at) => !/^\/figures\/[a-z0-9-]+\.svg$/.test(at))).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(1);
  });

  it.each(EXPORT_FORMATS)(
    '%s: titles, alternatives, questions, solutions, languages and names run nothing and leave no folder',
    async (format) => {
      // these contain a file that can be imported, whose ids are checked
      const isImportable = format === 'zip' || format === 'common_cartridge';
      for (const language of ['english', '__proto__', 'constructor', 'toString', '../../etc']) {
        const quiz = [
          {
            id: '"><script>',
            question: EVIL,
            options: [
              { id: '../a', text: EVIL, feedback: EVIL },
              { id: 'b', text: 'B' },
            ],
            answer_id: 'b',
            explanation: EVIL,
          },
          {
            id: 'o',
            kind: 'order' as const,
            question: EVIL,
            options: [
              { id: '"><b>', text: EVIL },
              { id: 'p', text: 'P' },
            ],
            answer_ids: ['p', '"><b>'],
            explanation: '',
          },
          { id: 's', kind: 'short' as const, question: EVIL, rubric: [EVIL], explanation: EVIL },
        ];
        const lesson = {
          ...lessonOf(EVIL, quiz),
          lesson_id: isImportable ? crypto.randomUUID() : '../../../x',
          content: [EVIL, ...FIGURES].join('\n\n'),
          key_takeaways: [EVIL],
        };
        const exercises = [{ id: '../e', title: EVIL, instructions: EVIL, solution: EVIL }];
        const hostile = courseOf({
          language,
          title: EVIL,
          modules: [{ title: EVIL, summary: EVIL, lessons: [{ ...lesson, exercises } as never] }],
        });
        const { bytes } = (await writeFile({ format, course: hostile, plain: [], pictures: [] }, new Uint8Array())) as {
          bytes: Uint8Array;
        };
        if (format === 'markdown' || format === 'pdf') continue;
        const files = unzipSync(bytes);
        expect(Object.keys(files).filter((name) => /\.\.|^\/|\\|__proto__/.test(name))).toEqual([]);
        for (const [name, content] of Object.entries(files)) {
          if (!/\.(x?html?|xml|opf|ncx)$/.test(name)) continue;
          const text = strFromU8(content);
          expect(text, name).not.toMatch(/<script>alert|<img[^>]+onerror|<svg[^>]+onload|(?:href|src)="(?:javascript|data|file):/i);
        }
      }
    },
  );
});
