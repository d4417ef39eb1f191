import { readFileSync } from 'node:fs';

/**
 * Calls back when the npm that runs this script exits. npm does not stop its children: SIGTERM to npm ends only the shell in between, and kill
 * -9 not even that.
 * @param {(how: 'asked' | 'killed') => void} onGone
 */
export function onNpmExit(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    onGone(process.ppid === shell ? 'killed' : 'asked');
  }, 500);
  timer.unref();
}

/**
 * @param {number} pid
 * @returns {string} empty where the system does not report it
 */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
