import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTING_NAMES } from './config.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';

it('docs/configuration.md has every setting that is read, and no other', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const firstCells = page.split('\n').flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? []);
  const named = firstCells
    .flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map((match) => match[1]!))
    .flatMap((name) => (name.startsWith('<') ? SERVICES.map((service) => name.replace('<SERVICE>', service.toUpperCase())) : [name]));
  expect(new Set(named)).toEqual(new Set(SETTING_NAMES));
});
