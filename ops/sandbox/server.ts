import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { aiService, eachService, SERVICES, type Wire as WireName } from '#contract/platform/ai-services.ts';
import { motifNamedIn } from '#contract/courses/cover-art/cover-art.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { noDefects } from './faults/defects.ts';
import { CallLog, type CallRecord } from './control/call-log.ts';
import { answerControl, type SandboxState, isLoopbackRequest } from './control/control-routes.ts';
import { Faults } from './control/faults.ts';
import { Holds } from './control/holds.ts';
import { latencyOf } from './control/latency.ts';
import { listPage, mailPage, missingPage } from './mail/mailbox-pages.ts';
import { Mailbox } from './mail/mailbox.ts';
import { startSmtp } from './mail/smtp.ts';
import { ObjectStore } from './google/object-store.ts';
import { answerImage, isImagePath } from './google/gemini-image.ts';
import { answerGeminiSpeech, isSpeechPath } from './google/gemini-speech.ts';
import { answerGeminiTranscription, isTranscriptionPath } from './google/gemini-transcription.ts';
import { answerVeo } from './google/veo.ts';
import { openVertex } from './google/vertex.ts';
import { answerModeration } from './openai/moderations.ts';
import { answerSpeech } from './openai/speech.ts';
import { answerTranscription } from './openai/transcriptions.ts';
import { answerBatch } from './batches/answer-batch.ts';
import { BatchJobs } from './batches/batch-jobs.ts';
import { answerVendorCall, type CallHooks, type CallContext } from './answer-call.ts';
import { LazyStripeSimulator, type StripeOptions } from './stripe/lazy-simulator.ts';
import { findInListing, listLibrary } from './answers/course-files.ts';
import { flashCardsOf } from './answers/flash-cards.ts';
import { hasScene } from './simulations/library.ts';
import { searchLibrary } from './answers/nearest-courses.ts';
import { readBrief } from './answers/brief.ts';
import { anthropicWire } from './wire/anthropic.ts';
import { geminiWire, isGeminiPath } from './wire/gemini.ts';
import { listLocalModels, LOCAL_MODELS, ollamaWire } from './wire/ollama.ts';
import { chatWire } from './wire/openai-chat.ts';
import { responsesWire } from './wire/openai-responses.ts';
import type { Service, Wire } from './wire/wire.ts';

/** A clip's request may contain a picture of 10 MB, in base64. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** About 1 check in 12 requests a revision. */
const REVISE_SHARE = 1 / 12;

/**
 * `port` 0 takes a free one. `latencyMs` (default 0) is a call's total duration, `firstChunkMs` the wait for a stream's first chunk (default a
 * sixth of it), `latencySpread` the share by which calls differ (default 0). `logFile` stores the call log across restarts, `mailFile` the mailbox. `models` are accepted beside the known ids. Mail is
 * accepted on `smtpPort`, when it is given. `stripe` configures the Stripe stand-in, which is always running. `direct` is for tests.
 */
export interface SandboxOptions {
  port: number;
  seed?: string | number;
  latencyMs?: number;
  latencySpread?: number;
  firstChunkMs?: number;
  reviseShare?: number;
  logFile?: string;
  smtpPort?: number;
  mailFile?: string;
  stripe?: StripeOptions;
  models?: readonly string[];
  direct?: CallHooks;
  /** Folder of the object store; default: a temporary one, deleted with the sandbox. */
  files?: string;
}

export interface Sandbox {
  port: number;
  url: string;
  /** 0 if no mail is accepted. */
  smtpPort: number;
  /** Returns the recorded calls, oldest first, of one service or of all. */
  calls(service?: string): CallRecord[];
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/** A vendor's stand-in: the paths for texts, below its address, and their readers. */
const STAND_INS: Readonly<Record<WireName, { readonly path: string; readonly wire: (service: Service) => Wire }>> = {
  messages: { path: '/messages', wire: (service) => ({ ...anthropicWire, service }) },
  responses: { path: '/responses', wire: (service) => responsesWire(service, 'responses') },
  'xai-responses': { path: '/responses', wire: (service) => responsesWire(service, 'xai-responses') },
  'generate-content': { path: '/models', wire: (service) => ({ ...geminiWire, service }) },
  chat: { path: '/chat/completions', wire: (service) => ({ ...chatWire, service }) },
};
const standIns = SERVICES.map((service) => {
  const { wire, sandboxPath } = aiService(service);
  return { service, kind: wire, base: `/${sandboxPath}`, path: STAND_INS[wire].path, wire: STAND_INS[wire].wire(service) };
});
const wires: Readonly<Record<string, Wire>> = lookup({
  // OpenAI's SDK also uses its older protocol
  '/openai/v1/chat/completions': chatWire,
  ...Object.fromEntries(standIns.map(({ base, path, wire }) => [`${base}${path}`, wire])),
  '/ollama/v1/chat/completions': ollamaWire,
});

function wireOf(method: string | undefined, path: string, vertex: Parts['vertex']): Wire | undefined {
  if (method !== 'POST') return undefined;
  const named = standIns.find(({ kind, base }) => kind === 'generate-content' && path.startsWith(`${base}/`));
  if (named && isGeminiPath(path)) return named.wire;
  return vertex.wireOf(path) ?? wires[path];
}

/**
 * Returns the model ids that the sandbox accepts; any other is answered 404, as by the vendor. Ids become outdated in months, so more come
 * from `SANDBOX_MODELS`: each belongs to the service whose ids look like it, or to an own server.
 */
function acceptedModels(extra: readonly string[] = []): Record<Service, Set<string>> {
  const of = (known: object, family: RegExp) => new Set([...Object.keys(known), ...extra.filter((id) => family.test(id))]);
  return {
    ...eachService((service) => of(aiService(service).models, aiService(service).family)),
    local: of(LOCAL_MODELS, /:/),
  };
}

/** Answers `GET …/models` as the vendors do. @returns false for another request */
function answerModels(req: IncomingMessage, res: ServerResponse, url: URL, models: CallContext['models']): boolean {
  const list = standIns.find(({ base }) => req.method === 'GET' && url.pathname === `${base}/models`);
  if (!list) return false;
  const ids = [...models[list.service]];
  if (!list.wire.isAuthenticated(req.headers, url)) answer(res, 401, list.wire.error(401, 'Incorrect or missing API key.'));
  else if (list.kind === 'generate-content')
    answer(res, 200, {
      models: ids.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent', 'countTokens'] })),
    });
  else if (list.kind === 'messages')
    answer(res, 200, { data: ids.map((id) => ({ type: 'model', id, display_name: id })), has_more: false });
  else answer(res, 200, { object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 0, owned_by: list.service })) });
  return true;
}

/**
 * Answers what the library has on a topic; asked before a course is requested, so that nobody is surprised by the course on learning by
 * oneself.
 */
function answerLibrary(asked: URLSearchParams) {
  const brief = readBrief({ language_preference: asked.get('language') });
  const [topic, goals] = [asked.get('topic') ?? '', asked.get('goals') ?? ''];
  const found = searchLibrary(topic, goals, brief.language);
  const course = ['course', 'part'].includes(found.match) ? found.nearest[0]!.title : topic;
  return { ...found, fits: fittingParts(course, goals, topic) };
}

/** Tells for which parts of a course something exists that shows its subject. */
const fittingParts = (title: string, wish: string, topic: string) => ({
  pictures: motifNamedIn(title) !== null,
  scene: hasScene(wish, topic),
});

/**
 * Answers `GET /library/…`: on a topic, which pictures and scenes fit a course, the list of all courses, or one of them, finished.
 * @returns false for another request
 */
function answerOfLibrary(req: IncomingMessage, res: ServerResponse, { pathname, searchParams }: URL): boolean {
  const [, slug] = /^\/library\/courses\/([\w-]+)$/.exec(pathname) ?? [];
  if (req.method !== 'GET') return false;
  const asked = (name: string) => searchParams.get(name) ?? '';
  if (pathname === '/library') answer(res, 200, answerLibrary(searchParams));
  else if (pathname === '/library/parts') answer(res, 200, fittingParts(asked('title'), asked('wish'), asked('title')));
  else if (pathname === '/library/courses') answer(res, 200, { courses: listLibrary() });
  else if (slug === undefined) return false;
  else {
    const course = findInListing(slug);
    answer(res, course ? 200 : 404, course ?? { message: 'no course of this name' });
  }
  return true;
}

/** Reads the body as text; null if it exceeds the limit. */
async function readBody(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

interface Parts {
  readonly context: CallContext;
  readonly stripe: LazyStripeSimulator;
  readonly objects: ObjectStore;
  readonly jobs: BatchJobs;
  readonly vertex: ReturnType<typeof openVertex>;
}

/** How long a batch service takes, in ms. */
const BATCH_MS = 2_000;
/** How many times longer a clip takes than a text. */
const CLIP_TIMES = 3;

async function handle(req: IncomingMessage, res: ServerResponse, { context, stripe, objects, jobs, vertex }: Parts): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://sandbox');
  if (await objects.answer(req, res, url)) return;
  if (answerMail(req, res, url, context.state.mailbox)) return;
  const { faults: broken, log: calls, latency: pace } = context.state;
  if (await answerTranscription(req, res, url, { faults: broken, log: calls, latencyMs: pace.ms })) return;
  const localModels = req.method === 'GET' ? listLocalModels(url.pathname) : null;
  if (localModels) return answer(res, 200, localModels);
  if (answerModels(req, res, url, context.models)) return;
  if (await vertex.answer(req, res, url)) return;
  if (answerOfLibrary(req, res, url)) return;
  const wire = wireOf(req.method, url.pathname, vertex);
  const raw = await readBody(req);
  if (raw === null) {
    answer(res, 413, wire?.error(413, 'Request exceeds the maximum size') ?? { message: 'too large' });
  } else if (req.method === 'POST' && url.pathname === '/library/cards') {
    answer(res, 200, flashCardsOf(JSON.parse(raw) as Parameters<typeof flashCardsOf>[0]));
  } else if (await stripe.answer(req, res, url, raw)) {
    return;
  } else if (url.pathname.startsWith('/control/')) {
    const { status, body } = answerControl(req, url, raw, context.state);
    answer(res, status, body);
  } else if (!wire && url.pathname.startsWith('/vertex/')) {
    const { faults, log, latency } = context.state;
    const key = String(req.headers['idempotency-key'] ?? '');
    const isVeo = await answerVeo(res, url, raw, key, { objects, faults, log, clipMs: () => CLIP_TIMES * latency.ms });
    if (!isVeo) answer(res, 404, { error: { message: `no route ${req.method} ${url.pathname}`, code: 404, status: 'NOT_FOUND' } });
  } else if (req.method === 'POST' && isImagePath(url.pathname)) {
    const { faults, log, latency } = context.state;
    await answerImage(req, res, url, raw, { faults, log, latencyMs: latency.ms });
  } else if (req.method === 'POST' && isSpeechPath(url.pathname)) {
    await answerGeminiSpeech(req, res, url, raw, { faults: broken, log: calls, latencyMs: pace.ms });
  } else if (await answerSpeech(req, res, url, raw, { faults: broken, log: calls, latencyMs: pace.ms })) {
    return;
  } else if (req.method === 'POST' && isTranscriptionPath(url.pathname)) {
    await answerGeminiTranscription(req, res, raw, { faults: broken, log: calls, latencyMs: pace.ms });
  } else if (await answerModeration(req, res, url, raw, { faults: broken, log: calls, latencyMs: pace.ms })) {
    return;
  } else if (await answerBatch(req, res, url, raw, { jobs, faults: broken })) {
    return;
  } else if (wire) {
    await answerVendorCall(req, res, url, raw, wire, context);
  } else {
    answer(res, 404, {
      error: { message: `no route ${req.method} ${url.pathname}`, code: 404, type: 'not_found_error', status: 'NOT_FOUND' },
    });
  }
}

/** Starts the sandbox on loopback. @throws the listen error (`EADDRINUSE` when the port is taken) */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const seed = String(options.seed ?? 'sandbox');
  const state: SandboxState = {
    log: new CallLog(options.logFile ?? null),
    faults: new Faults(seed),
    latency: latencyOf(options.latencyMs ?? 0, options.firstChunkMs, {}, null, options.latencySpread),
    holds: new Holds(),
    reviseShare: options.reviseShare ?? REVISE_SHARE,
    defects: noDefects(),
    biasedJudges: [],
    mailbox: new Mailbox(options.mailFile ?? null),
    batches: { ms: BATCH_MS, errored_share: 0, expired_share: 0 },
  };
  const context: CallContext = { state, direct: options.direct ?? {}, seed, models: acceptedModels(options.models) };
  let port = options.port;
  const stripe = new LazyStripeSimulator(options.stripe ?? {}, () => `http://127.0.0.1:${port}`, state.faults);
  const objects = new ObjectStore(options.files ?? null);
  const jobs = new BatchJobs(context);
  const vertex = openVertex(() => `http://127.0.0.1:${port}`, context.models[geminiWire.service]);
  const server = createServer((req, res) => {
    // The client disconnected during its body, or the socket broke: there is no one to answer.
    handle(req, res, { context, stripe, objects, jobs, vertex }).catch(() => res.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  await stripe.resume();
  const smtp = options.smtpPort === undefined ? null : await startSmtp(options.smtpPort, state.mailbox, state.faults);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    smtpPort: smtp?.port ?? 0,
    calls: (service) => state.log.list(service),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, smtp?.close(), stripe.close()]);
      objects.close();
    },
  };
}

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Mails can be viewed and their links followed; scripts and external resources are blocked. */
const MAIL_POLICY = `${PAGE_POLICY}; sandbox allow-popups allow-top-navigation-by-user-activation`;

/** Answers the mailbox's paths: HTML pages for people, JSON for tests. @returns false for every other path */
function answerMail(req: IncomingMessage, res: ServerResponse, url: URL, mailbox: Mailbox): boolean {
  const isControl = url.pathname === '/control/mails';
  const [, id, html] = /^\/mailbox(?:\/(\d+)(\/html)?)?$/.exec(url.pathname) ?? [];
  if (!isControl && !/^\/mailbox(\/|$)/.test(url.pathname)) return false;
  const send = (status: number, type: string, body: string, policy = PAGE_POLICY) => {
    res.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    });
    res.end(body);
    return true;
  };
  const sendJson = (status: number, body: unknown) => send(status, 'application/json', JSON.stringify(body));
  const sendPage = (status: number, body: string, policy?: string) => send(status, 'text/html; charset=utf-8', body, policy);

  // links in mails sign users in: a web page must not read them under another host name
  if (!isLoopbackRequest(req)) return sendJson(403, { message: 'the mailbox answers loopback only' });
  const to = url.searchParams.get('to')?.trim() || undefined;
  if (isControl && req.method === 'DELETE') mailbox.clear();
  if (isControl && (req.method === 'GET' || req.method === 'DELETE')) return sendJson(200, { mails: mailbox.list(to) });
  if (isControl || req.method !== 'GET') return sendJson(405, { message: `not ${req.method}` });
  if (url.pathname === '/mailbox') return sendPage(200, listPage(mailbox.list(to), to ?? ''));
  const mail = id === undefined ? undefined : mailbox.find(id);
  if (!mail) return sendPage(404, missingPage());
  return html ? sendPage(200, mail.html || mailPage(mail), MAIL_POLICY) : sendPage(200, mailPage(mail));
}
