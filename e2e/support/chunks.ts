import { readFileSync } from 'node:fs';
import path from 'node:path';

const MANIFEST = path.resolve(import.meta.dirname, '../../frontend/dist/.vite/manifest.json');

/**
 * Returns the URL of the script built from a source file, e.g. `src/pages/sign-in-page.tsx`.
 * @throws Error if it has no chunk of its own
 */
export function scriptOf(source: string): string {
  const chunk = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string } | undefined>)[source];
  if (!chunk) throw new Error(`${source} was not built into its own script`);
  return `/${chunk.file}`;
}
