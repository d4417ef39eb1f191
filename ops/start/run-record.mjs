import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identify, isAlive } from './processes/process-identity.mjs';

/**
 * @typedef {import('./processes/process-identity.mjs').Identity} Identity
 * @typedef {object} RunRecord a running launcher's data for other commands, in DATA_DIR/run/launcher.json (0600: has the database password)
 * @property {Identity} launcher
 * @property {string} address its public URL
 * @property {Record<string, number>} ports
 * @property {string} [databaseUrl] absent until the store is up
 * @property {string} [redisUrl]
 * @property {Record<string, Identity>} processes by name: api, worker, sandbox, store
 */

/** @param {string} dataDir */
export const lockFile = (dataDir) => path.join(dataDir, 'run', 'launcher.lock');

/** @param {string} dataDir */
const recordFile = (dataDir) => path.join(dataDir, 'run', 'launcher.json');

/**
 * Writes this launcher's record to disk.
 * @param {string} dataDir
 * @param {Omit<RunRecord, 'launcher' | 'processes'>} start
 */
export function writeRunRecord(dataDir, start) {
  /** @type {RunRecord} */
  const record = { launcher: identify(process.pid), ...start, processes: {} };
  const file = recordFile(dataDir);
  const write = () => {
    writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file); // readers never see a partial record
  };
  mkdirSync(path.dirname(file), { recursive: true });
  write();
  return {
    /** @param {Partial<Omit<RunRecord, 'launcher' | 'processes'>>} change */
    update(change) {
      Object.assign(record, change);
      write();
    },
    /**
     * @param {string} name
     * @param {number} pid
     */
    process(name, pid) {
      record.processes[name] = identify(pid);
      write();
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/**
 * Reads the record of another launcher, running or not.
 * @param {string} dataDir
 * @returns {RunRecord | null}
 */
export function readRecord(dataDir) {
  try {
    return JSON.parse(readFileSync(recordFile(dataDir), 'utf8'));
  } catch {
    return null;
  }
}

/** @param {RunRecord | null} record */
export function isRunning(record) {
  return isAlive(record?.launcher);
}
