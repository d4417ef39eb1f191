import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../..');
const IMPORTED = /(?:\bfrom|\bimport\(|^import) ?'(?:#frontend\/|(?=[.]))(?<file>[^']+[.]tsx?)'/gm;

/** All files of `ui/` and of the kit that a file imports, directly or through another of them. */
function reach(file: string, reached: Set<string>): Set<string> {
  if (reached.has(file) || !/^(ui|pages\/kit)\//.test(file) || !existsSync(path.join(SOURCE, file))) return reached;
  reached.add(file);
  for (const { groups } of readFileSync(path.join(SOURCE, file), 'utf8').matchAll(IMPORTED)) {
    const imported = groups!['file']!;
    reach(imported.startsWith('.') ? path.join(path.dirname(file), imported) : imported, reached);
  }
  return reached;
}

it('the kit’s page shows every part of ui/, by itself or within another', () => {
  // the frame of every screen has the toasts, which the kit's buttons show
  const shown = reach('pages/kit/kit-page.tsx', new Set(['app/root-frame.tsx']));
  const parts = globSync('ui/**/*.{ts,tsx}', { cwd: SOURCE }).filter((file) => !/[.](test|factory)[.]/.test(file));
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter((file) => !shown.has(file))).toEqual([]);
});
