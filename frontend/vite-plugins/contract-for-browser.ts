import { parseAst, type Plugin } from 'vite';

/** Keys of an endpoint the browser does not need, because the server validates shapes and TypeScript checks them at build time. */
const SERVER_SIDE_KEYS = new Set(['summary', 'owner', 'params', 'query', 'body', 'responses', 'errors', 'limit']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Property extends Node {
  readonly key?: { readonly name?: string };
}
interface Call extends Node {
  /** Absent for an object. */
  readonly callee?: { readonly name?: string };
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[];
}
interface Declaration extends Node {
  readonly declaration?: Declaration | null;
  readonly declarations?: readonly { readonly init: Node | null }[];
}

/** A call, or an object that contains calls, such as fields shared by several schemas. */
const isMade = ({ type, start, end }: Node, code: string): boolean =>
  type === 'CallExpression' || (type === 'ObjectExpression' && /\w\(/.test(code.slice(start, end)));

/** Start and end of each top-level `const x = call(…)` or `= { … call(…) }`, and of the properties in it that only the server reads. */
function findCalls(code: string): { calls: Call[]; properties: Property[] } {
  const body = parseAst(code).body as unknown as readonly Declaration[];
  const calls = body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && isMade(init, code) ? [init as Call] : []));
  const properties = calls
    .filter((call) => call.callee?.name === 'defineEndpoint')
    .flatMap((call) => call.arguments[0]?.properties ?? [])
    .filter((property) => SERVER_SIDE_KEYS.has(property.key?.name ?? ''));
  return { calls, properties };
}

/** Removes the server's properties, and marks every schema as pure so that unused ones are tree-shaken. */
export function stripServerProperties(code: string): string {
  const { calls, properties } = findCalls(code);
  const edits = [
    ...properties.map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' })),
    ...calls.flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]),
  ].sort((a, b) => b.start - a.start || b.end - a.end);
  return edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

/** Strips contract files for the browser, in development and in the build. */
export function contractForBrowser(): Plugin {
  return {
    name: 'contract-for-browser',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: (code) => ({ code: stripServerProperties(code), map: null }),
    },
  };
}
