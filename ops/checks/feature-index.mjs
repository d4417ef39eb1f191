import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { SCREENS } from '#contract/screens.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** @param {string} file below the root */
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
/** @param {string} pattern */
const filesOf = (pattern) =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

/** The word after the room. @param {string} file */
const featureOf = (file) => /** @type {string} */ (file.split('/')[1]);
/** @param {string} text in one line, for a cell of a table */
const cell = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** @typedef {{ screens: string[], endpoints: string[], commands: string[] }} Feature */

/**
 * Returns the page of each screen, and the component if a page has several.
 * @returns {Map<string, { page: string, component: string }>}
 */
function pagesOfScreens() {
  const pages = new Map();
  for (const file of filesOf('frontend/src/app/{,routes/}*.{ts,tsx}')) {
    const code = read(file);
    const loaders = new Map(
      [...code.matchAll(/const (\w+) = (?:lazyRouteComponent\()?\(\) => import\('#frontend\/(pages[^']+)'\)/g)].map(([, name, page]) => [
        name,
        page,
      ]),
    );
    /** @type {Map<string, string>} */
    const frames = new Map();
    for (const [, route, options = ''] of code.matchAll(/const (\w+) = createRoute\(\{(\n[^]*?\n|[^\n]*)\}\);/g)) {
      const parent = /getParentRoute: \(\) => (\w+)/.exec(options)?.[1] ?? '';
      const own = /path: '([^']+)'/.exec(options)?.[1] ?? '';
      const address = `${frames.get(parent) ?? ''}${own}`.replace(/(.)\/$/, '$1');
      frames.set(route ?? '', address === '/' ? '' : address);
      const [, loader, component = ''] = /component: (?:lazyRouteComponent\()?(\w+)(?:, '(\w+)')?/.exec(options) ?? [];
      const page = /import\('#frontend\/(pages[^']+)'\)/.exec(options)?.[1] ?? loaders.get(loader) ?? pages.get(frames.get(parent))?.page;
      if (page) pages.set(address, { page, component });
    }
  }
  return pages;
}

/** Returns every endpoint with its feature, in the order of the contracts' files. */
async function endpoints() {
  /** @type {[string, import('#contract/platform/endpoint.ts').Endpoint][]} */
  const found = [];
  for (const file of filesOf('contract/*/**/*.contract.ts')) {
    const contract = await import(path.join(ROOT, file));
    for (const value of Object.values(contract)) if (ENDPOINTS.includes(value)) found.push([featureOf(file), value]);
  }
  return found;
}

/** @returns {Promise<Map<string, Feature>>} */
async function collect() {
  /** @type {Map<string, Feature>} */
  const features = new Map();
  /** @param {string} name */
  const of = (name) => {
    const feature = features.get(name) ?? { screens: [], endpoints: [], commands: [] };
    features.set(name, feature);
    return feature;
  };
  const pages = pagesOfScreens();
  for (const address of SCREENS) {
    const { page, component } = pages.get(address) ?? { page: '', component: '' };
    const used = page === '' ? undefined : /#frontend\/features\/([^/]+)\//.exec(read(`frontend/src/${page}`))?.[1];
    of(used ?? 'app').screens.push(`| \`${address}\` | ${page === '' ? '' : `\`${page}\``} ${component} |`);
  }
  for (const [feature, { name, method, path: address, summary, offline = '' }] of await endpoints())
    of(feature).endpoints.push(`| \`${name}\` | \`${method} ${address}\` | ${cell(summary)} | ${offline} |`);
  for (const file of filesOf('domain/**/*.{command,commands}.ts')) {
    const names = [...read(file).matchAll(/^export (?:async )?(?:function|const) ([a-z]\w*)/gm)].map(([, name]) => `\`${name}\``);
    if (names.length > 0) of(featureOf(file)).commands.push(`| ${names.join(', ')} | \`${file.split('/').slice(2).join('/')}\` |`);
  }
  return features;
}

/** Returns the whole page. */
async function compose() {
  const lines = [
    '# Is there already …?',
    '',
    'Every screen, endpoint and command by feature. `npm run fix` makes this page, `npm run check` holds it true.',
    'Offline: what becomes of a change without a connection (decision 0053): it is `queued` on the device, needs the `network`, or is `never` made then.',
    '',
  ];
  for (const [name, { screens, endpoints, commands }] of [...(await collect())].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`## ${name}`, '');
    if (screens.length > 0) lines.push('| Screen | `frontend/src/` |', '|---|---|', ...screens, '');
    if (endpoints.length > 0) lines.push('| Endpoint | | | Offline |', '|---|---|---|---|', ...endpoints, '');
    if (commands.length > 0) lines.push(`| Command | \`domain/${name}/\` |`, '|---|---|', ...commands, '');
  }
  return `${lines.join('\n').trim()}\n`;
}

// usage: node ops/checks/feature-index.mjs [file]     the file is docs/index.md if none is named
writeFileSync(path.resolve(ROOT, process.argv[2] ?? 'docs/index.md'), await compose());
