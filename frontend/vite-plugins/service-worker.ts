import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc, type Plugin, type Rolldown } from 'vite';

const SOURCE = 'src/worker/service-worker.ts';
/**
 * Modules precached for the first offline visit: the app, My Courses, a course and its lessons, and the code that clears the cache at sign-out.
 */
const SCREENS =
  /\/src\/(pages\/(courses|course-details|learning)-page|app\/update-bar|features\/courses\/(language\/reading-language|market\/(end-question|lesson-questions))|features\/(notes\/(note-panel|passage-tools)|practice\/words-question|community\/forums\/lesson-discussions))\.tsx$/;
const FONTS = /(atkinson-hyperlegible-next|literata)-latin-wght-normal.*\.woff2$/;

/** Writes `/sw.js` with the build's id and the files of the offline screens. Every build changes the file, so browsers detect the update. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const files = filesOf(bundle);
      const build = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).digest('hex').slice(0, 12);
      const source = path.join(root, SOURCE);
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { lang: 'ts' });
      const head = `const BUILD = ${JSON.stringify(build)};\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + code });
    },
  };
}

/** URLs of the entry, of the screens' chunks with all imports, and of their fonts. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const wanted = new Set<string>();
  const take = (name: string): void => {
    const chunk = bundle[name];
    if (wanted.has(name) || chunk?.type !== 'chunk') return;
    wanted.add(name);
    for (const imported of chunk.imports) take(imported);
    const { viteMetadata } = chunk;
    for (const css of viteMetadata?.importedCss ?? []) wanted.add(css);
  };
  const screens = new Set<string>();
  for (const [name, file] of Object.entries(bundle)) {
    if (FONTS.test(name)) wanted.add(name);
    if (file.type !== 'chunk') continue;
    // a module that other files share is in one of theirs, and has a file of its own that leads there
    const found = [...file.moduleIds, file.facadeModuleId ?? ''].filter((id) => SCREENS.test(id));
    for (const id of found) screens.add(id);
    if (found.length > 0 || file.isEntry) take(name);
  }
  if (screens.size < 11) throw new Error('A screen that vite-plugins/service-worker.ts names is not part of the build.');
  return [...wanted].toSorted().map((name) => `/${name}`);
}
