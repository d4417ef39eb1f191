import { startNode } from './child.mjs';
import { reassignTakenPorts } from '../ports.mjs';
import { superviseProcess } from './supervisor.mjs';
import { childEnvironment } from '../settings.mjs';

/**
 * @typedef {import('./supervisor.mjs').Supervised} Supervised
 * @typedef {'web' | 'api' | 'worker' | 'sandbox'} ProcessName
 */

/** The reassignable ports each process listens on. PORT is the public address and never changes. */
const LISTENS_ON = {
  sandbox: ['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'],
  worker: ['WORKER_ADMIN_PORT'],
  api: ['ADMIN_PORT', 'API_PORT'],
  web: [],
};
/** Ports through which processes reach each other: when one moves, all of them are informed. */
const KNOWN_TO_ALL = ['SANDBOX_PORT', 'SANDBOX_SMTP_PORT', 'API_PORT'];

/**
 * Supervises the product's processes, each started with the current ports: a default port that another program has taken since is reassigned
 * before every start of the process.
 * @param {object} options
 * @param {import('../settings.mjs').Settings} options.settings
 * @param {Record<string, number>} options.ports by name; is changed when one moves
 * @param {{ node: string, cwd: string }} options.program
 * @param {string} options.databaseUrl
 * @param {(ports: Record<string, number>) => void} options.onMoved
 * @param {(name: ProcessName, pid: number) => void} options.onStart
 * @param {(name: ProcessName, line: string) => void} [options.onLine] receives each line of their output
 * @param {(line: string) => void} options.say
 */
export function superviseServices({ settings, ports, program, databaseUrl, onMoved, onStart, onLine, say }) {
  /** @type {Map<ProcessName, Supervised>} */
  const all = new Map();

  const movePorts = async (/** @type {ProcessName} */ name) => {
    const moved = await reassignTakenPorts(settings.ports, ports, LISTENS_ON[name]);
    if (moved.length === 0) return;
    for (const port of moved) say(`  ${port} was taken by another program and is now ${ports[port]}`);
    onMoved(ports);
    if (!moved.some((port) => KNOWN_TO_ALL.includes(port))) return;
    for (const [other, supervised] of all) if (other !== name) void supervised.restart();
  };

  /**
   * @param {ProcessName} name
   * @param {string} script
   * @param {() => NodeJS.ProcessEnv} [more] additional environment, with the current ports
   * @returns {Supervised}
   */
  return (name, script, more = () => ({})) => {
    const start = async () => {
      await movePorts(name);
      const env = { ...childEnvironment(settings, ports, databaseUrl), ...more() };
      const onOutput = (/** @type {string} */ line) => {
        onLine?.(name, line);
        say(`${name.padEnd(7)} | ${line}`);
      };
      return startNode({ ...program, script, env, onLine: onOutput });
    };
    const supervised = superviseProcess({ name, start, onStart: (pid) => onStart(name, pid), report: (line) => say(`  ${line}`) });
    all.set(name, supervised);
    return supervised;
  };
}
