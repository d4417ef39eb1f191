import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

interface Upstream {
  readonly port: number;
  isReady: boolean;
  open: number;
}

export interface Proxy {
  readonly url: string;
  /** Returns how many requests were retried on another upstream because the first did not accept them. */
  retries(): number;
  isReady(port: number): boolean;
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 300;
const GIVE_UP_AFTER_MS = 10_000;
const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Starts a proxy like one in production: checks each upstream's readiness, keeps connections open, sends a request to the ready upstream
 * with the fewest open ones, and retries on another only if the request was not processed: after a refused connection, or, where that is
 * harmless, after one that broke before an answer began.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const upstreams: Upstream[] = ports.map((port) => ({ port, isReady: false, open: 0 }));
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  let retries = 0;
  const look = setInterval(() => void Promise.all(upstreams.map(ask)), CHECK_EVERY_MS);
  await Promise.all(upstreams.map(ask));

  const server: Server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => undefined);
    void passOn(incoming, socket, head);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function choose(): Upstream | undefined {
    return upstreams.filter(({ isReady }) => isReady).toSorted((one, other) => one.open - other.open)[0];
  }

  /** Forwards a socket to the first upstream that accepts the connection. */
  async function passOn(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    for (const until = Date.now() + GIVE_UP_AFTER_MS; Date.now() < until; await pause(50)) {
      const upstream = choose();
      if (!upstream) continue;
      const onward = connect(upstream.port, '127.0.0.1');
      const isTaken = await once(onward, 'connect').then(
        () => true,
        () => false,
      );
      if (!isTaken) continue;
      const headers = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
      return;
    }
    socket.destroy();
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    for (const until = Date.now() + GIVE_UP_AFTER_MS; Date.now() < until; await pause(50)) {
      const upstream = choose();
      if (!upstream) continue;
      upstream.open += 1;
      const failure = await send(upstream, incoming, body, outgoing).finally(() => (upstream.open -= 1));
      if (failure === null) return;
      const isUnsent = failure === 'ECONNREFUSED';
      if (isUnsent) upstream.isReady = false;
      if (outgoing.headersSent || !(isUnsent || HARMLESS.has(incoming.method ?? ''))) break;
      retries += 1;
    }
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  }

  /** @returns the error code; null if the answer was forwarded */
  function send(upstream: Upstream, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<string | null> {
    return new Promise((resolve) => {
      const { method, url, headers } = incoming;
      const onward = request({ port: upstream.port, host: '127.0.0.1', agent, method, path: url, headers }, (answer) => {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...passed } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, passed);
        answer.pipe(outgoing);
        answer.once('end', () => resolve(null));
        answer.once('error', () => resolve('broken'));
      });
      onward.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken'));
      onward.end(body);
    });
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retries: () => retries,
    isReady: (port) => upstreams.some((upstream) => upstream.port === port && upstream.isReady),
    async stop() {
      clearInterval(look);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function ask(upstream: Upstream): Promise<void> {
  upstream.isReady = await fetch(`http://127.0.0.1:${upstream.port}/api/health/ready`, { signal: AbortSignal.timeout(3_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
