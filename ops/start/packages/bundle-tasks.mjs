// Bundles the programs of restricted processes (`domain/**/*.task.ts`): each starts in a fifth of the time that its sources take.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { BUNDLED_FROM, hashOf, TASK_BUNDLES } from '#domain/platform/restricted/task-bundles.mjs';
import { startPath } from '../processes/child.mjs';

/** Not bundled, because it finds its native library relative to itself, in a way that only Node.js understands. */
const UNBUNDLED = ['sharp'];
const BUNDLER = 'ops/start/packages/bundle-tasks.mjs';
const PROGRAM = 'domain/platform/restricted/restricted-program.ts';
/** A running process may still load parts of a replaced bundle. */
const KEPT_MS = 24 * 3_600_000;

const root = startPath('../..');
const sources = readdirSync(path.join(root, 'domain'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('domain', file.replaceAll(path.sep, '/')))
  .filter((file) => file.endsWith('.task.ts'));
const output = path.join(root, TASK_BUNDLES);
const draft = path.join(output, `draft-${process.pid}`);

/** Keeps the paths that a module resolves relative to itself. @type {import('vite').Plugin} */
const keepPlaces = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!path.isAbsolute(id) || !code.includes('import.meta.url')) return null;
    const place = path.relative(draft, id).replaceAll(path.sep, '/');
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`), map: null };
  },
};

const result = await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [keepPlaces],
  ssr: { noExternal: true, external: UNBUNDLED },
  build: {
    ssr: true,
    target: `node${process.versions.node.split('.')[0]}`,
    outDir: draft,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries([PROGRAM, ...sources].map((file) => [path.basename(file, '.ts'), path.join(root, file)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});

const chunks = ('output' in result ? result.output : []).flatMap((one) => (one.type === 'chunk' ? [one] : []));
const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => path.isAbsolute(id));
const inputs = Object.fromEntries(
  [...new Set([BUNDLER, ...modules.map(inputOf)])].sort().map((file) => [file, hashOf(path.join(root, file))]),
);
const programs = Object.fromEntries(
  chunks.flatMap(({ facadeModuleId, fileName, isEntry }) => (isEntry && facadeModuleId ? [[relative(facadeModuleId), fileName]] : [])),
);
const code = chunks.map((one) => [one.fileName, one.code]);
const folder = createHash('sha256').update(JSON.stringify(code)).digest('hex').slice(0, 16);
removeOld();
if (existsSync(path.join(output, folder))) rmSync(draft, { recursive: true });
else renameSync(draft, path.join(output, folder));
// atomic, because a process that starts in the meantime reads it
const stamp = path.join(output, BUNDLED_FROM);
writeFileSync(`${stamp}.${process.pid}`, JSON.stringify({ folder, programs, inputs }));
renameSync(`${stamp}.${process.pid}`, stamp);

/** @param {string} file */
function relative(file) {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

/** The file that reveals a change of a module: for a package, the one with its version. @param {string} id */
function inputOf(id) {
  const file = relative(id.replace(/\?.*$/, ''));
  return file.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1/package.json');
}

function removeOld() {
  for (const name of readdirSync(output).filter((one) => one !== folder && path.join(output, one) !== draft)) {
    const old = path.join(output, name);
    if (name !== BUNDLED_FROM && Date.now() - statSync(old).mtimeMs > KEPT_MS) rmSync(old, { recursive: true, force: true });
  }
}
