import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../processes/child.mjs';
import { SetupError } from '../setup-error.mjs';
import { sourcesHash } from './sources-hash.mjs';

/**
 * @typedef {object} Generated a file that is made from the code and is not in the repository
 * @property {string} file
 * @property {readonly string[]} sources the folders and files that it is made from
 * @property {RegExp} only which files of these folders count
 * @property {readonly string[]} script the program below the root that writes it, and its arguments; the last argument is the file to write
 */

/** @type {readonly Generated[]} */
export const GENERATED = [
  {
    file: 'clients/typescript/schema.ts',
    sources: [
      'contract',
      'api/platform',
      'domain/platform/errors.ts',
      'ops/scripts/client.ts',
      'ops/scripts/program-interface.ts',
      'package-lock.json',
    ],
    only: /\.ts$/,
    script: ['ops/scripts/client.ts', '--schema'],
  },
  {
    file: 'docs/index.md',
    sources: ['contract', 'domain', 'frontend/src/app', 'frontend/src/pages', 'ops/checks/feature-index.mjs'],
    only: /^(?!domain).*\.tsx?$|\.commands?\.ts$/,
    script: ['ops/checks/feature-index.mjs'],
  },
];

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * The file beside the generated one that says from which sources it was made, and with which result: an edit by hand is undone too.
 * @param {string} root
 * @param {Generated} generated
 */
const stampFile = (root, { file }) => path.join(root, path.dirname(file), `.${path.basename(file)}.sources`);

/**
 * @param {string} root
 * @param {Generated} generated
 */
const stampOf = (root, { file, sources, only }) =>
  `${sourcesHash(root, sources, only)} ${hashOf(readFileSync(path.join(root, file), 'utf8'))}`;

/**
 * Returns the generated files that are missing, were edited, or were made from outdated sources.
 * @param {string} root
 * @param {readonly Generated[]} [all]
 */
export const staleFiles = (root, all = GENERATED) =>
  all.filter((one) => {
    const stamp = stampFile(root, one);
    return !existsSync(path.join(root, one.file)) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== stampOf(root, one);
  });

/**
 * Makes the given files. Nobody reads half of one, and two processes may do it at once: both write the same.
 * @param {string} root
 * @param {string} node path of the Node that runs the product
 * @param {readonly Generated[]} files
 * @param {(child: import('../processes/child.mjs').Child) => void} [onStart]
 * @throws {SetupError} when a program fails, with what it printed
 */
export async function generate(root, node, files, onStart) {
  await Promise.all(
    files.map(async (one) => {
      const [script = '', ...words] = one.script;
      const [file, unfinished] = [path.join(root, one.file), path.join(root, `${one.file}.tmp.${process.pid}`)];
      const before = sourcesHash(root, one.sources, one.only); // hashed before the run: a source that changes during it must cause another run
      const env = { ...process.env, NODE_NO_WARNINGS: '1' };
      try {
        const { code, output } = await runNode({
          node,
          script: path.join(root, script),
          args: [...words, unfinished],
          cwd: root,
          env,
          onStart,
        });
        if (code !== 0) throw new SetupError([`${one.file} could not be made:`, ...output.split('\n').slice(-20)]);
        renameSync(unfinished, file);
        writeFileSync(stampFile(root, one), `${before} ${hashOf(readFileSync(file, 'utf8'))}`);
      } finally {
        rmSync(unfinished, { force: true });
      }
    }),
  );
}
