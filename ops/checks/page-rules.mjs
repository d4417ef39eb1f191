import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What pages and code name must exist: files, `npm run` commands and decisions.
 * @typedef {import('./file-rules.mjs').SourceFile} SourceFile
 * @typedef {import('./file-rules.mjs').Found} Found
 */

/** Generated from the code, and not in the repository. */
const GENERATED = ['docs/index.md', 'ops/sandbox/prompt-samples.json'];
/** Tells of releases, whose files may be gone. */
const HISTORY = 'CHANGELOG.md';
/** Names of files that are not in the repository, each with the reason. Placeholders such as `<noun>.queries.ts` need no line here. */
const EXAMPLES = new Map([
  ['manifest.json', 'in every backup'],
  ['README.txt', 'in every export of an account'],
]);
/** A test whose names are samples. */
const OWN_TEST = 'ops/checks/page-rules.test.ts';

/** Endings of the repository's own files. An upload or a download can have others. */
const FILE = /^(?:[\w@-][\w@.-]*\/)*[\w@-][\w.-]*[.](?:tsx?|mjs|cjs|md|sql|po|ya?ml|json|tsv|css|sh|txt)$/;
const ROOM = /^(?:contract|queues|domain|api|workers|frontend|migrations|ops|e2e|docs|clients)\/[\w./-]*$/;
const COMMAND = /\bnpm run ([a-z]\w*(?:[:-]\w+)*)/g;
/** `G17`, `A31`, `0044`; coordinates of drawings look like the first two. */
const DECISION = /\b([GA]\d{2})\b(?![ ,.]?-?\d)|\b[Dd]ecisions?\s(\d{4})\b|[(](0\d{3})[)]|\[(0\d{3})\]/g;

/** Of one or several lines; a span of code may go over two. */
const COMMENT = /^[^\S\n]*\/\/.*$|\/\*\*[^]*?\*\//gm;

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'test-results']);

/**
 * @typedef {object} Repository
 * @property {ReadonlySet<string>} paths every file and folder from the root, and every end of such a path: `page-rules.mjs` too
 * @property {readonly string[]} files
 * @property {ReadonlySet<string>} scripts of package.json
 * @property {ReadonlySet<string>} decisions codes of the register, and numbers of the pages beside it
 */

/**
 * Returns what can be named.
 * @param {string} root
 * @returns {Repository}
 */
export function readRepository(root) {
  const files = [...GENERATED, ...filesBelow(root, '')];
  const ends = files.flatMap((file) => {
    const parts = file.split('/');
    const folders = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
    return [...folders, ...parts.map((_, index) => parts.slice(index).join('/'))];
  });
  const register = readFileSync(path.join(root, 'docs/decisions/register.md'), 'utf8');
  const codes = [...register.matchAll(/^\| ([GA]\d{2}) \|/gm)].map(([, code = '']) => code);
  const numbers = files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []);
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { files, paths: new Set(ends), scripts: new Set(Object.keys(scripts)), decisions: new Set([...codes, ...numbers]) };
}

/** @param {string} root @param {string} folder @returns {string[]} */
function filesBelow(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(root, name);
    return [name];
  });
}

/** @param {string} text @returns {string} it with blanks for blocks of code, so that places stay as they are */
const withoutBlocks = (text) => text.replaceAll(/^```[^]*?^```/gm, blank);
const blank = (/** @type {string} */ part) => ' '.repeat(part.length);

/**
 * Returns the commands and decisions in a text that do not exist.
 * @param {string} text
 * @param {Repository} repository
 * @returns {Found[]}
 */
function unknownNames(text, { scripts, decisions }) {
  const commands = [...text.matchAll(COMMAND)].filter(([, name = '']) => !scripts.has(name));
  const cited = [...text.matchAll(DECISION)].filter(([, ...ids]) => !decisions.has(ids.find(Boolean) ?? ''));
  return [
    ...commands.map(({ index, 0: command }) => ({ at: index, says: `names \`${command}\`, which package.json does not have.` })),
    ...cited.map(({ index, 0: decision }) => ({ at: index, says: `cites ${decision}, which docs/decisions does not have.` })),
  ];
}

/**
 * Returns the files in backticks that do not exist.
 * @param {SourceFile} file
 * @param {Repository} repository
 * @returns {Found[]}
 */
function unknownFiles({ name, text }, repository) {
  const spans = [...text.matchAll(/(`+)([^`]+?)\1(?!`)/g)];
  return spans.flatMap(({ index, 2: span = '' }) =>
    span
      .split(/[\s,;()'"=]+/)
      .filter((word) => !isKnown(word, path.posix.dirname(name), repository))
      .map((word) => ({ at: index, says: `names ${word}, which does not exist.` })),
  );
}

/**
 * Tells whether a word is no name of a file or folder, or one that exists.
 * @param {string} word
 * @param {string} folder
 * @param {Repository} repository
 */
function isKnown(word, folder, { paths, files }) {
  const name = word.replace(/[.:]$|:\d+$/, '');
  if (EXAMPLES.has(name) || !(FILE.test(name) || ROOM.test(name))) return true;
  const bare = name.replace(/\/$/, '');
  if (paths.has(bare) || paths.has(path.posix.join(folder, bare))) return true;
  // tests are chosen by the beginning of their paths
  return !FILE.test(name) && files.some((file) => file.startsWith(name));
}

/**
 * Returns the links of a page to files, as written; examples in backticks and blocks do not count.
 * @param {string} text
 * @returns {{ at: number, link: string }[]}
 */
export function linksOf(text) {
  const prose = withoutBlocks(text).replaceAll(/(`+)[^\n]*?\1(?!`)/g, blank);
  return [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(({ index, 1: link = '' }) => ({ at: index, link }))
    .filter(({ link }) => !/^[a-z]+:/.test(link));
}

/**
 * Checks a page of documentation.
 * @param {SourceFile} page
 * @param {Repository} repository
 * @returns {Found[]}
 */
export function judgePage(page, repository) {
  const links = linksOf(page.text)
    .filter(({ link }) => !repository.paths.has(path.posix.join(path.posix.dirname(page.name), link).replace(/\/$/, '')))
    .map(({ at, link }) => ({ at, says: `links to ${link}, which does not exist.` }));
  const files = page.name === HISTORY ? [] : unknownFiles({ ...page, text: withoutBlocks(page.text) }, repository);
  return [...links, ...files, ...unknownNames(page.text, repository)];
}

/**
 * Checks what a file of code says in comments and in texts.
 * @param {SourceFile} file
 * @param {Repository} repository
 * @returns {Found[]}
 */
export function judgeCode(file, repository) {
  if (file.name === OWN_TEST) return [];
  const comments = [...file.text.matchAll(COMMENT)].flatMap(({ index, 0: text }) =>
    unknownFiles({ ...file, text }, repository).map(({ at, says }) => ({ at: index + (at ?? 0), says })),
  );
  return [...comments, ...unknownNames(file.text, repository)];
}

/**
 * Returns all pages of documentation that are in the repository.
 * @param {string} root
 * @returns {string[]}
 */
export function pageNames(root) {
  const folders = ['.', 'docs', 'docs/decisions', 'ops/deploy', 'clients/typescript'];
  return folders
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name)))
    .filter((name) => name.endsWith('.md') && !GENERATED.includes(name) && existsSync(path.join(root, name)));
}
