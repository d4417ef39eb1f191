import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { readFolders } from './folders.mjs';
import { findShreds } from './shreds.mjs';

const ROOMS = ['contract', 'queues', 'domain', 'api', 'workers', 'frontend/src', 'migrations', 'ops', 'clients'];

/** Imports that dependency-cruiser follows but whose sources are outside these rules. */
const OURS = /^(contract|queues|domain|api|workers|frontend|migrations|ops|clients)\//;

/**
 * @typedef {object} Arrows
 * @property {number} modules number of files read
 * @property {number} imports their imports
 * @property {import('./folders.mjs').Folders} folders of domain/
 * @property {string[]} shreds short files that only one file imports
 * @property {{ rule: string, from: string, to: string, comment: string }[]} violations
 */

/**
 * Reads all folders below `root` and checks each import against arrows.config.cjs.
 * @param {string} root
 * @returns {Promise<Arrows>}
 */
export async function checkArrows(root) {
  const { options, forbidden } = createRequire(import.meta.url)('./arrows.config.cjs');
  const rooms = ROOMS.filter((room) => existsSync(path.join(root, room)));
  const before = process.cwd();
  process.chdir(root); // paths in the result are relative to the working directory, whatever baseDir says
  try {
    const { output } = await cruise(rooms, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
    if (typeof output === 'string') throw new Error(output);
    const read = output.modules.filter((module) => OURS.test(module.source) && !module.couldNotResolve);
    const comments = new Map(forbidden.map((/** @type {{ name: string, comment: string }} */ rule) => [rule.name, rule.comment]));
    return {
      modules: read.length,
      imports: read.reduce((sum, module) => sum + module.dependencies.length, 0),
      folders: readFolders(read),
      shreds: findShreds(read, (file) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1),
      violations: output.summary.violations.map(({ rule, from, to, cycle }) => ({
        rule: rule.name,
        from,
        to: cycle ? cycle.map((step) => step.name).join(' → ') : to,
        comment: comments.get(rule.name) ?? '',
      })),
    };
  } finally {
    process.chdir(before);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, imports, folders, shreds, violations } = await checkArrows(path.resolve(import.meta.dirname, '../..'));
  for (const { rule, from, to, comment } of violations) console.log(`${from} → ${to}\n  ${rule}: ${comment}`);
  for (const shred of shreds) console.log(shred);
  const { pairs, byType, rings } = folders;
  if (rings.length > 0)
    console.log(
      'Folders of domain/ import each other, directly or in a ring. Move the code that the fewer imports need to the folder it belongs to, or reverse these imports with a port (docs/extending.md).',
    );
  for (const { from, to, values } of rings) console.log(`domain/${from} → domain/${to}\n  ${values.join('\n  ')}`);
  if (byType.length > 0)
    console.log(
      'Folders of domain/ import each other, in one direction only types. Move the type to the lower folder, or to the contract.',
    );
  for (const { from, to, types } of byType) console.log(`domain/${from} → domain/${to}\n  ${types.join('\n  ')}`);
  console.log(
    `${modules} modules, ${imports} imports, ${violations.length} violations, ${shreds.length} shreds; folders of domain/: ${pairs.length} pairs, ${rings.length} arrows in rings, ${byType.length} arrows back by types`,
  );
  // a missing parser would read little or nothing and report no problem
  const isRead = modules > 200 && imports > 800;
  if (!isRead) console.log('Not every module was read: is @swc/core installed, in a version that dependency-cruiser supports?');
  const problems = [...violations, ...shreds, ...rings, ...byType].length;
  process.exitCode = problems > 0 || !isRead ? 1 : 0;
}
