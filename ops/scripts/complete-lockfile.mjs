// `node ops/scripts/complete-lockfile.mjs`, after every change of dependencies. A registry may lack packages for other platforms that our
// packages list as optional. npm then leaves them out of the lockfile, and `npm ci` rejects a lockfile without them. This adds the missing
// entries: name, exact version and platform, which is all npm reads before it skips a package for another platform.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
/** @type {Record<string, Record<string, any>>} */
const packages = lock.packages;

/**
 * Tells whether a package at `place` can resolve `name`: in its own node_modules, or in one above.
 * @param {string} place
 * @param {string} name
 */
function isLocked(place, name) {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

let added = 0;
for (const [place, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue;
    const words = name.replace(/^@[^/]+\//, '').split(/[-_]/);
    const os = SYSTEMS.filter((system) => words.includes(system));
    const cpu = PROCESSORS.filter((processor) =>
      words.some((word) => word === processor || (processor === 'arm' && word.startsWith('armv'))),
    );
    const libc =
      words.includes('musl') || words.includes('musleabihf') ? ['musl'] : words.some((word) => word.startsWith('gnu')) ? ['glibc'] : [];
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length > 0 && { cpu }),
      ...(entry.dev && { dev: true }),
      ...(libc.length > 0 && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added === 0 ? 'The lockfile is complete.' : `Added ${added} optional packages.`);
