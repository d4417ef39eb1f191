import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { KEY_SCOPE_IDS, KEY_SCOPES, type KeyHolder } from '#contract/identity/key-scopes.ts';
import { keyAccess, mayKeyCall } from '#contract/key-access.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks/webhook-events.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const API_PAGE = path.join(ROOT, 'docs/api.md');

/** A single type for all refusals: a problem document at every operation would make up most of the types. */
const REFUSED = {
  description: 'A problem document.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

interface Operation {
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Returns the part of the OpenAPI document that programs can use: public operations, and those that some API key can call. */
function documentOfPrograms(): Document {
  const printed = execFileSync(process.execPath, ['api/platform/openapi/print-openapi.ts'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const isExample = (name: string) => name === 'example' || name === 'examples';
  const document = JSON.parse(printed.toString(), (name, value) => (isExample(name) ? undefined : value)) as Document;
  const isForPrograms = ({ security }: Operation) => security.length === 0 || security.some((requirement) => 'key' in requirement);
  const paths = Object.entries(document.paths).flatMap(([address, operations]) => {
    const kept = Object.entries(operations).filter(([, operation]) => isForPrograms(operation));
    const short = kept.map(([method, operation]) => {
      const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
      return [method, { ...operation, responses: { ...Object.fromEntries(answers), default: REFUSED } }];
    });
    return short.length > 0 ? [[address, Object.fromEntries(short)]] : [];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Returns the client's types (`clients/typescript/schema.ts`), generated from the OpenAPI document. */
export async function clientTypes(): Promise<string> {
  // the generator builds its output with the compiler's JavaScript API, which TypeScript 7 no longer has
  const hooks = registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) });
  const { default: openapiTS, astToString } = await import('openapi-typescript').finally(() => hooks.deregister());
  const types = astToString(await openapiTS(documentOfPrograms() as never));
  return `// Generated from the OpenAPI document by \`npm run client\`.\n${types.replaceAll('    ', ' ')}`;
}

/** Returns every endpoint that is not public. */
const guarded = (): Endpoint[] => ENDPOINTS.filter(({ auth }) => auth !== 'public');
const addressOf = ({ method, path: address }: Endpoint): string => `${method} ${address}`;

/** A tool of the MCP server, as printed by `print-tools.ts`. */
interface Tool {
  readonly name: string;
  readonly title: string;
  /** The scopes, any one of which opens it. */
  readonly scopes: readonly string[];
  readonly isForApps: boolean;
}

const tools = (): Tool[] =>
  JSON.parse(execFileSync(process.execPath, ['api/mcp/print-tools.ts'], { cwd: ROOT, maxBuffer: 1024 * 1024 }).toString()) as Tool[];

/**
 * Returns a table of the scopes that open each endpoint and MCP tool: a line for each, a column per scope; `●` allowed, `·` refused, and
 * the reason why no key may. A connected app (OAuth) has at most the scopes granted to it, and uses only tools.
 */
export function scopeTable(): string {
  const width = Math.max(...guarded().map((endpoint) => addressOf(endpoint).length));
  const legend = KEY_SCOPE_IDS.map((scope, at) => `${String.fromCodePoint(65 + at)} ${scope}`).join('   ');
  const letters = KEY_SCOPE_IDS.map((_, at) => String.fromCodePoint(65 + at)).join(' ');
  const lines = guarded().map((endpoint) => {
    const access = keyAccess(endpoint);
    const marks = KEY_SCOPE_IDS.map((scope) => (mayKeyCall(endpoint, [scope]) ? '●' : '·')).join(' ');
    return `${addressOf(endpoint).padEnd(width)}  ${marks}  ${'refused' in access ? access.refused : ''}`.trimEnd();
  });
  const toolLines = tools().map(({ name, scopes, isForApps }) => {
    const marks = KEY_SCOPE_IDS.map((scope) => (scopes.includes(scope) ? '●' : '·')).join(' ');
    return `${`/mcp ${name}`.padEnd(width)}  ${marks}  ${isForApps ? 'connected programs too' : 'API keys only'}`;
  });
  const apps = `Connected programs (OAuth): ${APP_SCOPES.join(', ')} at most, and only at /mcp.`;
  return [legend, apps, '', `${''.padEnd(width)}  ${letters}`, ...lines, '', ...toolLines, ''].join('\n');
}

const HOLDERS: Readonly<Record<KeyHolder, string>> = { account: 'account', organisation: 'organisation', operator: 'operators' };

/** Returns the tables of docs/api.md: the endpoints of each scope, and those refused to every key. */
export function scopeMarkdown(): string {
  const opened = KEY_SCOPE_IDS.map((scope) => {
    const { name, about, holders } = KEY_SCOPES[scope];
    const count = guarded().filter((endpoint) => mayKeyCall(endpoint, [scope])).length;
    const who = [
      ...holders.map((holder) => HOLDERS[holder]),
      ...((APP_SCOPES as readonly string[]).includes(scope) ? ['connected programs'] : []),
    ];
    return `| \`${scope}\` | ${inEnglish(name)}. ${inEnglish(about)} | ${who.join(', ')} | ${count} |`;
  });
  const reasons = Map.groupBy(guarded(), (endpoint) => {
    const access = keyAccess(endpoint);
    return 'refused' in access ? access.refused : null;
  });
  const refused = [...reasons].flatMap(([why, endpoints]) =>
    why === null ? [] : [`| ${why} | ${endpoints.map(({ name }) => `\`${name}\``).join(' ')} |`],
  );
  return [
    '| Scope | What it allows | Keys of | Endpoints |',
    '|---|---|---|---|',
    ...opened,
    '',
    '| Refused to every key, because | Endpoints |',
    '|---|---|',
    ...refused,
    '',
    '| Tool of `/mcp` | What it does | Scope |',
    '|---|---|---|',
    ...tools().map(({ name, title, scopes }) => `| \`${name}\` | ${title} | ${scopes.map((scope) => `\`${scope}\``).join(' or ')} |`),
    '',
  ].join('\n');
}

/** Returns the table of webhook events in docs/api.md. */
function eventMarkdown(): string {
  const rows = Object.entries(WEBHOOK_EVENTS).map(([event, { name, about, holders, object, data }]) => {
    const fields = Object.entries(z.toJSONSchema(data).properties ?? {}).map(
      ([field, shape]) => `\`${field}\` ${shapeWords(shape as Shape)}`,
    );
    const heardBy = holders.map((holder) => HOLDERS[holder]).join(', ');
    return `| \`${event}\` | ${inEnglish(name)}. ${inEnglish(about)} | ${heardBy} | ${object} | ${fields.join('; ') || '—'} |`;
  });
  return ['| Event | When | Heard by | Object | `data` |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly anyOf?: readonly Shape[];
}

/** Longer enumerations, such as the kinds of work, are only in the OpenAPI document. */
const MOST_CHOICES = 6;

function shapeWords({ type, enum: choices, const: only, anyOf }: Shape): string {
  if (only !== undefined) return only;
  if (anyOf) return anyOf.map(shapeWords).join(' or ');
  if (choices) return choices.length > MOST_CHOICES ? 'text' : choices.join(', ');
  return type === 'string' ? 'text' : (type ?? 'anything');
}

/** Matches a part of docs/api.md that is generated from the contract. */
const partOf = (name: string) => new RegExp(`(?<=<!-- ${name}: written by \`npm run client\` -->\\n)[^]*?(?=<!-- end -->)`);
const PARTS = { scopes: scopeMarkdown, events: eventMarkdown };

/** Returns docs/api.md with its tables generated from the contract. @throws if the page lacks the place for one */
export function apiPage(page = readFileSync(API_PAGE, 'utf8')): string {
  return Object.entries(PARTS).reduce((text, [name, write]) => {
    if (!partOf(name).test(text)) throw new Error(`docs/api.md has no place for the ${name}`);
    return text.replace(partOf(name), () => `\n${write()}\n`);
  }, page);
}
