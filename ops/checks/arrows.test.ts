import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkArrows } from './arrows.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

let tree: string;
beforeEach(async () => {
  tree = realpathSync(mkdtempSync(path.join(tmpdir(), 'coursewright-arrows-')));
  const { imports } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(path.join(tree, 'package.json'), JSON.stringify({ type: 'module', imports }));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

/** Writes files and returns the broken rules, as `rule: from`. */
async function judge(files: Record<string, string>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
    writeFileSync(path.join(tree, name), text);
  }
  const { violations } = await checkArrows(tree);
  return [...new Set(violations.map(({ rule, from }) => `${rule}: ${from}`))].sort();
}

const VALUE = 'export const x: number = 1;\nexport type T = number;\n';

describe('the arrows between the rooms', () => {
  /** For each rule: the file that breaks it, its content, and the file it imports. */
  const PLANTED: [rule: string, from: string, text: string, to?: string][] = [
    ['contract-is-zod-only', 'contract/a.contract.ts', "import { x } from '#domain/a/x.ts';", 'domain/a/x.ts'],
    ['contract-is-zod-only', 'contract/b.contract.ts', "import * as z from 'zod';"],
    ['contract-is-zod-only', 'contract/c.contract.ts', "import koa from 'koa';"],
    ['frontend-loads-no-node', 'contract/d.contract.ts', "import { join } from 'node:path';"],
    ['queues-declare-only', 'queues/a/a.jobs.ts', "import { x } from '#domain/a/do-it.command.ts';", 'domain/a/do-it.command.ts'],
    ['queues-backend-in-platform', 'workers/a/run.ts', "import { Worker } from 'bullmq';"],
    ['domain-looks-outwards', 'domain/a/a.command.ts', "import { x } from '#api/a.routes.ts';", 'api/a.routes.ts'],
    ['api-is-the-door', 'api/b.routes.ts', "import { x } from '#workers/b.processors.ts';", 'workers/b.processors.ts'],
    ['api-does-not-enqueue', 'api/c.routes.ts', "import { x } from '#queues/platform/x.ts';", 'queues/platform/x.ts'],
    ['workers-are-the-hands', 'workers/c.processors.ts', "import { x } from '#api/x.ts';", 'api/x.ts'],
    ['frontend-knows-the-contract', 'frontend/src/lib/a.ts', "import { x } from '#domain/x.ts';", 'domain/x.ts'],
    ['frontend-loads-no-server', 'frontend/src/lib/b.ts', "import { Model } from 'objection';"],
    ['frontend-loads-no-server', 'frontend/src/lib/c.ts', "import * as z from 'zod';"],
    ['frontend-loads-no-node', 'frontend/src/lib/d.ts', "import { readFileSync } from 'node:fs';"],
    ['strangers-texts-are-parsed-restricted', 'workers/main.ts', "import parse from 'remark-parse';"],
    ['migrations-import-nothing', 'migrations/1_a.ts', "import { x } from '#domain/x.ts';", 'domain/x.ts'],
    ['migrations-import-only-types', 'migrations/2_a.ts', "import knex from 'knex';"],
    ['ops-starts-processes', 'ops/scripts/a.ts', "import { x } from '#api/main.ts';", 'api/main.ts'],
    ['nothing-imports-ops', 'domain/a/b.ts', "import { x } from '#ops/scripts/x.ts';", 'ops/scripts/x.ts'],
    ['tests-use-testing-and-sandbox', 'domain/a/b.test.ts', "import { x } from '#ops/scripts/x.ts';", 'ops/scripts/x.ts'],
    ['clients-stand-alone', 'clients/typescript/a.ts', "import { x } from '#contract/x.ts';", 'contract/x.ts'],
    ['clients-are-for-ops-and-tests', 'api/f.routes.ts', "import { x } from '#clients/typescript/x.ts';", 'clients/typescript/x.ts'],
    ['only-domain-touches-postgres', 'api/d.routes.ts', "import knex from 'knex';"],
    ['only-domain-touches-postgres', 'workers/d.processors.ts', "import { Model } from 'objection';"],
    ['only-api-speaks-http', 'domain/a/c.command.ts', "import koa from 'koa';"],
    ['vendors-behind-clients', 'domain/a/d.command.ts', "import { generateText } from 'ai';"],
    ['vendors-behind-clients', 'workers/e.processors.ts', "import { xai } from '@ai-sdk/xai';"],
    [
      'engine-knows-no-kind',
      'domain/platform/runs/g.ts',
      "import type { T } from '#contract/a/x.contract.ts';",
      'contract/a/x.contract.ts',
    ],
    ['engine-knows-no-kind', 'workers/platform/h.ts', "import { x } from '#workers/a/a.processors.ts';", 'workers/a/a.processors.ts'],
    ['domain-features-keep-their-models', 'domain/a/e.queries.ts', "import { T } from '#domain/b/b.model.ts';", 'domain/b/b.model.ts'],
    ['domain-features-call-commands', 'domain/a/f.command.ts', "import { x } from '#domain/b/inner.ts';", 'domain/b/inner.ts'],
    ['domain-platform-knows-no-feature', 'domain/platform/a.ts', "import { x } from '#domain/b/b.command.ts';", 'domain/b/b.command.ts'],
    ['models-stay-in-domain', 'api/e.routes.ts', "import { x } from '#domain/b/b.model.ts';", 'domain/b/b.model.ts'],
    [
      'frontend-features-do-not-meet',
      'frontend/src/features/a/a.tsx',
      "import { x } from '#frontend/features/b/b.tsx';",
      'frontend/src/features/b/b.tsx',
    ],
    [
      'frontend-features-know-no-page',
      'frontend/src/features/a/b.tsx',
      "import { x } from '#frontend/pages/p.tsx';",
      'frontend/src/pages/p.tsx',
    ],
    [
      'frontend-foundations-know-no-feature',
      'frontend/src/ui/a.tsx',
      "import { x } from '#frontend/features/b/b.tsx';",
      'frontend/src/features/b/b.tsx',
    ],
    ['factories-are-for-tests', 'domain/a/g.command.ts', "import { x } from './a.factory.ts';", 'domain/a/a.factory.ts'],
    ['no-drawer', 'domain/a/index.ts', "export * from './x.ts';", 'domain/a/x.ts'],
    ['no-import-of-a-drawer', 'domain/a/h.command.ts', "import { x } from './utils.ts';", 'domain/a/utils.ts'],
    ['no-cycles', 'domain/a/i.ts', "import { x } from './j.ts';\nexport const y = x;", 'domain/a/j.ts'],
    ['imports-resolve', 'domain/a/k.ts', "import { x } from './gone.ts';"],
  ];

  /** The violations of all planted files, checked in one run, because each breaks only its own rule. */
  let seen: string[] | undefined;

  it.each(PLANTED)('%s: sees what %s does wrong', async (rule, from) => {
    const targets = PLANTED.flatMap(([, , , to]) => (to ? [[to, VALUE]] : []));
    const circle = ['domain/a/j.ts', "import { y } from './i.ts';\nexport const x = 1 + y;"];
    seen ??= await judge(Object.fromEntries([...targets, circle, ...PLANTED.map(([, file, text]) => [file, `${text}\n`])]));
    expect(seen).toContain(`${rule}: ${from}`);
  });

  it('has a planted violation for every rule, and every rule gives advice', () => {
    const { forbidden } = createRequire(import.meta.url)('./arrows.config.cjs') as { forbidden: { name: string; comment: string }[] };
    expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(new Set(forbidden.map((rule) => rule.name)));
    for (const rule of forbidden) expect(rule.comment.length, rule.name).toBeGreaterThan(20);
  });
});

describe('the folders of domain/', () => {
  /** Writes files and returns which folders import each other. */
  async function foldersOf(files: Record<string, string>) {
    await judge(files);
    return (await checkArrows(tree)).folders;
  }
  const NONE = { pairs: [], byType: [], rings: [] };
  const A = { 'domain/a/a.queries.ts': VALUE };
  const A_AND_B = { ...A, 'domain/b/b.queries.ts': "import { x } from '#domain/a/a.queries.ts';\nexport const y = x;\n" };

  it('point one way', async () => {
    expect(await foldersOf(A_AND_B)).toEqual(NONE);
  });

  it('do not import each other, even through different files', async () => {
    const { pairs, rings } = await foldersOf({ ...A_AND_B, 'domain/a/a.command.ts': "import { y } from '#domain/b/b.queries.ts';\n" });
    expect(pairs).toEqual([['a', 'b']]);
    expect(rings).toContainEqual({ from: 'a', to: 'b', values: ['domain/a/a.command.ts → domain/b/b.queries.ts'], types: [] });
  });

  it('do not import each other in a ring', async () => {
    const { pairs, rings } = await foldersOf({
      ...A_AND_B,
      'domain/c/c.queries.ts': "import { y } from '#domain/b/b.queries.ts';\nexport const z = y;\n",
      'domain/a/a.command.ts': "import { z } from '#domain/c/c.queries.ts';\n",
      'domain/d/d.queries.ts': "import { z } from '#domain/c/c.queries.ts';\n",
    });
    expect(pairs).toEqual([]);
    expect(rings.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(['a c', 'b a', 'c b']);
  });

  it('do not import each other by types alone either, which is reported separately', async () => {
    const byType = { 'domain/a/a.command.ts': "import type { T } from '#domain/b/t.ts';\n", 'domain/b/t.ts': VALUE };
    expect(await foldersOf({ ...A_AND_B, ...byType })).toEqual({
      ...NONE,
      byType: [{ from: 'a', to: 'b', values: [], types: ['domain/a/a.command.ts → domain/b/t.ts'] }],
    });
  });

  it('may import each other in tests, and in the registries beside them', async () => {
    const registry = "import { x } from './a/a.queries.ts';\nimport { y } from './b/b.queries.ts';\n";
    const test = "import { y } from '#domain/b/b.queries.ts';\n";
    expect(await foldersOf({ ...A_AND_B, 'domain/a/a.test.ts': test, 'domain/ports.ts': registry })).toEqual(NONE);
  });
});

describe('this repository', () => {
  it('OPS-04 has the named folders at its top, and uses the named packages', async () => {
    const rooms = await Promise.all(
      ['frontend', 'api', 'workers', 'queues', 'migrations', 'ops'].map((room) => stat(path.join(ROOT, room))),
    );
    expect(rooms.map((room) => room.isDirectory())).toEqual([true, true, true, true, true, true]);
    const { dependencies, devDependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(
      expect.arrayContaining(['koa', 'bullmq', 'objection', 'knex', 'react', '@mui/material']),
    );
  });
});
