import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const PACKAGE = import.meta.dirname;
const MODULES = path.join(PACKAGE, '../../node_modules');
/** The package's dependencies. */
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers'];
const PROGRAM = `
import { answerOf, ApiProblem, connect, onlyOnce } from 'coursewright-client';
import type { components } from 'coursewright-client/schema';

const client = connect({ url: process.argv[2] ?? '', key: 'cwk_live_1' });
const caller = await answerOf(client.GET('/api/caller'));
const id: string = caller.user_id;
// @ts-expect-error an answer has no such field
caller.nothing;
// @ts-expect-error there is no such operation
void client.GET('/api/nothing').catch(() => undefined);
// @ts-expect-error a page has an address
void client.POST('/api/sources/pages', { body: {}, headers: onlyOnce() }).catch(() => undefined);
const problem: components['schemas']['Problem'] | null = new ApiProblem(new Response('', { status: 404 }), null).problem;
console.log(id, problem);
`;

const project = mkdtempSync(path.join(os.tmpdir(), 'coursewright-client-'));
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ user_id: 'u1' }));
});

beforeAll(async () => {
  const { npm_execpath: npm } = process.env;
  const pack = ['pack', '--ignore-scripts=false', '--pack-destination', project, '--offline'];
  await (npm ? run(process.execPath, [npm, ...pack], { cwd: PACKAGE }) : run('npm', pack, { cwd: PACKAGE }));
  const installed = path.join(project, 'node_modules/coursewright-client');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', path.join(project, 'coursewright-client-0.1.0.tgz'), '--strip-components=1', '-C', installed]);
  for (const name of NEEDED) cpSync(path.join(MODULES, name), path.join(project, 'node_modules', name), { recursive: true });
  cpSync(path.join(MODULES, '@types/node'), path.join(project, 'node_modules/@types/node'), { recursive: true });
  cpSync(path.join(MODULES, 'undici-types'), path.join(project, 'node_modules/undici-types'), { recursive: true });
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'program', type: 'module' }));
  writeFileSync(path.join(project, 'program.ts'), PROGRAM);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(project, { recursive: true, force: true });
  rmSync(path.join(PACKAGE, 'dist'), { recursive: true, force: true });
});

it('is a package that a separate project compiles with, strictly, and runs', async () => {
  const strict = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--outDir', 'out'];
  const tsc = path.join(MODULES, 'typescript/bin/tsc');
  const compiled = await run(process.execPath, [tsc, ...strict, 'program.ts'], { cwd: project }).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout } = await run(process.execPath, [path.join(project, 'out/program.js'), address], { cwd: project });
  expect(stdout).toBe('u1 null\n');
});
