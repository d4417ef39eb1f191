// Checks the OpenAPI document with Redocly's linter; its rules are in redocly.yaml beside this file. It stays on this machine: no telemetry.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

const folder = mkdtempSync(path.join(tmpdir(), 'coursewright-openapi-'));
try {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(
    file,
    execFileSync(process.execPath, ['api/platform/openapi/print-openapi.ts'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }),
  );
  const linter = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'ops/checks/redocly.yaml', '--format', 'stylish', file];
  const { status, stdout, stderr } = spawnSync(process.execPath, linter, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
  });
  console.log(stdout, stderr);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
