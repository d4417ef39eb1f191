import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOCK = "vi.mock('#domain/vendors/llm/call-model.ts', () => ({}));";
const STUB = "vi.stubGlobal('fetch', () => undefined);";
const LOG = "console.log('a swarm');";

/** Files, and what the linter says of each: the rule and the beginning of its message. */
const FOUND = [
  ['domain/bees/hive.test.ts', MOCK, 'Mocks a vendor or our own code; tests ask the sandbox'],
  ['workers/bees/hive.factory.ts', MOCK, 'Mocks a vendor or our own code; tests ask the sandbox'],
  ['api/bees/hive.test.ts', STUB, 'Stubs a part of Node.js; tests ask the sandbox'],
  ['domain/bees/hive.ts', LOG, 'console'],
  ['queues/hives.jobs.ts', LOG, 'console'],
  ['workers/bees/bees.processors.ts', LOG, 'console'],
] as const;
const ALLOWED = [
  ['frontend/src/features/bees/hive.test.ts', STUB],
  ['domain/bees/swarm.test.ts', LOG],
  ['ops/scripts/hives.ts', LOG],
  ['api/main.ts', LOG],
] as const;

describe('the linter', () => {
  let checkout: string;
  let said: Map<string, string[]>;
  beforeAll(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'lint-rules-'));
    copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(checkout, '.oxlintrc.json'));
    for (const [name, text] of [...FOUND, ...ALLOWED]) {
      mkdirSync(path.dirname(path.join(checkout, name)), { recursive: true });
      writeFileSync(path.join(checkout, name), text.startsWith('vi') ? `import { vi } from 'vitest';\n${text}\n` : `${text}\n`);
    }
    const linter = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [linter, '--format', 'json'], { cwd: checkout, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string; help?: string }[] };
    said = new Map(
      [...Map.groupBy(diagnostics, ({ filename }) => filename)].map(([name, found]) => [
        name,
        found.map(({ message, help }) => `${message} ${help ?? ''}`),
      ]),
    );
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  it.each(FOUND)('finds in %s: %s', (name, _text, says) => expect(said.get(name)).toEqual([expect.stringContaining(says)]));
  it.each(ALLOWED)('allows in %s: %s', (name) => expect(said.get(name)).toBeUndefined());
});
