import { readFileSync } from 'node:fs';

/**
 * Calls back when the npm that runs us is gone. Killing npm does not kill what it runs, but people who do so mean all of it.
 * @param {() => void} onGone
 */
export function whenNpmIsGone(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}

/** Our parent and its parent: npm puts a shell in between, which outlives it. */
function ancestors() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return String(parent);
  try {
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}
