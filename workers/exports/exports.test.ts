import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import * as scorm from 'scorm-again/scorm12';
import * as scorm2004 from 'scorm-again/scorm2004';
import { extractText, getDocumentProxy } from 'unpdf';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PRODUCT } from '#contract/product.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/platform/export-formats.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { setPicture } from '#domain/courses/pictures/set-picture.command.ts';
import { storeMedia } from '#domain/media/store-media.command.ts';
import { transact } from '#domain/platform/database.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { exportFile, listExports, sweepExports } from '#domain/exports/exports.queries.ts';
import { givenImported } from '#domain/exports/imports/import.factory.ts';
import { startExport } from '#domain/exports/export.commands.ts';
import { exportKind } from '#domain/exports/export.kind.ts';
import { readMedia } from '#domain/media/store-media.command.ts';
import { sceneFor } from '#ops/sandbox/simulations/library.ts';
import { Cmi5Lms } from '#ops/testing/cmi5-lms.ts';
import { packageProblems } from '#ops/testing/package-schemas/package-problems.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

// its types declare a default export that its code does not have
const { Scorm2004API } = scorm2004 as unknown as { Scorm2004API: typeof scorm2004.default };
const { Scorm12API } = scorm as unknown as { Scorm12API: typeof scorm.default };
// the package ships without types
const { JSDOM } = await import('jsdom' as string);
const { database } = usePipeline();

const HOSTILE =
  '<script>alert(1)</script> & <img src=x onerror=alert(2)> [go](javascript:alert(3)) ![A queen](https://elsewhere.example/q.png) \u0007]]>';
let accountId: string;
let courseId: string;
let course: Course;
const files = {} as Record<ExportFormat, Uint8Array>;

const begin = (format: ExportFormat, id = courseId) => startExport({ accountId, courseId: id, format, requestId: randomUUID() });
async function bytesOf(taskId: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readMedia((await exportFile(accountId, taskId)).media)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
async function ended(taskId: string, id = courseId) {
  const look = async () => (await listExports(accountId, id)).find((each) => each.task_id === taskId);
  await vi.waitUntil(async () => (await look())?.status !== 'processing', { timeout: 60_000, interval: 20 });
  return (await look())!;
}
const page = (archive: Record<string, Uint8Array>, name: string) => strFromU8(archive[name]!);
const { DOMParser } = new JSDOM('').window;
const wellFormed = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror') === null;

beforeAll(async () => {
  accountId = await givenOwner();
  const lessons = (count: number) => Array.from({ length: count }, () => buildLesson());
  const odd = buildLesson({
    title: 'Queens & <drones>',
    content: `### Look\n\nIt costs $5. $x^2$ and $\\frac{1$.\n\n∀x ∈ ℝ: x² ≥ 0, αβγ, Привет ✓\n\nSee ${HOSTILE}\n\n<div>\n\n\n\n- one\n  1. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nif (a < b) {}\n\`\`\``,
  });
  const modules = [
    { title: 'Spring', summary: 'It *begins*.', lessons: [odd, ...lessons(5)] },
    { title: 'Autumn', summary: '', lessons: lessons(6) },
  ];
  const title = 'Kölner Bienen & √2 <3 *sterne* # 1';
  const message = { title, description: '# No heading\n1. no_item_ & $5 [x](y)', learning_objectives: ['- See *it* → now'] };
  courseId = await givenCourse(accountId, { document: { ...message, modules } });
  course = await getCourse({ accountId, courseId });
});

describe('an export of a course of twelve lessons', () => {
  it('exists in every format, and requested twice at once it is one', async () => {
    // one export is written at a time, and a few can wait
    const atOnce = 1 + exportKind.oneAtATime!.mostWaiting;
    const ids: string[] = [];
    for (let first = 0; first < EXPORT_FORMATS.length; first += atOnce) {
      const asked = await Promise.all(EXPORT_FORMATS.slice(first, first + atOnce).map((format) => begin(format)));
      for (const id of asked) await ended(id);
      ids.push(...asked);
    }
    expect(await begin('epub')).toBe(ids[EXPORT_FORMATS.indexOf('epub')]);
    for (const [index, format] of EXPORT_FORMATS.entries()) {
      expect(await ended(ids[index]!)).toMatchObject({ format, status: 'completed', progress: 100, error: null });
      files[format] = await bytesOf(ids[index]!);
    }
    const run = await database.knex('run').where({ id: ids[0] }).first('tokens_charged');
    expect(Number(run!.tokens_charged)).toBe(0);
  });

  it('as Markdown has every lesson in its order', () => {
    const text = strFromU8(files.markdown);
    const places = course.modules.flatMap(({ lessons }, m) =>
      lessons.map(({ title }, l) => text.indexOf(`### ${m + 1}.${l + 1} ${title.replace('<', String.raw`\<`)}`)),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    // plain text in the product is plain text in the file
    expect(text.startsWith(String.raw`# Kölner Bienen & √2 <3 \*sterne\* # 1` + '\n')).toBe(true);
    expect(text).toContain('\\# No heading\\\n1\\. no_item\\_ & \\$5 \\[x]\\(y)');
    expect(text).toContain(String.raw`- \- See \*it\* → now`);
    // a lesson's headings are below its title's level
    expect(text).toContain('\n#### Look\n');
  });

  it('is named after the course in its own script', async () => {
    expect((await listExports(accountId, courseId)).map(({ filename }) => filename)).toContain('kölner-bienen-2-3-sterne-1.pdf');
    const greek = await givenCourse(accountId, { document: { title: 'Μέλισσες: «α»/β' } });
    await begin('markdown', greek);
    expect((await listExports(accountId, greek))[0]!.filename).toBe('μέλισσες-α-β.md');
  });

  it('as EPUB 3 declares its type first, lists all its files, and is well-formed; nothing in a lesson is executed or fetched', () => {
    // uncompressed, at the offset where readers expect it
    expect(strFromU8(files.epub.subarray(30, 58))).toBe('mimetypeapplication/epub+zip');
    const archive = unzipSync(files.epub);
    const opf = page(archive, 'EPUB/package.opf');
    const listed = [...opf.matchAll(/<item [^>]*href="([^"]+)"/g)].map(([, href]) => `EPUB/${href}`);
    expect(listed.toSorted()).toEqual(
      Object.keys(archive)
        .filter((name) => /^EPUB\/(?!package)/.test(name))
        .toSorted(),
    );
    // besides the contents, the style and the cover
    expect(listed).toHaveLength(13 + 3);
    expect(opf).toMatch(/<dc:title>Kölner Bienen &amp; √2 &lt;3 \*sterne\* # 1<\/dc:title>.*<dc:creator>\w+<\/dc:creator>/);
    expect(page(archive, 'EPUB/preface.xhtml')).toContain('<p># No heading<br/>1. no_item_ &amp; $5 [x](y)</p>');
    expect(opf.match(/<item id="([\w-]+)"[^>]*properties="mathml"/g)).toEqual([expect.stringContaining('"lesson-1-1"')]);
    for (const name of Object.keys(archive).filter((each) => /[.](xhtml|opf|xml)$/.test(each)))
      expect([name, wellFormed(page(archive, name))]).toEqual([name, true]);
    const odd = page(archive, 'EPUB/lesson-1-1.xhtml');
    expect(odd).toContain('&lt;script&gt;');
    expect(odd).not.toMatch(/<script|<img|javascript:[^<]*"|elsewhere/);
    for (const part of ['<h2>Look</h2>', 'It costs $5. <math', '<code>\\frac{1</code>', '<p>&lt;div&gt;</p>', '<th>a</th>'])
      expect(odd).toContain(part);
    expect(odd).toContain('A queen');
  });

  it('as SCORM 1.2 runs in a learning system, and completes there', async () => {
    const archive = unzipSync(files.scorm);
    const manifest = page(archive, 'imsmanifest.xml');
    expect(wellFormed(manifest)).toBe(true);
    const hrefs = [...manifest.matchAll(/<resource [^>]*href="([^"]+)"/g)].map(([, href]) => href!);
    expect(hrefs).toHaveLength(13);
    expect(hrefs.every((href) => href in archive)).toBe(true);
    const api = new Scorm12API({ autocommit: false, logLevel: 5 });
    const finish = vi.spyOn(api, 'LMSFinish');
    const open = () =>
      new JSDOM(page(archive, hrefs[1]!).replace('<script src="scorm.js"></script>', `<script>${page(archive, 'scorm.js')}</script>`), {
        runScripts: 'dangerously',
        beforeParse: (window: object) => Object.assign(window, { API: api }),
      });
    const dom = open();
    await vi.waitUntil(() => dom.window.document.querySelector('#complete')!.hidden === false);
    expect(api.cmi.core.lesson_status).toBe('incomplete');
    dom.window.document.querySelector('#complete')!.click();
    expect(api.cmi.core.lesson_status).toBe('completed');
    dom.window.dispatchEvent(new dom.window.Event('pagehide'));
    expect(finish).toHaveReturnedWith('true');
    expect(api.lmsGetLastError()).toBe('0');
  });

  it('as SCORM 2004 runs in a learning system, and completes there; unfinished work is resumed', async () => {
    const archive = unzipSync(files.scorm_2004);
    const manifest = page(archive, 'imsmanifest.xml');
    expect(wellFormed(manifest)).toBe(true);
    expect(manifest).toContain('<schemaversion>2004 4th Edition</schemaversion>');
    const hrefs = [...manifest.matchAll(/<resource [^>]*href="([^"]+)"/g)].map(([, href]) => href!);
    expect(hrefs).toHaveLength(13);
    for (const href of [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, one]) => one!))
      expect([href, href in archive]).toEqual([href, true]);
    const open = (api: object) =>
      new JSDOM(page(archive, hrefs[1]!).replace('<script src="scorm.js"></script>', `<script>${page(archive, 'scorm.js')}</script>`), {
        runScripts: 'dangerously',
        beforeParse: (window: object) => Object.assign(window, { API_1484_11: api }),
      });
    const left = new Scorm2004API({ autocommit: false, logLevel: 5 });
    const [set, terminate] = [vi.spyOn(left, 'SetValue'), vi.spyOn(left, 'Terminate')];
    const first = open(left);
    await vi.waitUntil(() => first.window.document.querySelector('#complete')!.hidden === false);
    expect(left.cmi.completion_status).toBe('incomplete');
    first.window.dispatchEvent(new first.window.Event('pagehide'));
    expect(set.mock.calls.at(-1)).toEqual(['cmi.exit', 'suspend']);
    expect(terminate).toHaveReturnedWith('true');
    const api = new Scorm2004API({ autocommit: false, logLevel: 5 });
    const [written, end] = [vi.spyOn(api, 'SetValue'), vi.spyOn(api, 'Terminate')];
    const dom = open(api);
    await vi.waitUntil(() => dom.window.document.querySelector('#complete')!.hidden === false);
    dom.window.document.querySelector('#complete')!.click();
    expect([api.cmi.completion_status, api.cmi.success_status, api.cmi.progress_measure]).toEqual(['completed', 'passed', '1']);
    dom.window.dispatchEvent(new dom.window.Event('pagehide'));
    expect(end).toHaveReturnedWith('true');
    expect(api.lmsGetLastError()).toBe('0');
    // when opened again, it is the same attempt, which remains complete
    expect(written.mock.calls.at(-1)).toEqual(['cmi.exit', 'suspend']);
  });

  it('as cmi5 is completed in a learning system as strict as CATAPULT', async () => {
    const lms = new Cmi5Lms(unzipSync(files.cmi5), 'lesson-1-1.html');
    const visit = lms.launch();
    await vi.waitUntil(() => visit.buttons.length > 0);
    visit.press('Mark as complete');
    await vi.waitUntil(() => visit.said === 'Completed.');
    visit.close();
    await vi.waitUntil(() => visit.verbs.length === 3);
    expect([visit.verbs, lms.refused]).toEqual([['initialized', 'completed', 'terminated'], []]);
  });

  it.each(['scorm', 'scorm_2004', 'cmi5', 'common_cartridge'] as const)('as %s follows its standard', async (format) => {
    expect(await packageProblems(format, unzipSync(files[format]))).toEqual([]);
  });

  it('as Common Cartridge has pages and quizzes in QTI, lists all its files, and is imported as the same course', async () => {
    const archive = unzipSync(files.common_cartridge);
    const manifest = page(archive, 'imsmanifest.xml');
    expect(wellFormed(manifest)).toBe(true);
    expect(manifest).toContain('<schemaversion>1.3.0</schemaversion>');
    const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, href]) => href!);
    expect([...new Set(listed)].toSorted()).toEqual(
      Object.keys(archive)
        .filter((name) => name !== 'imsmanifest.xml')
        .toSorted(),
    );
    const named = (pattern: RegExp) => [...manifest.matchAll(pattern)].map(([, id]) => id!);
    expect(named(/identifierref="([^"]+)"/g).every((id) => named(/<resource identifier="([^"]+)"/g).includes(id))).toBe(true);
    const quizzes = Object.keys(archive).filter((name) => name.startsWith('quizzes/'));
    expect(quizzes).toHaveLength(12);
    expect(quizzes.every((name) => wellFormed(page(archive, name)))).toBe(true);
    const back = await getCourse({ accountId, courseId: await givenImported(accountId, files.common_cartridge) });
    const contentOf = ({ title, modules }: Course) => ({
      title,
      modules: modules.map((module) => ({ ...module, lessons: module.lessons.map((lesson) => ({ ...lesson, lesson_id: '' })) })),
    });
    expect(contentOf(back)).toEqual(contentOf(course));
  });

  it('as PDF is tagged: language, title, headings and lists; its words can be read', async () => {
    const raw = Buffer.from(files.pdf).toString('latin1');
    for (const part of [
      '/Marked true',
      '/StructTreeRoot',
      '/Lang (en)',
      '/DisplayDocTitle true',
      '/S /H1',
      '/S /H2',
      '/S /LBody',
      '/S /Code',
      '/S /TH',
    ])
      expect([part, raw.includes(part)]).toEqual([part, true]);
    const pdf = await getDocumentProxy(new Uint8Array(files.pdf));
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: course.title, Author: PRODUCT, Language: 'en' });
    expect(metadata?.get('dc:title')).toBe(course.title);
    // every font is embedded, and symbols are letters of one of them
    expect(raw).not.toMatch(/\/BaseFont \/(Times|Helvetica|Courier)/);
    expect(raw.match(/\/FontFile2/g)!.length).toBe(raw.match(/\/Type \/FontDescriptor/g)!.length);
    const { text } = await extractText(pdf, { mergePages: true });
    for (const sign of ['√2', '→', '∀x ∈ ℝ: x² ≥ 0', 'αβγ', 'Привет', '✓']) expect(text).toContain(sign);
    for (const { lessons } of course.modules) for (const { title } of lessons) expect(text).toContain(title);
  });

  it('as its own zip is imported as the same course, repeatedly', async () => {
    const take = async () => getCourse({ accountId, courseId: await givenImported(accountId, files.zip) });
    const contentOf = ({ title, description, language, difficulty, age_group, learning_objectives, modules, quality_level }: Course) => ({
      message: [title, description, language, difficulty, age_group, quality_level],
      learning_objectives,
      modules,
    });
    const [once, twice] = [await take(), await take()];
    expect(contentOf(once)).toEqual(contentOf(course));
    expect(new Set([course.course_id, once.course_id, twice.course_id]).size).toBe(3);
  });

  it.each([
    ['no zip', () => new Uint8Array([1, 2, 3])],
    ['another zip', () => files.epub],
    ['a cut zip', () => files.zip.subarray(0, files.zip.length / 2)],
  ])('imports nothing of %s', async (_, bytes) => {
    await expect(givenImported(accountId, bytes())).rejects.toMatchObject({ code: 'import.bad_file' });
  });

  it('as EPUB, PDF, SCORM and zip has the pictures of the course, with their descriptions, and imports them again', async () => {
    const drawn = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#336699' } })
      .webp()
      .toBuffer();
    const large = await storeMedia({ accountId, kind: 'picture', type: 'image/webp', source: drawn });
    const { run_id: homeId } = (await database.knex('course').where({ id: courseId }).first('run_id'))!;
    const lessons = course.modules[1]!.lessons.map(({ lesson_id }) => lesson_id);
    const place = { homeId: homeId!, accountId, place: `module:${lessons[0]}`, lessons, runId: null };
    await transact((trx) => setPicture(trx, place, { large, small: large, alt: 'A hive in "late" light', prompt: 'A hive' }));
    const taken = async (format: ExportFormat) => {
      const id = await begin(format);
      await ended(id);
      return bytesOf(id);
    };
    const own = await taken('zip');
    const [book, zip, sco] = [unzipSync(await taken('epub')), unzipSync(own), unzipSync(await taken('scorm'))];
    expect(Buffer.from(await taken('pdf')).toString('latin1')).toMatch(/\/S \/Figure[^>]*\/Alt \(A hive in "late" light\)/);
    expect(page(sco, 'lesson-2-1.html')).toContain('<img src="pictures/module-2.jpg" alt="A hive in &quot;late&quot; light"/>');
    expect([page(sco, 'imsmanifest.xml').includes('<file href="pictures/module-2.jpg"/>'), 'pictures/module-2.jpg' in sco]).toEqual([
      true,
      true,
    ]);
    const back = await givenImported(accountId, own);
    const { pictures } = await getCourse({ accountId, courseId: back });
    expect([pictures?.cover, pictures?.modules.map((one) => one?.alt)]).toEqual([null, [undefined, 'A hive in "late" light']]);
    expect(pictures?.modules[1]?.media_id).not.toBe(large.id);
    expect((await sharp(book['EPUB/pictures/module-2.jpg']!).metadata()).format).toBe('jpeg');
    expect(page(book, 'EPUB/package.opf')).toContain('href="pictures/module-2.jpg" media-type="image/jpeg"');
    // without its own cover it has the one that the interface draws, which an import does not bring back
    expect(page(book, 'EPUB/package.opf')).toContain('href="pictures/cover.jpg" media-type="image/jpeg" properties="cover-image"');
    expect(await sharp(book['EPUB/pictures/cover.jpg']!).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 720 });
    expect(['pictures/cover.jpg' in sco, 'pictures/cover.jpg' in zip]).toEqual([true, false]);
    const chapter = page(book, 'EPUB/lesson-2-1.xhtml');
    expect([chapter.includes('<img src="pictures/module-2.jpg" alt="A hive in &quot;late&quot; light"/>'), wellFormed(chapter)]).toEqual([
      true,
      true,
    ]);
    expect(page(zip, 'pictures/pictures.md')).toBe('- module-2.jpg: A hive in "late" light\n');
    expect(zip['pictures/module-2.jpg']!.length).toBeGreaterThan(100);
  });

  it('shows the finished simulations at the end of its last chapter, and an import does not take a poster for a picture', async () => {
    const { run_id: homeId } = (await database.knex('course').where({ id: courseId }).first('run_id'))!;
    const scene = { ...sceneFor('lenses'), description: HOSTILE };
    const row = (place: number) => ({ id: randomUUID(), home_id: homeId!, place, account_id: accountId, wish: 'Lenses' });
    await database.knex('simulation').insert([row(1), { ...row(2), scene: JSON.stringify(scene) }]);
    const taken = async (format: ExportFormat) => {
      const id = await begin(format);
      await ended(id);
      return bytesOf(id);
    };
    const cartridge = await taken('common_cartridge');
    const [book, sco, cc] = [unzipSync(await taken('epub')), unzipSync(await taken('scorm')), unzipSync(cartridge)];
    for (const chapter of [page(book, 'EPUB/lesson-2-6.xhtml'), page(sco, 'lesson-2-6.html'), page(cc, 'lesson-2-6.html')]) {
      const [, shown] = chapter.split(
        `<h2>Simulation: ${scene.title}</h2><p><img src="pictures/simulation-1.jpg" alt="${scene.title}"/></p>`,
      );
      expect(shown).toContain('&lt;script&gt;');
      for (const { text } of scene.tasks) expect(shown).toContain(`<li><p>${text.replaceAll('"', '&quot;')}</p></li>`);
      expect([shown!.includes('<script>'), wellFormed(chapter)]).toEqual([false, true]);
    }
    expect(await packageProblems('scorm', sco)).toEqual([]);
    expect(await packageProblems('common_cartridge', cc)).toEqual([]);
    expect(await sharp(book['EPUB/pictures/simulation-1.jpg']!).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 720 });
    expect(page(book, 'EPUB/package.opf')).toContain('href="pictures/simulation-1.jpg" media-type="image/jpeg"');
    for (const archive of [sco, cc]) expect(page(archive, 'imsmanifest.xml')).toContain('<file href="pictures/simulation-1.jpg"/>');
    expect(Buffer.from(await taken('pdf')).toString('latin1')).toContain(`/Alt (${scene.title})`);
    expect(Object.keys(unzipSync(await taken('zip')))).not.toContain('pictures/simulation-1.jpg');
    const { pictures } = await getCourse({ accountId, courseId: await givenImported(accountId, cartridge) });
    expect(pictures?.cover).toBeNull();
  });

  it.each([
    ['spanish', 'Simulación: Lenses'],
    ['arabic', 'محاكاة: Lenses'],
    // even if no service has translated the interface
    ['french', 'Simulation : Lenses'],
  ])('names a simulation in the language of a course in %s', async (language, heading) => {
    const id = await givenCourse(accountId, { document: { language } });
    const { run_id: homeId } = (await database.knex('course').where({ id }).first('run_id'))!;
    const scene = JSON.stringify({ ...sceneFor('lenses'), title: 'Lenses' });
    await database
      .knex('simulation')
      .insert({ id: randomUUID(), home_id: homeId!, place: 1, account_id: accountId, wish: 'Lenses', scene });
    const task = await begin('epub', id);
    await ended(task, id);
    expect(page(unzipSync(await bytesOf(task)), 'EPUB/lesson-2-1.xhtml')).toContain(`<h2>${heading}</h2>`);
  });

  it('is refused if a PDF lacks the letters, and for another user’s course', async () => {
    const arabic = await givenCourse(accountId, { document: { language: 'arabic' } });
    await expect(begin('pdf', arabic)).rejects.toMatchObject({ code: 'export.no_letters' });
    expect((await ended(await begin('epub', arabic), arabic)).status).toBe('completed');
    const other = await givenOwner();
    await expect(startExport({ accountId: other, courseId, format: 'zip', requestId: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is available for a week', async () => {
    const [newest, ...older] = await listExports(accountId, courseId);
    await database
      .knex('course_export')
      .where({ run_id: newest!.task_id })
      .update({ created_at: new Date(Date.now() - 8 * 86_400_000) });
    expect(await sweepExports()).toBe(1);
    expect((await listExports(accountId, courseId)).map(({ task_id }) => task_id)).toEqual(older.map(({ task_id }) => task_id));
    await expect(exportFile(accountId, newest!.task_id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await database.knex('media_object').whereNotNull('deleted_at')).toHaveLength(1);
  });
});
