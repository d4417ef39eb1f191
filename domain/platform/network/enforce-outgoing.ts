import dgram from 'node:dgram';
import dns from 'node:dns';
import { Agent } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect, isIP, Socket, type LookupFunction } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { logger } from '#domain/platform/logger.ts';
import { setStoreSockets } from '#queues/platform/store-socket.ts';
import { noteOutgoing, outgoing, OutgoingRefused, purposeOf, socketFor } from './outgoing.ts';
import { mayReach, permitFor, PURPOSES, type Bounds, type Permit, type Purpose } from './purposes.ts';

let isEnforced = false;

/**
 * From now on, refuses every connection of this process without a purpose or to a place that its purpose does not allow, and cuts
 * connections that exceed its limits. Everything that Node offers passes through one of these: a socket's `connect` (`net`, `tls`, `http`,
 * `https`, `http2`, `fetch`), the two pools that reuse a connection (agents of `http`, the dispatcher of `fetch`), names (`dns`) and
 * datagrams.
 */
export function enforceOutgoing(): void {
  if (isEnforced) return;
  isEnforced = true;
  setStoreSockets(socketFor);
  guardSockets();
  guardAgents();
  guardFetch();
  guardNames();
  guardDatagrams();
  syncBuiltinESMExports();
}

/** @throws OutgoingRefused */
function permit(purpose: Purpose | null, host: string, port: number): Permit {
  const allowed = purpose === null ? null : permitFor(purpose, host, port);
  if (allowed) return allowed;
  throw refused(purpose, host, port);
}

function refused(purpose: Purpose | null, host: string, port: number): OutgoingRefused {
  noteOutgoing({ purpose, outcome: 'refused', host, port });
  const error = new OutgoingRefused(purpose, `${host}:${port}`);
  logger().error({ err: error, purpose, host, port }, 'outgoing: connection refused');
  return error;
}

interface Target {
  readonly host?: string | null;
  readonly port?: number | string;
  readonly path?: string | null;
  /** A path as `http` names it. */
  readonly socketPath?: string;
  readonly lookup?: LookupFunction;
}

/** Reads the arguments of `connect`: options, a path, or a port and a host; Node itself passes them as one list. */
function targetOf(args: readonly unknown[]): { target: Target; listener: unknown } {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as readonly unknown[]) : args;
  const listener = [...(Array.isArray(args[0]) ? args[0] : args)].findLast((one) => typeof one === 'function');
  if (typeof first === 'object' && first !== null) return { target: first, listener };
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { target: { path: first }, listener };
  return { target: { port: first as number, host: typeof second === 'string' ? second : 'localhost' }, listener };
}

function guardSockets(): void {
  const open = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  const guarded = function guarded(this: Socket, ...args: unknown[]): Socket {
    const purpose = purposeOf(this);
    const { target, listener } = targetOf(args);
    const [host, port] = [target.path ?? target.host ?? 'localhost', target.path ? 0 : Number(target.port ?? 0)];
    let permitted: Permit;
    try {
      permitted = target.path ? permitPath(purpose, host) : permit(purpose, host, port);
    } catch (error) {
      // like any failed connection: its owner learns of it from the socket
      return this.destroy(error as Error);
    }
    noteOutgoing({ purpose, outcome: 'opened', host, port });
    const bounds: Bounds | null = PURPOSES[purpose!].bounds;
    if (bounds) watch(this, purpose!, bounds, { host, port });
    // the address is checked when connecting, because a name may resolve differently the next time
    const isName = !target.path && isIP(host) === 0 && purpose !== 'database' && purpose !== 'redis';
    const options = isName ? [{ ...target, lookup: checkedLookup(purpose!, permitted, target.lookup) }, listener] : args;
    return outgoing(purpose, () => open.apply(this, options));
  };
  Socket.prototype.connect = guarded as typeof Socket.prototype.connect;
}

/** Tells whether it is a socket of the file system: the database's, or a test's. */
function permitPath(purpose: Purpose | null, path: string): Permit {
  if (purpose === 'database' || purpose === 'redis' || purpose === 'test') return { isPublic: false };
  throw refused(purpose, path, 0);
}

/** Resolves a name, and fails when none of its addresses is allowed. */
const checkedLookup =
  (purpose: Purpose, permitted: Permit, lookup: LookupFunction = dns.lookup as LookupFunction): LookupFunction =>
  (host, options, found) =>
    lookup(host, options, (error, addresses, family) => {
      const list = Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses];
      if (error || list.every((address) => mayReach(purpose, address, permitted))) return found(error, addresses as string, family);
      found(refused(purposeOf(), host, 0), []);
    });

/** A kept-alive connection is reused without `connect`. */
function guardAgents(): void {
  const prototype = Agent.prototype as unknown as { addRequest(request: unknown, options: Target): void };
  const { addRequest } = prototype;
  prototype.addRequest = function guarded(this: unknown, request: { onSocket(socket: null, error: unknown): void }, options: Target): void {
    try {
      if (options.socketPath) permitPath(purposeOf(), options.socketPath);
      else permit(purposeOf(), options.host ?? 'localhost', Number(options.port ?? 80));
    } catch (error) {
      // reported as the agent reports a failed connection
      return request.onSocket(null, error);
    }
    addRequest.call(this, request, options);
  } as typeof addRequest;
}

interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: unknown): boolean;
}
type MakeDispatcher = new (options: object) => Dispatcher;
interface ConnectOptions {
  readonly hostname: string;
  readonly protocol: string;
  readonly port: string;
  readonly servername?: string;
}

/** The symbols under which Node's `fetch` finds its dispatcher; the second is that of Node 24. */
const DISPATCHERS = ['undici.globalDispatcher.2', 'undici.globalDispatcher.1'].map((name) => Symbol.for(name));

/** `fetch` takes each purpose's connections from a separate pool, so that a pooled connection never serves another purpose. */
function guardFetch(): void {
  // the first access loads it
  void new Headers();
  const realm = globalThis as unknown as Record<symbol, Dispatcher>;
  const place = DISPATCHERS.find((symbol) => realm[symbol] !== undefined)!;
  const Pools = realm[place]!.constructor as MakeDispatcher;
  const pools = new Map<Purpose, Dispatcher>();
  const poolsOf = (purpose: Purpose): Dispatcher => {
    const bounds: Bounds | null = PURPOSES[purpose].bounds;
    const made =
      pools.get(purpose) ?? new Pools({ connect: connectorFor(purpose), ...(bounds && { maxResponseSize: bounds.answerBytes }) });
    pools.set(purpose, made);
    return made;
  };
  realm[place] = {
    dispatch(options, handler) {
      const { protocol, hostname, port } = new URL(options.origin!);
      const purpose = purposeOf();
      permit(purpose, hostname.replace(/^\[|\]$/g, ''), Number(port || (protocol === 'https:' ? 443 : 80)));
      return poolsOf(purpose!).dispatch(options, handler);
    },
  };
}

const connectorFor =
  (purpose: Purpose) =>
  ({ hostname, protocol, port, servername }: ConnectOptions, done: (error: Error | null, socket: Socket | null) => void): Socket =>
    outgoing(purpose, () => {
      const isPlain = protocol !== 'https:';
      const host = hostname.replace(/^\[|\]$/g, '');
      const to = { host, port: Number(port || (isPlain ? 80 : 443)), noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
      const name = servername || (isIP(host) === 0 ? host : undefined);
      const socket = isPlain ? connect(to) : connectTls({ ...to, ...(name && { servername: name }), ALPNProtocols: ['http/1.1'] });
      const failed = (error: Error) => done(error, null);
      socket.once('error', failed);
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        socket.off('error', failed);
        done(null, socket);
      });
      return socket;
    });

/** Every lookup that `dns` offers, with callbacks and promises. */
const QUESTIONS = /^(lookup|lookupService|reverse|resolve(\w+)?)$/;

function guardNames(): void {
  for (const owner of [dns, dns.Resolver.prototype, dns.promises, dns.promises.Resolver.prototype]) {
    const asked = owner as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const name of Object.getOwnPropertyNames(owner).filter((one) => QUESTIONS.test(one))) {
      const ask = asked[name]!;
      asked[name] = function guarded(this: unknown, host: unknown, ...rest: unknown[]) {
        // addresses and this machine's own name need no query
        if (purposeOf() !== null || (name === 'lookup' && (isIP(String(host)) !== 0 || host === 'localhost')))
          return ask.call(this, host, ...rest);
        const error = refused(null, String(host), 53);
        const done = rest.findLast((one) => typeof one === 'function');
        if (!done) return Promise.reject(error);
        process.nextTick(done, error);
        return undefined;
      };
    }
  }
}

/** No code of ours sends datagrams. */
function guardDatagrams(): void {
  for (const name of ['send', 'connect'] as const)
    dgram.Socket.prototype[name] = () => {
      throw refused(purposeOf(), 'datagram', 0);
    };
}

interface Watched {
  readonly purpose: Purpose;
  readonly bounds: Bounds;
  readonly place: { readonly host: string; readonly port: number };
  readonly since: number;
  sent: number;
  received: number;
  /** When data was last sent, when it last moved in either direction, and the bytes received by the time of the last send. */
  sentAt: number;
  movedAt: number;
  base: number;
}

const LOOK_EVERY_MS = 250;
const watched = new Map<Socket, Watched>();
let timer: NodeJS.Timeout | null = null;

/** Ends a connection that exceeds its purpose's limits. */
function watch(socket: Socket, purpose: Purpose, bounds: Bounds, place: Watched['place']): void {
  const now = performance.now();
  watched.set(socket, { purpose, bounds, place, since: now, sent: 0, received: 0, sentAt: now, movedAt: now, base: 0 });
  socket.once('close', () => watched.delete(socket));
  timer ??= setInterval(look, LOOK_EVERY_MS).unref();
}

function look(): void {
  const now = performance.now();
  for (const [socket, seen] of watched) {
    const { bytesWritten, bytesRead } = socket;
    if (bytesWritten !== seen.sent) [seen.sentAt, seen.base] = [now, bytesRead];
    if (bytesWritten !== seen.sent || bytesRead !== seen.received) seen.movedAt = now;
    [seen.sent, seen.received] = [bytesWritten, bytesRead];
    const excess = socket.connecting ? now - seen.since > seen.bounds.connectMs && 'connecting' : excessOf(seen, now);
    if (excess) cut(socket, seen, excess);
  }
  if (watched.size > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
}

function excessOf({ bounds, received, base, sentAt, movedAt }: Watched, now: number): string | false {
  if (received - base > bounds.answerBytes) return 'the size of the answer';
  if (now - movedAt > bounds.silentMs) return 'silence';
  return now - sentAt > bounds.answerMs && 'the time of the answer';
}

function cut(socket: Socket, { purpose, place }: Watched, excess: string): void {
  watched.delete(socket);
  noteOutgoing({ purpose, outcome: 'cut', ...place });
  const error = new OutgoingRefused(purpose, `${place.host}:${place.port}: limit of ${excess}`);
  // an idle kept-alive connection has no listener for the error
  socket.destroy(socket.listenerCount('error') > 0 ? error : undefined);
}
