import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Engine } from './engine.ts';

const FILES = path.resolve(import.meta.dirname, '..');
const HEALTHY_WITHIN_MS = 180_000;
/** The longest `stop_grace_period` of the compose file, which podman-compose does not pass on. */
const GRACE_S = '40';
const IMAGE = /^(?:localhost\/)?coursewright:[\w.-]+$/;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Service = 'postgres' | 'valkey' | 'caddy' | 'migrate' | `${'api' | 'worker'}-${1 | 2}`;

export interface Installation {
  /** Starts services and waits until they are healthy. */
  start(...services: readonly Service[]): Promise<void>;
  /** Runs a service's command, or another one in its container, until it ends. */
  runOnce(service: Service, ...command: readonly string[]): Promise<string>;
  /** Replaces a container with another version's, as in the runbook. @returns how long it took, in s */
  update(service: Service, version: string): Promise<number>;
  stop(...services: readonly Service[]): Promise<void>;
  /** Starts stopped services again, and waits until they are healthy. */
  resume(...services: readonly Service[]): Promise<void>;
  execute(service: Service, ...command: readonly string[]): Promise<string>;
  /** Removes containers, volumes and network. */
  remove(): Promise<void>;
}

/** Images as the compose file names them. */
export function imagesOf(): Readonly<Record<'postgres' | 'valkey' | 'caddy', string>> {
  const { services } = parse(readFileSync(path.join(FILES, 'compose.yaml'), 'utf8'), { merge: true });
  return { postgres: services.postgres.image, valkey: services.valkey.image, caddy: services.caddy.image };
}

/**
 * Prepares the composition of `ops/deploy` in a folder, with its settings.
 * @param settings lines of `.env`
 */
export function prepareInstallation(engine: Engine, folder: string, settings: Readonly<Record<string, string>>): Installation {
  const project = path.join(folder, 'coursewright-check');
  mkdirSync(project);
  for (const name of ['compose.yaml', 'Caddyfile']) cpSync(path.join(FILES, name), path.join(project, name));
  const configure = (changes: object) =>
    writeFileSync(
      path.join(project, '.env'),
      Object.entries({ ...settings, ...changes })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  configure({});
  const composed = (...args: readonly string[]) => engine.composed(project, '-p', 'coursewright-check', ...args);
  const separator = engine.name === 'docker' ? '-' : '_';
  const container = (service: Service) => `coursewright-check${separator}${service}${separator}1`;

  async function healthy(service: Service): Promise<void> {
    const check = async () =>
      engine.name === 'docker'
        ? (await engine.run(
            'inspect',
            '--format',
            '{{if .State.Health}}{{.State.Health.Status}}{{else}}healthy{{end}}',
            container(service),
          )) === 'healthy'
        : engine.run('healthcheck', 'run', container(service)).then(
            () => true,
            (error: Error) => error.message.includes('has no defined healthcheck'),
          );
    for (const deadline = Date.now() + HEALTHY_WITHIN_MS; !(await check()); await pause(500))
      if (Date.now() > deadline)
        throw new Error(`${service} is not healthy:\n${(await engine.run('logs', '--tail', '30', container(service))).slice(-2_000)}`);
  }

  return {
    async start(...services) {
      await composed('up', '-d', ...(engine.name === 'docker' ? ['--no-deps'] : []), ...services);
      await Promise.all(services.map(healthy));
    },
    runOnce: (service, ...command) => composed('run', '--rm', '--no-deps', '-T', service, ...command),
    async update(service, version) {
      const from = performance.now();
      configure({ VERSION: version });
      if (engine.name === 'docker') await composed('up', '-d', '--no-deps', service);
      else {
        // podman-compose would stop everything: repeats the same command with the other image
        const args = JSON.parse(await engine.run('inspect', '--format', '{{json .Config.CreateCommand}}', container(service))) as string[];
        await engine.run('stop', '--time', GRACE_S, container(service));
        await engine.run('rm', container(service));
        await engine.run(...args.slice(1).map((word) => (IMAGE.test(word) ? `coursewright:${version}` : word)));
      }
      await healthy(service);
      return (performance.now() - from) / 1_000;
    },
    async stop(...services) {
      for (const service of services) await engine.run('stop', '--time', GRACE_S, container(service));
    },
    async resume(...services) {
      await engine.run('start', ...services.map(container));
      await Promise.all(services.map(healthy));
    },
    execute: (service, ...command) => engine.run('exec', container(service), ...command),
    async remove() {
      await composed('down', '--volumes');
    },
  };
}
