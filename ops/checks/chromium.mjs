import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds a Chromium to drive: $CHROMIUM_PATH, else a `chromium` on the PATH, else the one from an npm package with its own libraries.
 * @returns {Promise<string | null>} null when there is none for this machine
 */
export async function findChromium() {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'chromium'));
  const installed = [process.env.CHROMIUM_PATH, ...onPath].find((file) => file && existsSync(file));
  if (installed) return installed;
  // the package contains a program for Linux on x64 only, and unpacks its libraries only where it detects Lambda
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return bundled.executablePath();
}
