import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needsBuild, SOURCES } from './build.mjs';
import { explain, lacksOnlyOptional, needsInstall, stampInstall } from './install.mjs';
import { sourcesHash } from './sources-hash.mjs';

let root: string;
beforeEach(() => void (root = mkdtempSync(path.join(os.tmpdir(), 'checkout '))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, content: unknown) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
};
const lockfile = (koa: string) => ({
  packages: { '': {}, 'node_modules/koa': { version: koa }, 'node_modules/fsevents': { version: '2.0.0', optional: true } },
});

describe('packages must be installed', () => {
  beforeEach(() => {
    write('package.json', { name: 'house' });
    write('package-lock.json', lockfile('3.2.1'));
  });

  it('in a fresh clone', () => expect(needsInstall(root)).toBe(true));

  it('not after an install, but again when the lockfile changes', () => {
    write('node_modules/koa/package.json', {});
    stampInstall(root);
    expect(needsInstall(root)).toBe(false);
    write('package-lock.json', lockfile('3.3.0'));
    expect(needsInstall(root)).toBe(true);
  });

  it('not after a manual npm install; packages for other platforms do not count', () => {
    write('node_modules/.package-lock.json', { packages: { 'node_modules/koa': { version: '3.2.1' } } });
    expect(needsInstall(root)).toBe(false);
  });

  it('when an install was interrupted or another version is there', () => {
    write('node_modules/koa/package.json', {});
    expect(needsInstall(root)).toBe(true);
    write('node_modules/.package-lock.json', { packages: { 'node_modules/koa': { version: '3.0.0' } } });
    expect(needsInstall(root)).toBe(true);
  });
});

describe('npm’s message, for a person', () => {
  it('no network is one line', () => {
    for (const code of ['ENOTFOUND', 'ECONNREFUSED', 'ENOTCACHED', 'EAI_AGAIN']) {
      expect(explain(`npm error code ${code}\nnpm error request failed`)).toEqual([expect.stringMatching(/^No network: the first start/)]);
    }
  });

  it('any other one is quoted', () => {
    expect(explain('npm warn old\nnpm error code E401\nnpm error A complete log of this run can be found in: x')).toEqual([
      'The packages could not be installed. npm says:',
      'npm error code E401',
    ]);
  });

  it('a lockfile is only excused for optional packages that the registry does not have', () => {
    const lacking = 'npm error Missing: @swc/core-darwin-arm64@ from lock file';
    expect(lacksOnlyOptional(`npm error code EUSAGE\n${lacking}\n${lacking}`)).toBe(true);
    expect(lacksOnlyOptional(`${lacking}\nnpm error Missing: koa@3.3.0 from lock file`)).toBe(false);
    expect(lacksOnlyOptional(`${lacking}\nnpm error Invalid: lock file's koa@3.2.1 does not satisfy koa@3.3.0`)).toBe(false);
    expect(lacksOnlyOptional('npm error code E401')).toBe(false);
  });
});

describe('the frontend must be built', () => {
  beforeEach(() => {
    write('frontend/src/main.tsx', 'start()');
    write('contract/product.ts', 'export {}');
    write('package-lock.json', '{}');
    write('frontend/dist/index.html', '');
    write('frontend/dist/.sources', sourcesHash(root, SOURCES));
  });

  it('not while nothing changed, nor for tests and outputs', () => {
    write('frontend/src/main.test.tsx', 'it()');
    write('frontend/dist/assets/main.js', '');
    expect(needsBuild(root)).toBe(false);
  });

  it.each([
    ['frontend/src/main.tsx', 'other()'],
    ['frontend/src/new.tsx', ''],
    ['contract/product.ts', ''],
    ['package-lock.json', '{ }'],
  ])('after a change of %s', (file, content) => {
    write(file, content);
    expect(needsBuild(root)).toBe(true);
  });

  it('after a file moved, even if all contents are the same', () => {
    rmSync(path.join(root, 'frontend/src/main.tsx'));
    write('frontend/src/moved.tsx', 'start()');
    expect(needsBuild(root)).toBe(true);
  });

  it('if there is no complete output', () => {
    rmSync(path.join(root, 'frontend/dist/index.html'));
    expect(needsBuild(root)).toBe(true);
  });
});
