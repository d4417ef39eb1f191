import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LESSON_CORPUS } from '#contract/courses/lesson-corpus.factory.ts';
import { epubOf } from '#domain/exports/formats/epub.ts';
import { pdfOf } from '#domain/exports/formats/pdf.ts';
import { bare, course, missingInPages, NAMES, PDF_NAMES } from '#ops/checks/forms/corpus-course.factory.ts';
import { checkEpub, HOW_TO_GET, wordsOfPdf } from './other-readers.factory.ts';
import { runScript, ScriptError } from './run-script.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TESTS = ['ops/checks/forms/forms.test.ts', 'frontend/src/ui/markdown/lesson-corpus.test.tsx'];
/** The readers, by the names of their test suites. */
const READERS = {
  'page, mentor': 'a lesson read on its page, an answer of the mentor, a post of a forum',
  Markdown: 'a text of a course in markdown',
  EPUB: 'a text of a course in epub',
  SCORM: 'a text of a course in scorm',
  cmi5: 'a text of a course in cmi5',
  cartridge: 'a text of a course in common_cartridge',
  PDF: 'a text of a course in pdf',
  search: 'a text of a course in search',
} as const;
const WIDTH = 46;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly title: string; readonly status: string }[];
  }[];
}

/** Runs the corpus tests. @returns whether each reader gets each text, as `reader / text` */
function readBy(folder: string): Map<string, boolean> {
  const file = path.join(folder, 'tests.json');
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${file}`, ...TESTS], {
    cwd: ROOT,
  });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return new Map(
    testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => [
        `${ancestorTitles.at(-1)} / ${title.replace(/^a lesson with /, '')}`,
        status === 'passed',
      ]),
    ),
  );
}

await runScript(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'coursewright-readers-'));
  try {
    const got = readBy(folder);
    const [epub, pdf] = [path.join(folder, 'course.epub'), path.join(folder, 'course.pdf')];
    writeFileSync(epub, epubOf(course));
    writeFileSync(pdf, await pdfOf(course));
    const checked = checkEpub(epub);
    const extracted = wordsOfPdf(pdf);
    const pages = extracted && bare(extracted);
    const readers = Object.keys(READERS) as (keyof typeof READERS)[];
    console.log(['text'.padEnd(WIDTH), ...readers, ...(pages === null ? [] : ['pdftotext'])].join('  '));
    let wrong = 0;
    const cell = (isGot: boolean | undefined, width: number): string => {
      if (isGot === false) wrong += 1;
      return (isGot === undefined ? '–' : isGot ? 'same' : 'OTHER').padEnd(width);
    };
    for (const name of NAMES) {
      const cells = readers.map((reader) => cell(got.get(`${READERS[reader]} / ${name}`), reader.length));
      // an extractor does not keep the order of items side by side, and shows no strikethrough
      if (pages !== null) cells.push(cell(PDF_NAMES.includes(name) ? missingInPages(name, pages).length === 0 : undefined, 9));
      console.log([name.padEnd(WIDTH), ...cells].join('  ').trimEnd());
    }
    console.log(
      `\n${NAMES.length} texts of ${Object.keys(LESSON_CORPUS).length}; – : the format has no glyphs for that script, or rejects it`,
    );
    if (checked) console.log(`EPUBCheck: ${checked.isGood ? 'no errors' : checked.text}`);
    if (!checked || pages === null) console.log(HOW_TO_GET);
    if (wrong > 0 || checked?.isGood === false) throw new ScriptError(`${wrong} readers extract a different text`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
