import type { SandboxState } from './control/control-routes.ts';
import { setImmediate as begun } from 'node:timers/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord } from './control/call-log.ts';
import type { Fault } from './control/faults.ts';
import { paceOf } from './control/latency.ts';
import { answerPrompt, describePromptRequest, readPromptRequest, spokenWish, type PromptRequest } from './answers/answer.ts';
import { readyToSpeak } from './answers/spoken-script.ts';
import { hashHex } from './seeded-random.ts';
import { OVERSIZED_MODES, sendOversized } from './oversized.ts';
import { isObject, Refusal, type JsonObject, type Service, type Wire, type WireReply, type WireRequest } from './wire/wire.ts';

/**
 * Chunks of a stream: by its length, but no closer together than a busy machine can schedule (without latency they are not spaced). At
 * least 2, so that a stream can be cut.
 */
const CHUNK = { characters: 120, least: 2, most: 48, apartMs: 25 };
/** Characters per token, roughly as vendors count. */
const TOKEN_CHARACTERS = 4;
const FAULT_STATUS: Partial<Record<Fault['mode'], [number, string]>> = {
  '429': [429, 'Rate limit reached; try again later.'],
  '500': [500, 'The server had an error while processing your request.'],
  '529': [529, 'Overloaded'],
};

/** Hooks with which a test in the same process controls calls. */
export interface CallHooks {
  /** Returns the text to send instead of the composed answer. @param prompt without its instructions */
  answer?(call: CallRecord, composed: string, prompt: string): string;
  /** Called before each part of an answer is sent, with the characters sent so far: the call pauses until this resolves. */
  hold?(call: CallRecord, sent: number): Promise<void> | undefined;
}

export interface CallContext {
  state: SandboxState;
  direct: CallHooks;
  models: Record<Service, Set<string>>;
  seed: string;
}

const tokensIn = (text: string): number => Math.ceil(text.length / TOKEN_CHARACTERS);

/** Serves one vendor call from its body to its last byte, and records it. Never throws. */
export async function answerVendorCall(req: IncomingMessage, res: ServerResponse, url: URL, raw: string, wire: Wire, context: CallContext) {
  const { state } = context;
  const start = performance.now();
  const pacer = new Pacer(start);
  const fault = state.faults.take(wire.service);
  const preview = previewOf(raw, url, req.headers, wire);
  const attempt = state.log.attempts(preview.label.key);
  const record = state.log.open({ service: wire.service, ...preview.label, input_tokens: preview.inputTokens });
  record.fault = fault?.mode ?? null;
  const progress = { sent: 0, isWhole: false };
  const closed = new Promise<void>((done) => {
    res.on('close', () => {
      const finished = res.writableFinished || progress.isWhole;
      pacer.end();
      const ms = Math.round((performance.now() - start) * 10) / 10;
      const killed = fault?.mode === 'down' || fault?.mode === 'cut';
      state.log.close(record, {
        ms,
        status: res.headersSent ? res.statusCode : 0,
        output_tokens: tokensOf(progress.sent),
        aborted: !finished && !killed,
      });
      done();
    });
  });
  try {
    await serve({ req, res, url, wire, context, fault, record, attempt, progress, pacer, preview });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, `sandbox: ${(error as Error).message}`);
    refuse(res, wire, refusal.status, refusal.message);
  }
  await closed;
}

/** The parts of a request that could be parsed. */
export interface Preview {
  label: Pick<CallRecord, 'model' | 'purpose' | 'key' | 'subject'>;
  inputTokens: number;
  body: JsonObject | null;
  request: WireRequest | Refusal;
  ask: PromptRequest | null;
}

/** Parses what it can of the request first, so that a call ended by a fault still has its purpose in the log. */
export function previewOf(raw: string, url: URL, headers: IncomingHttpHeaders, wire: Wire): Preview {
  const unknown = { model: null, purpose: 'other', key: hashHex(raw), subject: null };
  try {
    const body: unknown = JSON.parse(raw);
    if (!isObject(body)) throw new Refusal(400, 'the request body must be a JSON object');
    const request = wire.read(body, url, headers);
    const ask = readPromptRequest(request);
    const label = { model: request.model, ...describePromptRequest(ask) };
    return { label, inputTokens: tokensIn(request.system + request.user), body, request, ask };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(400, 'We could not parse the JSON body of your request.');
    return { label: unknown, inputTokens: tokensIn(raw), body: null, request: refusal, ask: null };
  }
}

interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  wire: Wire;
  context: CallContext;
  fault: Fault | null;
  record: CallRecord;
  /** Number of earlier requests for the same work. */
  attempt: number;
  /** `isWhole`: everything was sent, although the connection stays open. */
  progress: { sent: number; isWhole: boolean };
  pacer: Pacer;
  preview: Preview;
}

async function serve(call: Call): Promise<void> {
  const { res, wire, fault, context, preview } = call;
  if (fault?.mode === 'down') return void res.destroy();
  if (fault?.mode === 'hang') return;
  const failure = fault ? FAULT_STATUS[fault.mode] : undefined;
  if (failure) {
    const after = fault?.retry_after_s;
    return refuse(res, wire, failure[0], failure[1], after === null || after === undefined ? {} : { 'retry-after': String(after) });
  }
  if (!wire.isAuthenticated(call.req.headers, call.url)) throw new Refusal(401, 'Incorrect or missing API key.');
  if (!/^application\/json\b/i.test(call.req.headers['content-type'] ?? ''))
    throw new Refusal(400, 'Content-Type must be application/json');
  if (preview.request instanceof Refusal) throw preview.request;
  const { request } = preview;
  if (!context.models[wire.service].has(request.model)) {
    const vendors = `model: ${request.model} does not exist or you do not have access to it.`;
    throw new Refusal(404, wire.service === 'local' ? `model '${request.model}' not found` : vendors);
  }

  // calls that arrive together all start before the first of them is composed, so that composing one does not slow down another vendor
  await begun();
  if (preview.ask?.purpose.startsWith('audio-script')) await readyToSpeak(spokenWish(preview.ask).language);
  const reply = composeReply(call);
  await context.state.holds.released(call.record.key);
  const oversized = OVERSIZED_MODES.find((mode) => mode === fault?.mode);
  if (oversized) return sendOversized(res, oversized, wire, reply);
  const pace = paceOf(context.state.latency, {
    service: wire.service,
    key: call.record.key,
    slow: fault?.mode === 'slow',
    outputTokens: reply.outputTokens,
  });
  await (request.stream ? sendStream(call, reply, pace) : sendJson(call, reply, pace));
}

/** Composes the answer to an accepted request. */
export function composeReply({
  context,
  record,
  attempt,
  preview,
  fault,
}: Pick<Call, 'context' | 'record' | 'attempt' | 'preview' | 'fault'>): WireReply {
  const { request, ask, inputTokens } = preview as { request: WireRequest; ask: PromptRequest; inputTokens: number };
  const { reviseShare, defects, biasedJudges } = context.state;
  const prefersFirst = biasedJudges.includes(record.service);
  const composed = answerPrompt(ask, {
    seed: context.seed,
    reviseShare,
    defects,
    attempt,
    prefersFirst,
    room: (request.maxTokens ?? Infinity) * TOKEN_CHARACTERS,
  });
  return replyOf(request, record, context.direct.answer?.(record, composed, ask.prompt) ?? composed, inputTokens, fault);
}

function replyOf(request: WireRequest, record: CallRecord, composed: string, inputTokens: number, fault: Fault | null): WireReply {
  let text = composed;
  if (fault?.mode === 'garbage') text = `I'd be glad to help! {"partial": [${composed.slice(0, 60)}`;
  if (fault?.mode === 'fenced') text = `\`\`\`json\n${composed}\n\`\`\``;
  let finish: WireReply['finish'] = 'stop';
  const limit = fault?.mode === 'truncate' ? Math.floor(text.length * 0.4) : (request.maxTokens ?? Infinity) * TOKEN_CHARACTERS;
  if (text.length > limit) {
    text = text.slice(0, limit);
    finish = 'length';
  }
  const outputTokens = tokensIn(text);
  return { id: record.id, model: request.model, text, inputTokens, outputTokens, finish, createdAt: Math.floor(Date.now() / 1000) };
}

async function sendJson(call: Call, reply: WireReply, pace: { total: number }): Promise<void> {
  const { res, wire, fault } = call;
  await call.context.direct.hold?.(call.record, 0);
  if (!(await call.pacer.until(pace.total))) return;
  const whole = JSON.stringify(wire.json(reply));
  const text = fault?.mode === 'garbage' ? whole.slice(0, 40) : whole;
  call.progress.sent = reply.outputTokens * TOKEN_CHARACTERS;
  res.writeHead(200, headersOf(call.record, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }));
  if (fault?.mode === 'cut') {
    call.progress.sent /= 2;
    res.write(text.slice(0, Math.floor(text.length / 2)), () => res.destroy());
    return;
  }
  res.end(text);
}

/** Sends chunks evenly spread from the first chunk to the end; each time is counted from the start, so that delays do not add up. */
async function sendStream(call: Call, reply: WireReply, pace: { first: number; total: number }): Promise<void> {
  const { res, wire } = call;
  const span = pace.total - pace.first;
  const most = span === 0 ? CHUNK.most : Math.min(CHUNK.most, Math.max(CHUNK.least, Math.ceil(span / CHUNK.apartMs)));
  const count = Math.max(1, Math.min(most, Math.ceil(reply.text.length / CHUNK.characters)));
  const size = Math.ceil(reply.text.length / count);
  const stopAt = call.fault?.mode === 'cut' ? Math.ceil(count / 2) : count;
  for (let i = 0; i < stopAt; i++) {
    await call.context.direct.hold?.(call.record, i * size);
    if (!(await call.pacer.until(pace.first + (span * i) / count))) return;
    if (i === 0) {
      res.writeHead(200, headersOf(call.record, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }));
      res.write(wire.opening(reply));
    }
    const text = reply.text.slice(i * size, (i + 1) * size);
    call.progress.sent += text.length;
    const event = wire.delta(reply, text);
    const isSpoiled = call.fault?.mode === 'bad-bytes' && i === Math.floor(count / 2);
    res.write(isSpoiled ? withBadBytes(event) : event);
  }
  if (stopAt < count) return void setImmediate(() => res.destroy());
  if (!(await call.pacer.until(pace.total))) return;
  call.progress.isWhole = call.fault?.mode === 'linger';
  if (call.progress.isWhole) res.write(wire.ending(reply));
  else res.end(wire.ending(reply));
}

/** Returns an event in which two bytes of the longest word are invalid UTF-8. */
function withBadBytes(event: string): Buffer {
  const bytes = Buffer.from(event);
  const word = [...event.matchAll(/ [A-Za-z]{4,}(?= )/g)].map(([found]) => found).toSorted((one, other) => other.length - one.length)[0];
  if (word) bytes.fill(0xff, bytes.indexOf(word) + 2, bytes.indexOf(word) + 4);
  return bytes;
}

const tokensOf = (characters: number): number => Math.ceil(characters / TOKEN_CHARACTERS);
const headersOf = (record: CallRecord, rest: Record<string, string | number>) => ({
  'request-id': record.id,
  'x-request-id': record.id,
  ...rest,
});

function refuse(res: ServerResponse, wire: Wire, status: number, message: string, headers: Record<string, string> = {}): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const body = JSON.stringify(wire.error(status, message));
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers });
  res.end(body);
}

/**
 * Waits for times counted from the start of a call, so that delays do not add up. Uses a single timer without other set-up, because a busy
 * machine runs dozens of these.
 */
class Pacer {
  #start: number;
  #timer: NodeJS.Timeout | null = null;
  #wake: (() => void) | null = null;
  #ended = false;

  /** `start` is on the performance clock. */
  constructor(start: number) {
    this.#start = start;
  }

  /** Resolves `ms` after the start (immediately if that has passed); false if the call has ended first. */
  async until(ms: number): Promise<boolean> {
    const rest = this.#start + ms - performance.now();
    if (rest > 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#timer = setTimeout(resolve, rest);
      });
    }
    return !this.#ended;
  }

  /** Ends the wait because the client has disconnected. */
  end(): void {
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#wake?.();
  }
}
