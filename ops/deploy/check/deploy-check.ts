import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { aiService, SERVICES } from '#contract/platform/ai-services.ts';
import { sandboxAddress } from '#domain/platform/settings/model-settings.ts';
import { startLoad, type RunningLoad } from '../../chaos/user-load.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { findEngine } from './engine.ts';
import { nodeImage, productImage, storeImages, type Image } from './images.ts';
import { imagesOf, prepareInstallation, type Installation } from './installation.ts';

/**
 * `npm run deploy-check`: builds the image, starts the composition of `ops/deploy` from it, writes courses through Caddy, updates to a second
 * tag under load, and restores a backup. Each step prints its result; the exit code is 1 after a failure. It needs root, Docker or Podman, and
 * ports 80 and 443. The AI services are the sandbox of this machine.
 */
const NODE = 'node:26.10.0-bookworm-slim';
const MOST_MEGABYTES = 450;
const [FIRST, SECOND] = ['check-1', 'check-2'];
const URL = 'https://localhost';
const PROCESSES = ['worker-1', 'worker-2', 'api-1', 'api-2'] as const;
/** An address can register five accounts an hour, each of which can send five requests a second. */
const LOAD = { users: 5, runs: 5, sockets: 5, thinkMs: 300 };

const folder = mkdtempSync(path.join(tmpdir(), 'coursewright-deploy-'));
let failed = false;

/** Runs one step and prints its result. */
async function step<T>(name: string, work: () => Promise<T>, result: (value: T) => string): Promise<T> {
  const from = performance.now();
  try {
    const value = await work();
    console.log(`  ok      ${name.padEnd(30)} ${((performance.now() - from) / 1_000).toFixed(1).padStart(6)} s  ${result(value)}`);
    return value;
  } catch (error) {
    console.log(`  FAILED  ${name.padEnd(30)} ${((performance.now() - from) / 1_000).toFixed(1).padStart(6)} s`);
    throw error;
  }
}
/** Returns a script's last line; podman-compose adds its exit status. */
const lastLine = (output: string): string => output.split('\n').findLast((line) => line.trim() !== '' && !line.startsWith('exit code'))!;
const described = ({ tag, origin, megabytes }: Image) => `${tag}: ${megabytes} MB, ${origin}`;

/** Opens a port through which containers reach the sandbox, which listens only on loopback. @returns the port */
async function openDoor(port: number): Promise<{ port: number; close(): void }> {
  const door = createServer((socket) => {
    const inside = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, '0.0.0.0');
  await once(door, 'listening');
  return { port: (door.address() as AddressInfo).port, close: () => void door.close() };
}

async function written(load: RunningLoad): Promise<string> {
  const runs = await load.written;
  const complete = runs.filter(({ status }) => status === 'completed').length;
  if (complete < runs.length) throw new Error(`${runs.length - complete} of ${runs.length} courses were not completed`);
  return `${complete} courses`;
}

let installation: Installation | null = null;
let load: RunningLoad | null = null;
const sandbox = await startSandbox({ port: 0, latencyMs: 400 });
const door = await openDoor(Number(new globalThis.URL(sandbox.url).port));
try {
  const engine = await step(
    'engine',
    () => findEngine(folder),
    ({ name, compose }) => `${name}, ${compose.join(' ')}`,
  );
  for (const limit of engine.limits) console.log(`          here: ${limit}`);
  const node = await step('base image', () => nodeImage(engine, NODE, folder), described);
  const image = await step('image', () => productImage(engine, `coursewright:${FIRST}`, node.tag), described);
  if (image.megabytes > MOST_MEGABYTES) console.log(`          larger than ${MOST_MEGABYTES} MB`);
  await engine.run('tag', `coursewright:${FIRST}`, `coursewright:${SECOND}`);
  await step(
    'images of the stores',
    () => storeImages(engine, imagesOf(), { node: node.tag, folder }),
    (images) => images.map(described).join('; '),
  );
  await step(
    'not root, read-only',
    () =>
      engine.run(
        'run',
        '--rm',
        '--read-only',
        '--cap-drop',
        'ALL',
        '--tmpfs',
        '/tmp',
        image.tag,
        'sh',
        '-c',
        'id -u; touch /app/x 2>&1 || true',
      ),
    (output) => {
      if (!output.startsWith('1000') || !output.includes('Read-only')) throw new Error(output);
      return 'user 1000; the root file system cannot be written';
    },
  );

  const sandboxUrl = `http://host.${engine.name === 'docker' ? 'docker' : 'containers'}.internal:${door.port}`;
  const secrets = { POSTGRES_PASSWORD: randomBytes(24).toString('hex'), SESSION_SECRET: randomBytes(32).toString('hex') };
  const services = Object.fromEntries(
    SERVICES.flatMap((service) => {
      const { vendor } = aiService(service).environment;
      return [
        [`${vendor}_API_KEY`, 'sandbox'],
        [`${vendor}_BASE_URL`, sandboxAddress(sandboxUrl, service)],
      ];
    }),
  );
  const here = prepareInstallation(engine, folder, { PUBLIC_HOST: 'localhost', VERSION: FIRST!, ...secrets, ...services });
  installation = here;
  await step(
    'stores',
    () => here.start('postgres', 'valkey'),
    () => 'healthy',
  );
  await step(
    'migrate',
    () => here.runOnce('migrate'),
    (output) => lastLine(output),
  );
  await step(
    'two api, two workers',
    () => here.start(...PROCESSES),
    () => 'healthy',
  );
  await step(
    'Caddy',
    () => here.start('caddy'),
    () => 'started',
  );
  await step(
    'TLS by the local authority',
    async () => {
      const root = await here.execute('caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt');
      setDefaultCACertificates([...getCACertificates('default'), root]);
      return fetch(`${URL}/api/health`);
    },
    ({ status }) => `GET ${URL}/api/health: ${status}`,
  );

  load = await step(
    'load',
    () => startLoad({ url: URL, ...LOAD }),
    () => `${LOAD.users} users, ${LOAD.sockets} sockets, ${LOAD.runs} courses`,
  );
  const under = load;
  for (const name of PROCESSES)
    await step(
      `update ${name} to ${SECOND}`,
      () => here.update(name, SECOND!),
      () => `${under.requests()} requests, ${under.failures.length} failed`,
    );
  await step(
    'courses through Caddy',
    () => written(under),
    (words) => words,
  );
  await under.stop();
  if (under.failures.length > 0) throw new Error(`requests failed:\n${under.failures.slice(0, 10).join('\n')}`);
  console.log(
    `          ${under.requests()} requests, 0 failed, slowest ${(under.slowestMs() / 1_000).toFixed(1)} s; sockets closed with ${[...new Set(under.closed)].join(', ') || 'nothing'}`,
  );

  mkdirSync(path.join(folder, 'backups'), { mode: 0o777 });
  await step(
    'backup',
    () => here.execute('api-1', 'node', 'ops/scripts/backup.ts', '/data/backup-check'),
    (output) => lastLine(output),
  );
  await step(
    'restore',
    async () => {
      await here.stop(...PROCESSES);
      return here.runOnce('api-1', 'node', 'ops/scripts/restore.ts', '/data/backup-check', '--replace');
    },
    (output) => lastLine(output),
  );
  await step(
    'after the restore',
    async () => {
      await here.resume(...PROCESSES);
      return fetch(`${URL}/api/health/ready`);
    },
    ({ status }) => `GET ${URL}/api/health/ready: ${status}`,
  );
} catch (error) {
  failed = true;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await load?.stop();
  await installation?.remove().catch((error: unknown) => console.error(String(error)));
  door.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
