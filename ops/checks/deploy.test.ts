import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { composeProblems, dockerfileProblems } from './deploy.mjs';

const read = (name: string): string => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const there = () => true;
const [dockerfile, compose, caddyfile] = [read('Dockerfile'), read('compose.yaml'), read('Caddyfile')];

it('the Dockerfile runs pinned, unprivileged and with a healthcheck; violations are reported', () => {
  expect(dockerfileProblems(dockerfile, there)).toEqual([]);
  const broken = (from: string | RegExp, to: string) => dockerfileProblems(dockerfile.replace(from, to), there).join('\n');
  expect(broken('USER node', '')).toContain('as root');
  expect(broken(/HEALTHCHECK.*/, '')).toContain('no HEALTHCHECK');
  expect(broken('26.10.0-bookworm-slim', 'latest')).toContain('not pinned');
  expect(broken('WORKDIR /app', 'WORKDIR app')).toContain('line 6');
  expect(broken('EXPOSE 3000', 'EXPOSE port')).toMatch(/line \d+/);
  expect(dockerfileProblems(dockerfile, (file) => file !== 'queues')).toEqual(['COPY queues: there is no such file']);
});

it('the composition has two of each process behind Caddy, and each can drain before it is killed', () => {
  expect(composeProblems(compose, caddyfile, there)).toEqual([]);
  const broken = (from: string, to: string) => composeProblems(compose.replaceAll(from, to), caddyfile, there).join('\n');
  expect(broken('  worker-2: *worker\n', '')).toContain('fewer than 2 of worker-');
  expect(broken('stop_grace_period: 40s', 'stop_grace_period: 10s')).toContain('worker-1 is killed before it has drained');
  expect(broken('  valkey: {}\n', '')).toContain('uses the volume valkey');
  const unhealthy = broken('test: [CMD, node, ops/deploy/healthcheck.mjs]', 'disable: true');
  for (const problem of ['worker-2 has no healthcheck of its own', 'caddy waits for api-1 to be healthy, but it has no healthcheck'])
    expect(unhealthy).toContain(problem);
  expect(composeProblems(compose, caddyfile, (file) => file !== 'ops/deploy/healthcheck.mjs')).toContain(
    'worker-1 runs ops/deploy/healthcheck.mjs, which does not exist',
  );
  expect(composeProblems(compose, '', there)).toContain('Caddy does not know api-1');
  expect(composeProblems(compose, caddyfile, (file) => file !== 'workers/main.ts')).toContain(
    'worker-1 runs workers/main.ts, which does not exist',
  );
});
