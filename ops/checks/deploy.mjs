// Checks the deployment files: the Dockerfile with the linter that editors use, the compose file for its required settings.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';

/**
 * CommonJS, as the editors use it.
 * @type {{ validate: (text: string, rules: object) => { range: { start: { line: number } }, message: string }[] }}
 */
const { validate } = createRequire(import.meta.url)('dockerfile-utils');

const ROOT = path.resolve(import.meta.dirname, '../..');
const WARNING = 1;

/**
 * @param {string} text of a Dockerfile
 * @param {(file: string) => boolean} exists whether the build's context has it
 * @returns {string[]} the problems found
 */
export function dockerfileProblems(text, exists) {
  const found = validate(text, {
    deprecatedMaintainer: WARNING,
    directiveCasing: WARNING,
    emptyContinuationLine: WARNING,
    instructionCasing: WARNING,
    instructionCmdMultiple: WARNING,
    instructionEntrypointMultiple: WARNING,
    instructionHealthcheckMultiple: WARNING,
    instructionJSONInSingleQuotes: WARNING,
    instructionWorkdirRelative: WARNING,
  }).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
  const lines = text.split('\n').map((line) => line.trim());
  const stages = lines.flatMap((line) => /^FROM\s+(\S+)(?:\s+AS\s+(\S+))?$/.exec(line)?.slice(1, 3) ?? []).filter(Boolean);
  for (const line of lines) {
    const [, from = ''] = /^FROM\s+(\S+)/.exec(line) ?? [];
    const image = from.replace(/^\$\{(\w+)\}$/, (_, name) => text.match(new RegExp(`^ARG ${name}=(\\S+)$`, 'm'))?.[1] ?? from);
    if (image && !stages.slice(1).includes(image) && !/:\d+\.\d+\.\d+/.test(image)) found.push(`${image} is not pinned to a version`);
    const [, sources = ''] = /^COPY\s+(?!--from)(.+)\s+\S+$/.exec(line) ?? [];
    for (const source of sources.split(/\s+/).filter((word) => word && !exists(word))) found.push(`COPY ${source}: there is no such file`);
  }
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  if (!last.some((line) => /^USER\s+(?!root\b|0\b)\S+/.test(line))) found.push('it would run as root: the last stage has no USER');
  if (!last.some((line) => line.startsWith('HEALTHCHECK '))) found.push('the last stage has no HEALTHCHECK');
  return found;
}

/**
 * @typedef {object} Service
 * @property {string} [image]
 * @property {string} [restart]
 * @property {string} [stop_grace_period]
 * @property {Record<string, { condition?: string }>} [depends_on]
 * @property {string[]} [volumes]
 * @property {{ test?: string[], disable?: boolean }} [healthcheck]
 * @property {string[]} [command]
 */

/**
 * @param {string} text of a compose file
 * @param {string} caddyfile
 * @param {(file: string) => boolean} exists whether a file of the product exists
 * @returns {string[]} the problems found
 */
export function composeProblems(text, caddyfile, exists) {
  /** @type {{ services?: Record<string, Service>, volumes?: object }} */
  const composition = parse(text, { merge: true });
  const services = composition.services ?? {};
  const problems = [];
  const named = (/** @type {string} */ prefix) => Object.keys(services).filter((name) => name.startsWith(prefix));
  for (const [prefix, least] of /** @type {const} */ ([
    ['postgres', 1],
    ['valkey', 1],
    ['api-', 2],
    ['worker-', 2],
    ['caddy', 1],
  ]))
    if (named(prefix).length < least) problems.push(`fewer than ${least} of ${prefix}`);
  for (const [name, service] of Object.entries(services)) {
    if (!/:[^:]+$/.test(service.image ?? '')) problems.push(`${name} has no pinned image`);
    if (!service.restart) problems.push(`${name} has no restart policy`);
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {}))
      if (!services[needed]) problems.push(`${name} depends on ${needed}, which does not exist`);
      else if (condition === 'service_healthy' && !services[needed].healthcheck?.test)
        problems.push(`${name} waits for ${needed} to be healthy, but it has no healthcheck`);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (!/^[./]/.test(from) && !(from in (composition.volumes ?? {})))
        problems.push(`${name} uses the volume ${from}, which does not exist`);
    }
    for (const script of [...(service.command ?? []), ...(service.healthcheck?.test ?? [])].filter((word) => /\.(ts|mjs)$/.test(word)))
      if (!exists(script)) problems.push(`${name} runs ${script}, which does not exist`);
  }
  // longer than the processes' own grace periods
  for (const [prefix, least] of /** @type {const} */ ([
    ['api-', 20],
    ['worker-', 31],
  ]))
    for (const name of named(prefix))
      if (Number.parseInt(services[name]?.stop_grace_period ?? '0') < least) problems.push(`${name} is killed before it has drained`);
  // an image in OCI format has none of its own
  for (const name of [...named('api-'), ...named('worker-')])
    if (!services[name]?.healthcheck?.test) problems.push(`${name} has no healthcheck of its own`);
  for (const name of named('api-')) if (!caddyfile.includes(`${name}:3000`)) problems.push(`Caddy does not know ${name}`);
  return problems;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(ROOT, 'ops/deploy', name), 'utf8');
  const exists = (/** @type {string} */ file) => existsSync(path.join(ROOT, file));
  const problems = [
    ...dockerfileProblems(read('Dockerfile'), exists).map((problem) => `ops/deploy/Dockerfile: ${problem}`),
    ...composeProblems(read('compose.yaml'), read('Caddyfile'), exists).map((problem) => `ops/deploy/compose.yaml: ${problem}`),
  ];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
