import net from 'node:net';
import { SetupError } from './setup-error.mjs';

/**
 * Ports that browsers and `fetch` refuse to call: the 'bad port' list of the WHATWG Fetch standard. A server on one of them starts, but no
 * browser can reach it.
 */
export const UNREACHABLE = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** @param {number} port */
const isUnreachable = (port) => UNREACHABLE.has(port);

/**
 * Why a port cannot be listened on.
 * @param {number} port 0 asks for any
 * @param {string} host
 * @returns {Promise<string | null>} null when it is free, else the system's code, such as EADDRINUSE
 */
export function describePortConflict(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** @returns {Promise<number>} a free loopback port, chosen by the system */
export function anyFreePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (!address || typeof address !== 'object') reject(new Error('no port'));
        else resolve(isUnreachable(address.port) ? anyFreePort() : address.port);
      });
    });
  });
}

/**
 * @typedef {{ name: string, port: number, explicit: boolean, host: string }} WantedPort
 *
 * Chooses the port of every process. A configured port must be free; a default moves on to the next free one that browsers can reach.
 * @param {WantedPort[]} wanted
 * @returns {Promise<Record<string, number>>} by name
 */
export async function choosePorts(wanted) {
  /** @type {Record<string, number>} */
  const chosen = {};
  const asked = wanted.filter((port) => port.explicit);
  for (const [index, { name, port }] of asked.entries()) {
    const twin = asked.slice(index + 1).find((other) => other.port === port);
    if (twin) throw new SetupError(`${name} and ${twin.name} are both ${port}: give each its own port.`);
  }
  const used = new Set(asked.map((port) => port.port));
  for (const { name, port, explicit, host } of wanted) {
    chosen[name] = explicit ? await demand(name, port, host) : await firstFree(port, host, used);
    used.add(chosen[name]);
  }
  return chosen;
}

/**
 * Moves those of the named ports that another program has taken since to the next free ones; never a port that the user requested.
 * @param {WantedPort[]} wanted
 * @param {Record<string, number>} chosen by name; is changed
 * @param {string[]} names
 * @returns {Promise<string[]>} the names of those that moved
 */
export async function reassignTakenPorts(wanted, chosen, names) {
  const moved = [];
  for (const { name, explicit, host } of wanted) {
    const port = chosen[name];
    if (explicit || port === undefined || !names.includes(name) || !(await describePortConflict(port, host))) continue;
    chosen[name] = await firstFree(port, host, new Set(Object.values(chosen)));
    moved.push(name);
  }
  return moved;
}

/** @param {number} from */
function nextReachable(from) {
  let port = from;
  while (isUnreachable(port)) port += 1;
  return port;
}

/**
 * @param {string} name
 * @param {number} port
 * @param {string} host
 */
async function demand(name, port, host) {
  if (isUnreachable(port))
    throw new SetupError(`Browsers refuse to open port ${port}: choose another one with ${name}=${nextReachable(port + 1)}.`);
  let why = await describePortConflict(port, host);
  // Browsers try ::1 first for 'localhost': another program listening there would be shown instead of the product.
  if (!why && host === '127.0.0.1' && (await describePortConflict(port, '::1')) === 'EADDRINUSE') why = 'EADDRINUSE';
  if (why === 'EADDRINUSE')
    throw new SetupError(
      `Port ${port} is taken by another program: stop it, or choose another port with ${name}=${nextReachable(port + 1)}.`,
    );
  if (why === 'EACCES') throw new SetupError(`Port ${port} needs more rights than this user has: choose one above 1023 with ${name}=3000.`);
  if (why) throw new SetupError(`Cannot listen on ${host}:${port} (${why}): check BIND and ${name}.`);
  return port;
}

/**
 * @param {number} from
 * @param {string} host
 * @param {Set<number>} used
 */
async function firstFree(from, host, used) {
  for (let port = nextReachable(from); port <= 65_535; port = nextReachable(port + 1))
    if (!used.has(port) && !(await describePortConflict(port, host))) return port;
  return anyFreePort();
}
