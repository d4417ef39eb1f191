import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
/** Installing the packages again deletes it, so it never holds an older version. */
const UNPACKED = path.join(root, 'node_modules/.cache/chromium');

/**
 * Finds a Chromium to drive: $CHROMIUM_PATH, else a `chromium` on the PATH, else the one from an npm package with its own libraries, for which
 * it sets this process's environment.
 * @returns {Promise<string | null>} null when there is none for this machine
 */
export async function findChromium() {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'chromium'));
  const installed = [process.env.CHROMIUM_PATH, ...onPath].find((file) => file && existsSync(file));
  if (installed) return installed;
  // the package contains only a program for Linux on x64
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  if (!existsSync(UNPACKED)) await unpack();
  process.env.FONTCONFIG_PATH ??= path.join(UNPACKED, 'fonts');
  const libraries = new Set([path.join(UNPACKED, 'al2023/lib'), ...(process.env.LD_LIBRARY_PATH ?? '').split(':').filter(Boolean)]);
  process.env.LD_LIBRARY_PATH = [...libraries].join(':');
  return path.join(UNPACKED, 'chromium');
}

/**
 * The package would unpack into a fixed folder under /tmp, where another process can meet a program that is still being written (ETXTBSY),
 * and another user a file that is not theirs. Here the folder appears once it is complete.
 */
async function unpack() {
  await mkdir(path.dirname(UNPACKED), { recursive: true });
  const own = await mkdtemp(`${UNPACKED}-`);
  try {
    const script = path.join(import.meta.dirname, 'unpack-chromium.mjs');
    await promisify(execFile)(process.execPath, [script], { cwd: root, env: { ...process.env, TMPDIR: own } });
    const fonts = path.join(own, 'fonts/fonts.conf');
    // its fonts are beside their settings, even if the checkout is moved
    const settings = (await readFile(fonts, 'utf8'))
      .replace('<dir>/tmp/fonts</dir>', '<dir prefix="relative">.</dir>')
      .replace('<cachedir>/tmp/fonts-cache/</cachedir>', '<cachedir prefix="xdg">fontconfig</cachedir>');
    if (settings.includes('/tmp/'))
      throw new Error('chromium.mjs does not recognise the font settings of this version of @sparticuz/chromium.');
    await writeFile(fonts, settings);
    await rename(own, UNPACKED);
  } catch (error) {
    // another process was faster
    if (!existsSync(UNPACKED)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
