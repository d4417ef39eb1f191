import { lookup } from '#contract/platform/lookup.ts';
import { config, type Config } from '#domain/platform/config.ts';
import { reachOf } from './public-address.ts';

/** An allowed destination. A null port allows any. */
interface Place {
  readonly host: string | RegExp;
  readonly port: number | null;
  /** The name must resolve to a public address. */
  readonly isPublic?: boolean;
}

/** Limits on one connection's time and answers, in milliseconds and bytes; null: only the client's own limits apply. */
export interface Bounds {
  /** Time limit for connecting, in ms. */
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly silentMs: number;
  /** Per answer, counted from the last byte sent. */
  readonly answerMs: number;
  readonly answerBytes: number;
}

interface Rule {
  /** Read from the configuration at each connection. `own`: the caller names the place; only `socketFor` returns such a socket. */
  readonly places: 'own' | ((settings: Config) => readonly Place[]);
  /** Addresses named by strangers are also allowed if they are public. */
  readonly isForStrangers?: true;
  /** Google's library asks the machine's metadata service for credentials. No other purpose can reach a metadata service. */
  readonly asksMachine?: true;
  readonly bounds: Bounds | null;
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const MB = 1_000_000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = lookup({ 'https:': 443, 'http:': 80, 'smtp:': 587, 'smtps:': 465 });
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

function placeAt(address: string): Place {
  const { protocol, hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : (DEFAULT_PORTS[protocol] ?? null) };
}

/** Google's services, and the metadata service from which its library gets the machine's credentials. */
const GOOGLE: readonly Place[] = [
  { host: /^[\w-]+(\.[\w-]+)*\.googleapis\.com$/, port: 443 },
  { host: 'metadata.google.internal', port: 80 },
  { host: 'metadata.google.internal.', port: 80 },
  { host: '169.254.169.254', port: 80 },
];
const standInOr = (standIn: string | null): readonly Place[] => (standIn === null ? GOOGLE : [placeAt(standIn)]);

const QUICK: Bounds = { connectMs: 10 * SECOND, silentMs: MINUTE, answerMs: MINUTE, answerBytes: MB };

/** Addresses of AI services that administrators are testing right now. */
const tried = new Set<{ readonly address: string }>();

/** Runs a call with `ai` connections allowed to an address that is not saved yet. */
export async function tryingAddress<T>(address: string, call: () => Promise<T>): Promise<T> {
  const entry = { address };
  tried.add(entry);
  try {
    return await call();
  } finally {
    tried.delete(entry);
  }
}

/** Every destination of the api and the workers. All others are refused: see `enforceOutgoing`. */
export const PURPOSES = {
  database: { places: 'own', bounds: null },
  redis: { places: 'own', bounds: null },
  mail: {
    places: ({ mail }) => (mail.smtpUrl === null ? [] : [placeAt(mail.smtpUrl)]),
    bounds: { connectMs: 15 * SECOND, silentMs: 15 * SECOND, answerMs: 45 * SECOND, answerBytes: MB },
  },
  payments: {
    places: ({ payments }) => (payments.mode === 'off' ? [] : [{ host: payments.host, port: payments.port }]),
    bounds: { ...QUICK, answerBytes: 32 * MB },
  },
  storage: {
    places: ({ google }) => (google.mode === 'off' ? [] : standInOr(google.storageEndpoint)),
    asksMachine: true,
    // a viewer may pause a clip
    bounds: { ...QUICK, silentMs: 5 * MINUTE, answerMs: HOUR, answerBytes: 4_000 * MB },
  },
  video: {
    places: ({ google }) => (google.mode === 'off' ? [] : standInOr(google.vertexBaseUrl)),
    asksMachine: true,
    bounds: { ...QUICK, silentMs: 5 * MINUTE, answerMs: 5 * MINUTE, answerBytes: 64 * MB },
  },
  ai: {
    // texts, pictures, speech, moderation and batches, at vendors or compatible servers
    places: ({ vendors, accounts, privateConnections }) => [
      ...[...Object.values(vendors), ...Object.values(accounts)].map(({ baseURL, isStored }) => ({
        ...placeAt(baseURL),
        isPublic: isStored === true && !privateConnections,
      })),
      ...Object.values(vendors).flatMap(({ vertex }) =>
        vertex ? [{ ...placeAt(vertex.tokenAddress), isPublic: !privateConnections }] : [],
      ),
      ...[...tried].map(({ address }) => ({ ...placeAt(address), isPublic: !privateConnections })),
    ],
    bounds: { ...QUICK, silentMs: 10 * MINUTE, answerMs: HOUR, answerBytes: 300 * MB },
  },
  library: {
    places: ({ demoLibrary, library }) => [demoLibrary, library].flatMap((at) => (at === null ? [] : [placeAt(at)])),
    bounds: QUICK,
  },
  identity: {
    places: ({ providers }) => [
      ...[providers.google, providers.apple].flatMap((provider) => (provider ? [placeAt(provider.issuer)] : [])),
      // Google serves its keys and tokens at other addresses than its issuer's
      ...(providers.google ? GOOGLE.slice(0, 1) : []),
    ],
    bounds: { ...QUICK, answerMs: 30 * SECOND },
  },
  traces: { places: ({ tracing }) => (tracing ? [placeAt(tracing.endpoint)] : []), bounds: QUICK },
  errors: { places: ({ errorTracker }) => (errorTracker ? [placeAt(errorTracker.dsn)] : []), bounds: QUICK },
  sources: {
    places: () => [],
    isForStrangers: true,
    // a page may have half of this size
    bounds: { connectMs: 10 * SECOND, silentMs: 30 * SECOND, answerMs: 30 * SECOND, answerBytes: 100 * MB },
  },
  organisations: {
    // organisations' identity providers, named by their administrators; the sandbox's own on loopback
    places: ({ hasStandIns }) => (hasStandIns ? [{ host: '127.0.0.1', port: null }] : []),
    isForStrangers: true,
    bounds: { connectMs: 10 * SECOND, silentMs: 10 * SECOND, answerMs: 15 * SECOND, answerBytes: MB },
  },
  push: {
    // the sandbox's own push service
    places: ({ hasStandIns }) => (hasStandIns ? [{ host: '127.0.0.1', port: null }] : []),
    isForStrangers: true,
    bounds: { connectMs: 3 * SECOND, silentMs: 3 * SECOND, answerMs: 3 * SECOND, answerBytes: 64_000 },
  },
  lms: {
    // a stand-in for an LMS
    places: ({ hasStandIns }) => (hasStandIns ? [{ host: LOOPBACK, port: null }] : []),
    isForStrangers: true,
    bounds: { connectMs: 5 * SECOND, silentMs: 10 * SECOND, answerMs: 15 * SECOND, answerBytes: 2 * MB },
  },
  webhooks: {
    // a development machine's own receivers
    places: ({ hasStandIns }) => (hasStandIns ? [{ host: '127.0.0.1', port: null }] : []),
    isForStrangers: true,
    bounds: { connectMs: 10 * SECOND, silentMs: 10 * SECOND, answerMs: 10 * SECOND, answerBytes: 64_000 },
  },
  /** A test's own client; not used by the product. */
  test: { places: () => [{ host: LOOPBACK, port: null }], bounds: null },
} as const satisfies Record<string, Rule>;

export type Purpose = keyof typeof PURPOSES;

/** The addresses and ports of strangers that may be connected to; tests have a network of their own. */
export interface Strangers {
  readonly isAllowed: (address: string) => boolean;
  readonly ports: readonly number[];
}
const PUBLIC: Strangers = { isAllowed: (address) => reachOf(address) === 'public', ports: [80, 443] };
let strangers = PUBLIC;

/** For tests: replaces the addresses that strangers may name; null restores the public ones. */
export function setStrangers(other: Strangers | null): void {
  strangers = other ?? PUBLIC;
}

/** Permission to open a connection. `isPublic`: the name must resolve to a public address. */
export interface Permit {
  readonly isPublic: boolean;
}

/** Returns the permission to connect to a place. @returns null when the purpose does not allow it */
export function permitFor(purpose: Purpose, host: string, port: number): Permit | null {
  const permit = permitAt(purpose, host, port);
  // what a name resolves to is checked when connecting
  return permit && (reachOf(host) === 'name' || mayReach(purpose, host, permit)) ? permit : null;
}

function permitAt(purpose: Purpose, host: string, port: number): Permit | null {
  const rule: Rule = PURPOSES[purpose];
  if (rule.places === 'own') return { isPublic: false };
  const isListed = ({ host: listed, port: only }: Place) =>
    (typeof listed === 'string' ? listed === host : listed.test(host)) && (only === null || only === port);
  const listed = rule.places(purpose === 'test' ? NO_CONFIG : config()).filter(isListed);
  if (listed.length > 0) return { isPublic: listed.every(({ isPublic }) => isPublic === true) };
  return rule.isForStrangers && strangers.ports.includes(port) ? { isPublic: true } : null;
}

/** Stands in for the configuration in tests without one. */
const NO_CONFIG = {} as Config;

/** Tells whether a stranger's name or address may lead to an address: never to a metadata service, even in a network of a test's own. */
export const mayStrangersReach = (address: string): boolean => reachOf(address) !== 'metadata' && strangers.isAllowed(address);

/**
 * Tells whether a purpose may connect to an address. The one rule for every address, whether it was typed, resolved from a name, named by a
 * redirect or pinned before.
 */
export function mayReach(purpose: Purpose, address: string, { isPublic }: Permit): boolean {
  const rule: Rule = PURPOSES[purpose];
  if (isPublic) return mayStrangersReach(address);
  return rule.places === 'own' || rule.asksMachine === true || reachOf(address) !== 'metadata';
}
