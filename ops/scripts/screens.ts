// `npm run screens`: pictures of all screens of contract/screens.ts, with one contact sheet a frame; with `--scenes` also in the states of the journeys' scenes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../start/packages/packages.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const listed = (words: string | undefined, all: readonly string[]) => (words === undefined ? all : words.split(','));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    sizes: { type: 'string' },
    schemes: { type: 'string' },
    languages: { type: 'string' },
    scenes: { type: 'boolean' },
  },
});
const folder = path.resolve(values.out ?? path.join(os.tmpdir(), 'coursewright-screens'));
const asked = {
  folder,
  words: positionals,
  sizes: listed(values.sizes, ['desktop', 'phone']),
  schemes: listed(values.schemes, ['light', 'dark', 'contrast']),
  languages: listed(values.languages, ['en', 'ar']),
  // states that a URL alone does not show, such as an organisation with its people
  scenes: values.scenes ?? false,
};

mkdirSync(folder, { recursive: true });
await ensureBuild(root, process.execPath, () => {});
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screens/screens.config.ts', '--reporter', 'list'],
  { cwd: root, env: { ...process.env, SCREENS: JSON.stringify(asked) }, stdio: 'inherit' },
);
for (const entry of readdirSync(folder, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const sheet = path.join(folder, `${entry.name}.html`);
  writeFileSync(sheet, contactSheet(entry.name, readdirSync(path.join(folder, entry.name)).toSorted()));
  process.stdout.write(`${pathToFileURL(sheet).href}\n`);
}
process.exitCode = status ?? 1;

/**
 * Renders a page with a row of pictures for each screen and account.
 * @param files `<screen>--<account>--<size>--<scheme>--<language>.jpg`
 */
function contactSheet(frame: string, files: readonly string[]): string {
  const rows = Map.groupBy(files, (file) => file.split('--').slice(0, 2).join(', '));
  const figure = (file: string) => {
    const [, , size, scheme, language] = file.replace('.jpg', '').split('--');
    const width = size === 'phone' ? 160 : 400;
    const address = `${frame}/${encodeURIComponent(file)}`;
    const picture = `<a href="${address}"><img src="${address}" width="${width}" loading="lazy" alt=""></a>`;
    return `<figure>${picture}<figcaption>${size}, ${scheme}, ${language}</figcaption></figure>`;
  };
  const sections = [...rows].map(([name, shots]) => `<h2>${name}</h2><div>${shots.map(figure).join('')}</div>`);
  const style = 'body{font:14px system-ui;margin:24px;background:#ddd}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}';
  const rest = 'figure{margin:0}img{display:block;max-height:520px;object-fit:cover;object-position:top}';
  return `<!doctype html><meta charset="utf-8"><title>${frame}</title><style>${style}${rest}</style><h1>${frame}</h1>${sections.join('')}\n`;
}
