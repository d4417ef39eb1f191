import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../testing/stack.ts';

const MASTERS = 3;
/** Milliseconds without an answer after which a master's replica replaces it. */
const NODE_TIMEOUT_MS = 2_000;

export interface RedisCluster {
  /** Addresses of its nodes, separated by commas. */
  readonly url: string;
  /** Returns the ports of its current masters. */
  masters(): number[];
  /** Kills a node as in a crash. */
  kill(port: number): Promise<void>;
  /** Starts a killed node with its data: it becomes a replica of its replacement. */
  revive(port: number): void;
  stop(): Promise<void>;
}

/** Starts a cluster of three masters with a replica each, with append-only files and `noeviction` as in production. Needs redis-server and redis-cli. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'coursewright-cluster-'));
  const nodes = new Map<number, ChildProcess>();
  const free = await freePorts(MASTERS * 4);
  const ports = free.slice(0, MASTERS * 2);
  const busPorts = new Map(ports.map((port, at) => [port, free[MASTERS * 2 + at]!]));
  const launch = (port: number) => {
    const dir = path.join(folder, String(port));
    mkdirSync(dir, { recursive: true });
    const settings = {
      port,
      bind: '127.0.0.1',
      dir,
      save: '',
      appendonly: 'yes',
      'maxmemory-policy': 'noeviction',
      'cluster-enabled': 'yes',
      'cluster-port': busPorts.get(port)!,
      'cluster-node-timeout': NODE_TIMEOUT_MS,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    nodes.set(port, spawn('redis-server', args, { stdio: 'ignore' }));
  };
  const ask = (port: number, ...words: string[]) =>
    execFileSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const isUp = (port: number) => {
    try {
      return ask(port, 'ping').trim() === 'PONG';
    } catch {
      return false;
    }
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  for (const port of ports) launch(port);
  await until(() => ports.every(isUp));
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'], { stdio: 'ignore' });
  await until(() => ports.every((port) => ask(port, 'cluster', 'info').includes('cluster_state:ok')));

  const kill = async (port: number) => {
    const node = nodes.get(port)!;
    nodes.delete(port);
    const ended = once(node, 'exit');
    node.kill('SIGKILL');
    await ended;
  };
  return {
    url: addresses.map((address) => `redis://${address}`).join(','),
    masters: () => [...nodes.keys()].filter((port) => ask(port, 'role').startsWith('master')),
    kill,
    revive: launch,
    async stop() {
      await Promise.all([...nodes.keys()].map(kill));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
