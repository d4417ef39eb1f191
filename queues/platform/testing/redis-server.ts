import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';

/** Tells whether a program with this name is on the PATH. */
export function onPath(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export interface TestRedis {
  readonly url: string;
  /** Kills the server as in a crash and restarts it with the same data. */
  crash(): Promise<void>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a private redis-server on a free port, with append-only file and `noeviction` as in production. */
export async function startRedis(): Promise<TestRedis> {
  const dir = mkdtempSync(path.join(tmpdir(), 'coursewright-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = await launch(dir, port);
  const command = async (name: string) => {
    const client = new Redis(url, { maxRetriesPerRequest: 3 });
    try {
      await client.call(name);
    } finally {
      client.disconnect();
    }
  };
  return {
    url,
    async crash() {
      await kill(server);
      server = await launch(dir, port);
    },
    flush: () => command('FLUSHALL'),
    async stop() {
      await kill(server);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function launch(dir: string, port: number): Promise<ChildProcess> {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
  ];
  const server = spawn('redis-server', [...settings, '--maxmemory-policy', 'noeviction'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`redis-server exited at once:\n${log}`)));
  });
  return server;
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
