import type { Plugin } from 'vite';
import type { Endpoint } from '#contract/platform/endpoint.ts';

/** What of an endpoint's declaration only servers, the OpenAPI document and tests read. No code of the frontend may read it. */
export const FOR_SERVERS: readonly (keyof Endpoint)[] = [
  'summary',
  'scopes',
  'personOnly',
  'publicAs',
  'link',
  'readBy',
  'opensNothing',
  'namesOpen',
  'marks',
  'example',
  'offline',
];

/** The part of a syntax tree (ESTree) that is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly key?: Node;
  readonly properties?: readonly Node[];
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly init?: Node | null;
  readonly declarations?: readonly Node[];
  readonly declaration?: Node | null;
}

/** Returns the properties of the objects that a module passes to `defineEndpoint`, which is called at its top only. */
const declaredIn = (body: readonly Node[]): Node[] =>
  body
    .flatMap(({ declaration }) => declaration?.declarations ?? [])
    .flatMap(({ init }) => (init?.callee?.name === 'defineEndpoint' ? (init.arguments ?? []) : []))
    .flatMap(({ properties }) => properties ?? []);

/**
 * Takes what only servers read out of the declarations of endpoints, so that one place can say all of an endpoint and browsers load no more for it.
 * What it takes out is blank, and everything else stays in its line and column.
 */
export const declaredForServers = (): Plugin => ({
  name: 'declared-for-servers',
  transform: {
    filter: { id: /\/contract\/.*\.contract\.ts$/ },
    handler(code) {
      const taken = declaredIn(this.parse(code).body as unknown as Node[]).filter(({ key }) =>
        (FOR_SERVERS as readonly (string | undefined)[]).includes(key?.name),
      );
      if (taken.length === 0) return null;
      let left = code;
      for (const { start, end } of taken) {
        const after = code[end] === ',' ? end + 1 : end;
        left = left.slice(0, start) + code.slice(start, after).replaceAll(/[^\n]/g, ' ') + left.slice(after);
      }
      return { code: left, map: null };
    },
  },
});
