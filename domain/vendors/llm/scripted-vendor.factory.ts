import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How the next request is answered. */
export type Act = (res: ServerResponse, req: IncomingMessage) => void;

export interface ScriptedVendor {
  /** Of Anthropic's API. */
  readonly baseURL: string;
  /** Sets the answers to the next requests, in order; the last one repeats. */
  play(...acts: Act[]): void;
  /** Bodies received, oldest first. */
  readonly bodies: Record<string, unknown>[];
  /** Resolves with the time (performance clock) at which a client disconnects before its answer is complete. */
  clientLeft(): Promise<number>;
  /** Resolves when the next request has arrived. */
  requested(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a test vendor that speaks Anthropic's event stream and follows a script. The sandbox is for whole courses. */
export async function startScriptedVendor(): Promise<ScriptedVendor> {
  const bodies: Record<string, unknown>[] = [];
  let script: Act[] = [];
  let left = Promise.withResolvers<number>();
  let arrived = Promise.withResolvers<void>();
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    res.on('close', () => {
      if (res.writableFinished) return;
      left.resolve(performance.now());
      left = Promise.withResolvers();
    });
    const act = script.length > 1 ? script.shift() : script[0];
    act?.(res, req);
    arrived.resolve();
    arrived = Promise.withResolvers();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    play: (...acts) => void (script = acts),
    bodies,
    clientLeft: () => left.promise,
    requested: () => arrived.promise,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const event = (data: { type: string; [key: string]: unknown }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const INPUT = { input_tokens: 80, cache_creation_input_tokens: 0, cache_read_input_tokens: 20 };
const OPENING =
  event({
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage: { ...INPUT, output_tokens: 1 },
    },
  }) + event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
const delta = (text: string) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
const ending = (reason: string) =>
  event({ type: 'content_block_stop', index: 0 }) +
  event({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 50 } }) +
  event({ type: 'message_stop' });

/** Begins an event stream with some text, in chunks of 12 characters, and leaves it open. */
const begin = (res: ServerResponse, text: string) => {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.write(OPENING + (text.match(/[\s\S]{1,12}/g) ?? []).map(delta).join(''));
};

/** Sends a whole answer: 100 tokens in, 20 of them cached, and 50 out. */
export const says =
  (text: string, reason = 'end_turn'): Act =>
  (res) => {
    begin(res, text);
    res.end(ending(reason));
  };
/** Sends a whole answer byte by byte, so that characters are split. */
export const saysByBytes =
  (text: string): Act =>
  async (res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const byte of Buffer.from(OPENING + delta(text) + ending('end_turn'))) {
      res.write(Buffer.from([byte]));
      await setImmediate();
    }
    res.end();
  };
/** Sends a whole answer, but keeps the connection open. */
export const lingers =
  (text: string): Act =>
  (res) => {
    begin(res, text);
    res.write(ending('end_turn'));
  };
/** Sends text, then nothing. */
export const answersHalf =
  (text: string): Act =>
  (res) =>
    begin(res, text);
/** Sends text in one chunk, then nothing. */
export const answersAtOnce =
  (text: string): Act =>
  (res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(OPENING + delta(text));
  };
/** Sends text, then resets the socket. */
export const cutsAfter =
  (text: string): Act =>
  (res) => {
    begin(res, text);
    void setImmediate().then(() => res.destroy());
  };
/** Sends text, then closes the stream cleanly, without the events that end an answer. */
export const stopsAfter =
  (text: string): Act =>
  (res) => {
    begin(res, text);
    res.end();
  };
/** Sends text, then an error event. */
export const errsAfter =
  (text: string, type: string, message: string): Act =>
  (res) => {
    begin(res, text);
    res.end(event({ type: 'error', error: { type, message } }));
  };
/** Accepts the request and sends nothing, not even headers. */
export const hangs: Act = () => {};
/** Sends an HTTP error in the vendor's form. */
export const fails =
  (status: number, message = 'no', headers: Record<string, string> = {}): Act =>
  (res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message } }));
  };
/** Answers 200 with something that is not an event stream. */
export const garbles: Act = (res) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end('{"id":"x","cont');
};
