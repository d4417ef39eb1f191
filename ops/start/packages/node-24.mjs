import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { SetupError } from '../setup-error.mjs';

/**
 * Returns the Node that runs the product (24 or newer): this one, else the one npm installed.
 * @param {string} root
 * @returns {string} its path
 */
export function findNode24(root) {
  if (majorOf(process.versions.node) >= 24) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = path.join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
  const answer = spawnSync(installed, ['--version'], { encoding: 'utf8', windowsHide: true });
  if (answer.status === 0 && majorOf(answer.stdout.trim().slice(1)) >= 24) return installed;
  throw new SetupError(
    `Node 24 or newer is needed here (this is ${process.versions.node}, and npm has no Node 24 for ${process.platform} ${process.arch}): install it from nodejs.org.`,
  );
}

/** @param {string} version such as '24.21.0' */
function majorOf(version) {
  return Number(version.split('.')[0]);
}
