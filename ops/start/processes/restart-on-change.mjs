import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { say } from '../progress.mjs';

/** A save touches several files; changes within this time count as one, in ms. */
const QUIET_MS = 150;

/**
 * Restarts a process when files of its source folders change. (Not `node --watch`: its watcher would outlive a killed launcher.)
 * @param {string} root
 * @param {string[]} rooms
 * @param {import('./supervisor.mjs').Supervised} supervised
 */
export function restartOnChange(root, rooms, supervised) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  for (const room of rooms.filter((name) => existsSync(path.join(root, name)))) {
    watch(path.join(root, room), { recursive: true }, (_event, file) => {
      if (!file || !/\.(ts|md|json|sql)$/.test(file) || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        say(`  ${room}/${file.split(path.sep).join('/')} changed: ${supervised.name} starts again`);
        void supervised.restart();
      }, QUIET_MS);
    }).unref();
  }
}
