import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GENERATED, generate, staleFiles } from './generated.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');

describe('a file that is generated from the code', () => {
  const FILE = { file: 'docs/words.md', sources: ['code', 'lock.json'], only: /\.ts$/, script: ['make.mjs', 'words:'] };
  let root: string;
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  const read = () => readFileSync(path.join(root, 'docs/words.md'), 'utf8');
  const stale = () => staleFiles(root, [FILE]).map(({ file }) => file);
  const make = () => generate(root, process.execPath, staleFiles(root, [FILE]));

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'generated '));
    write('code/a.ts', 'bee');
    write('docs/kept.md', '');
    write(
      'make.mjs',
      `import { readFileSync, writeFileSync } from 'node:fs';
      const text = readFileSync('code/a.ts', 'utf8');
      if (text === 'broken') throw new Error('cannot be read');
      writeFileSync(process.argv[3], process.argv[2] + ' ' + text);`,
    );
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is generated in a fresh clone, and not again while its sources are the same', async () => {
    expect(stale()).toEqual(['docs/words.md']);
    await make();
    expect(read()).toBe('words: bee');
    expect(stale()).toEqual([]);
    const made = statSync(path.join(root, 'docs/words.md')).mtimeMs;
    await make();
    expect(statSync(path.join(root, 'docs/words.md')).mtimeMs).toBe(made);
  });

  it.each([
    ['a source changes', 'code/a.ts', 'wasp'],
    ['a source is added', 'code/deep/b.ts', ''],
    ['a file that it is made with changes', 'lock.json', '{}'],
    ['somebody edits it', 'docs/words.md', 'mine'],
  ])('is generated again after %s', async (_, file, content) => {
    await make();
    write(file, content);
    expect(stale()).toEqual(['docs/words.md']);
    await make();
    expect([read(), stale()]).toEqual([`words: ${readFileSync(path.join(root, 'code/a.ts'), 'utf8')}`, []]);
  });

  it.each(['code/a.test.ts', 'code/notes.md'])('stays as it is when %s changes, which is not one of its sources', async (file) => {
    await make();
    write(file, 'new');
    expect(stale()).toEqual([]);
  });

  it('reports why it could not be generated, and leaves no partial file', async () => {
    write('code/a.ts', 'broken');
    await expect(make()).rejects.toMatchObject({ lines: expect.arrayContaining([expect.stringContaining('cannot be read')]) });
    expect(readdirSync(path.join(root, 'docs'))).toEqual(['kept.md']);
  });
});

describe('the generated files of this repository', () => {
  const isIgnored = (file: string) => execFileSync('git', ['check-ignore', '--no-index', file], { cwd: ROOT, encoding: 'utf8' }).trim();

  it.each(GENERATED)('git ignores $file and the hash of its sources', ({ file }) => {
    const stamp = path.join(path.dirname(file), `.${path.basename(file)}.sources`);
    expect([isIgnored(file), isIgnored(stamp)]).toEqual([file, stamp]);
  });

  it.each(GENERATED)('$file is generated from nothing but its sources', ({ sources, only, script }) => {
    const [program = '', ...words] = script;
    const directory = mkdtempSync(path.join(os.tmpdir(), 'generated-'));
    const note = `import { appendFileSync } from 'node:fs'; import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (appendFileSync(process.env.NOTED, url + '\\n'), next(url, context)) });`;
    writeFileSync(path.join(directory, 'note.mjs'), note);
    const NOTED = path.join(directory, 'noted.txt');
    const env = { ...process.env, NOTED, NODE_OPTIONS: `--no-warnings --import=${path.join(directory, 'note.mjs')}` };
    execFileSync(process.execPath, [program, ...words, path.join(directory, 'made')], { cwd: ROOT, env });
    const loaded = [...new Set(readFileSync(NOTED, 'utf8').split('\n'))]
      .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/') && !url.endsWith('note.mjs'))
      .map((url) => path.relative(ROOT, new URL(url).pathname));
    expect(loaded.length).toBeGreaterThan(100);
    // how a script prints its errors does not change what it makes, and neither does this folder
    const isOther = (file: string) =>
      /^ops\/(?:start\/|scripts\/run-script)|^domain\/platform\/(?:install-secret|restricted\/task-bundles)/.test(file);
    const isSource = (file: string) => sources.some((name) => file === name || (file.startsWith(`${name}/`) && only.test(file)));
    expect(loaded.filter((file) => !isSource(file) && !isOther(file))).toEqual([]);
  });
});
