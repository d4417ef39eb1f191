import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { SetupError } from '../setup-error.mjs';

/** The oldest major version that may run the product: 25 made `--permission` deny connections. */
const OLDEST = 26;

/**
 * Returns the Node that runs the product: the pinned one that npm installed, else this one when it is recent enough.
 * @param {string} root
 * @returns {string} its path
 */
export function findNode(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = path.join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
  // Linux without glibc has the package but cannot run it
  if (spawnSync(installed, ['--version'], { windowsHide: true }).status === 0) return installed;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return process.execPath;
  throw new SetupError(
    `Node ${OLDEST} or newer is needed here (this is ${process.versions.node}, and npm has none that runs on ${process.platform} ${process.arch}): install it from nodejs.org.`,
  );
}
