import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTING_NAMES } from './config.ts';
import { aiService, SERVICES } from '#contract/platform/ai-services.ts';

it('docs/configuration.md has every setting that is read, and no other', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const firstCells = page.split('\n').flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? []);
  const named = firstCells
    .flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map((match) => match[1]!))
    .flatMap((name) =>
      name.startsWith('<') ? SERVICES.map((service) => name.replace('<SERVICE>', aiService(service).environment.own)) : [name],
    );
  for (const name of SETTING_NAMES)
    expect.soft(named.includes(name), `docs/configuration.md: add a row for ${name}, which domain/platform/config.ts reads`).toBe(true);
  for (const name of named)
    expect.soft(new Set<string>(SETTING_NAMES).has(name), `docs/configuration.md: ${name} is read nowhere; take its row out`).toBe(true);
});
