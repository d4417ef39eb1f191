import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { answers, runCommand } from './run-command.ts';

/** The engine that builds images and runs containers here. */
export interface Engine {
  readonly name: 'docker' | 'podman';
  /** Program and first arguments that accept a compose file. */
  readonly compose: readonly [string, ...string[]];
  /** What this machine does not allow, with the workaround. */
  readonly limits: readonly string[];
  /** Runs the engine. @throws with the end of its output */
  run(...args: readonly string[]): Promise<string>;
  /** Runs the engine's compose with the file of a folder. */
  composed(folder: string, ...args: readonly string[]): Promise<string>;
}

/** Podman lowers its containers' process limit to this before it starts them. */
const PODMAN_PROCESSES = 32_768;

/**
 * Finds Docker, or Podman with podman-compose, and what is needed to start containers here.
 * @param folder for the engine's settings
 * @throws if there is neither
 */
export async function findEngine(folder: string): Promise<Engine> {
  if (await answers('docker', ['compose', 'ls'])) return engineOf('docker', ['docker', 'compose'], {}, []);
  if (!(await answers('podman', ['info'])) || !(await answers('podman-compose', ['--help'])))
    throw new Error(
      'Docker with its compose plugin, or Podman, Buildah and podman-compose are needed (Debian: apt install buildah podman podman-compose)',
    );
  const limits: string[] = ['no Docker engine answers: Podman is used'];
  const lines = ['[containers]'];
  const hard = await runCommand('sh', ['-c', 'ulimit -Hn']);
  const canRaise = await answers('sh', ['-c', 'ulimit -Hn 1048577 && ulimit -n 1048577']);
  if (!canRaise) {
    limits.push(`limits may not be raised (CAP_SYS_RESOURCE): containers have ${hard} files and ${PODMAN_PROCESSES} processes`);
    lines.push(`default_ulimits = ["nofile=${hard}:${hard}", "nproc=${PODMAN_PROCESSES}:${PODMAN_PROCESSES}"]`);
  }
  const isHybrid = await answers('sh', ['-c', 'test -d /sys/fs/cgroup/unified && test -d /sys/fs/cgroup/memory']);
  if (isHybrid) {
    limits.push('control groups of both versions (hybrid): runc starts the containers, crun refuses');
    lines.push('[engine]', 'runtime = "runc"');
  }
  if (!(await answers('systemctl', ['is-system-running', '--quiet'])) && !(await answers('test', ['-S', '/run/systemd/private'])))
    limits.push('no systemd: the checks of health are run by this program, not by timers');
  const settings = path.join(folder, 'containers.conf');
  writeFileSync(settings, `${lines.join('\n')}\n`);
  return engineOf('podman', ['podman-compose'], { CONTAINERS_CONF: settings }, limits);
}

function engineOf(
  name: Engine['name'],
  compose: Engine['compose'],
  env: Readonly<Record<string, string>>,
  limits: readonly string[],
): Engine {
  const [program, ...first] = compose;
  return {
    name,
    compose,
    limits,
    run: (...args) => runCommand(name, args, { env }),
    composed: (folder, ...args) => runCommand(program, [...first, ...args], { cwd: folder, env }),
  };
}
