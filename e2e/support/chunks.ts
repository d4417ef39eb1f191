import { readFileSync } from 'node:fs';
import path from 'node:path';

const MANIFEST = path.resolve(import.meta.dirname, '../../frontend/dist/.vite/manifest.json');

/** The address of the script that a source file was built into: `src/pages/sign-in-page.tsx`. @throws Error when it has none of its own */
export function scriptOf(source: string): string {
  const chunk = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string } | undefined>)[source];
  if (!chunk) throw new Error(`${source} was not built into a script of its own`);
  return `/${chunk.file}`;
}
