import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Loaded by processes that serve nobody else meanwhile, or on their start. */
const ELSEWHERE = [
  /\.task\.ts$/,
  /^domain\/exports\/formats\//,
  /^domain\/platform\/(error-tracker|tracing\/)/,
  /^domain\/vendors\/video\//,
  /^domain\/identity\/oidc-library\.ts$/,
];

it('libraries are loaded when the api starts: loading one later delays everyone for a tenth of a second or more', () => {
  const late = globSync('{api,domain}/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.(test|factory)\.ts$/.test(file) && !ELSEWHERE.some((pattern) => pattern.test(file)))
    .flatMap((file) => {
      const imports = readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\bimport\('([^.#'][^']*)'\)/g);
      return [...imports].filter(([, name]) => !name!.startsWith('node:')).map(([, name]) => `${file}: ${name}`);
    });
  expect(late).toEqual([]);
});
