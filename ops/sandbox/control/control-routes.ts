import type { IncomingMessage } from 'node:http';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { noDefects, type Defects } from '../faults/defects.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { ANSWERING, type JsonObject } from '../wire/wire.ts';
import type { CallLog } from './call-log.ts';
import type { Faults } from './faults.ts';
import type { Holds } from './holds.ts';
import { readLatency, type Latency } from './latency.ts';
import { BadControl, knownFields, parseBody, readObject } from './read-body.ts';

/** The state that the control API can read and change. */
export interface SandboxState {
  log: CallLog;
  faults: Faults;
  latency: Latency;
  holds: Holds;
  /** Share of checks that request a revision, 0 to 1. */
  reviseShare: number;
  /** Services that always find the first of two lessons better. */
  biasedJudges: readonly string[];
  /** The defects that the sandbox's author services put into their texts. */
  defects: Defects;
  mailbox: Mailbox;
  /** For the batch services: how long after its acceptance a batch is answered, and shares of its requests that fail or expire, 0 to 1. */
  batches: { ms: number; errored_share: number; expired_share: number };
}

export interface ControlAnswer {
  status: number;
  body: unknown;
}

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Requires loopback by peer address and by Host header (a web page can be made to reach loopback under another name). */
export function isLoopbackRequest(req: IncomingMessage): boolean {
  return LOOPBACK_ADDRESS.test(req.socket.remoteAddress ?? '') && LOOPBACK_HOST.test(req.headers.host ?? '');
}

const MAX_BATCH_MS = 86_400_000;

function share(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw new BadControl(`${name} must be a number from 0 to 1`);
  return value;
}

/** Parses a body with one share, 0 to 1, of the given name. @throws BadControl */
function readShare<Name extends string>(body: unknown, name: Name): Record<Name, number> {
  return { [name]: share(objectOf(body, [name])[name], name) } as Record<Name, number>;
}

/** Parses the `PUT /control/drift` body: `{share, language?}`, English by default. @throws BadControl */
function readDrift(body: unknown): Defects['drift'] {
  const { share: given, language = 'english' } = objectOf(body, ['share', 'language']);
  const known = FORM_OPTIONS.language_preference.find((option) => option === language);
  if (!known) throw new BadControl(`language must be one of ${FORM_OPTIONS.language_preference.join(', ')}`);
  return { share: share(given, 'share'), language: known };
}

function objectOf(body: unknown, known: readonly string[]): JsonObject {
  const fields = readObject(body);
  knownFields(fields, known);
  return fields;
}

const routes: Record<string, (state: SandboxState, url: URL, raw: string) => unknown> = {
  'GET /control/calls': (state, url) => {
    const service = url.searchParams.get('service') ?? undefined;
    if (service !== undefined && !ANSWERING.some((known) => known === service))
      throw new BadControl(`service must be one of ${ANSWERING.join(', ')}`);
    return { calls: state.log.list(service) };
  },
  'DELETE /control/calls': (state) => {
    state.log.clear();
    return { calls: [] };
  },
  'PUT /control/latency': (state, _url, raw) => (state.latency = readLatency(parseBody(raw))),
  'PUT /control/holds': (state, _url, raw) => {
    state.holds.put(parseBody(raw));
    return { ends: state.holds.list() };
  },
  'PUT /control/faults': (state, _url, raw) => {
    state.faults.put(parseBody(raw));
    return { faults: state.faults.list() };
  },
  'DELETE /control/faults': (state, url) => {
    const service = url.searchParams.get('service');
    state.faults.clear(service);
    // The authors' defects belong to no single service.
    if (service === null) {
      state.defects = noDefects();
      state.biasedJudges = [];
    }
    return { faults: state.faults.list() };
  },
  'PUT /control/review': (state, _url, raw) => {
    state.reviseShare = readShare(parseBody(raw), 'revise_share').revise_share;
    return { revise_share: state.reviseShare };
  },
  'PUT /control/judges': (state, _url, raw) => {
    const { prefer_first: named } = objectOf(parseBody(raw), ['prefer_first']);
    const isKnown = (name: unknown) => ANSWERING.some((service) => service === name);
    if (!Array.isArray(named) || !named.every(isKnown)) throw new BadControl(`prefer_first must be a list of ${ANSWERING.join(', ')}`);
    return { prefer_first: (state.biasedJudges = named.map(String)) };
  },
  'PUT /control/drift': (state, _url, raw) => ({ drift: (state.defects.drift = readDrift(parseBody(raw))) }),
  'PUT /control/quiz': (state, _url, raw) => ({ quiz: (state.defects.quiz = readShare(parseBody(raw), 'wrong_key_share')) }),
  'PUT /control/reading': (state, _url, raw) => ({ reading: (state.defects.reading = readShare(parseBody(raw), 'hard_share')) }),
  'PUT /control/unsafe': (state, _url, raw) => ({ unsafe: (state.defects.unsafe = readShare(parseBody(raw), 'share')) }),
  'PUT /control/length': (state, _url, raw) => ({ length: (state.defects.length = readShare(parseBody(raw), 'long_share')) }),
  'PUT /control/citations': (state, _url, raw) => {
    const given = objectOf(parseBody(raw), ['wrong_quote_share', 'unsupported_share']);
    const { wrong_quote_share: wrong = 0, unsupported_share: unsupported = 0 } = given;
    state.defects.citations = {
      wrong_quote_share: share(wrong, 'wrong_quote_share'),
      unsupported_share: share(unsupported, 'unsupported_share'),
    };
    return { citations: state.defects.citations };
  },
  'PUT /control/batches': (state, _url, raw) => {
    const {
      ms = state.batches.ms,
      errored_share: errored = 0,
      expired_share: expired = 0,
    } = objectOf(parseBody(raw), ['ms', 'errored_share', 'expired_share']);
    if (typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_BATCH_MS)) throw new BadControl(`ms must be a number from 0 to ${MAX_BATCH_MS}`);
    return (state.batches = { ms, errored_share: share(errored, 'errored_share'), expired_share: share(expired, 'expired_share') });
  },
  'GET /control/state': (state) => ({
    batches: state.batches,
    latency: state.latency,
    holds: state.holds.list(),
    faults: state.faults.list(),
    revise_share: state.reviseShare,
    defects: state.defects,
    calls: state.log.size,
    running: state.log.list().filter((call) => call.status === null).length,
  }),
};

/** Answers a control request: 200, 400 with a message, 403 off loopback, 404. */
export function answerControl(req: IncomingMessage, url: URL, raw: string, state: SandboxState): ControlAnswer {
  if (!isLoopbackRequest(req)) return { status: 403, body: { message: 'the control API answers loopback only' } };
  const route = routes[`${req.method} ${url.pathname}`];
  if (!route) return { status: 404, body: { message: `no control route ${req.method} ${url.pathname}`, routes: Object.keys(routes) } };
  try {
    return { status: 200, body: route(state, url, raw) };
  } catch (error) {
    if (error instanceof BadControl) return { status: 400, body: { message: error.message } };
    throw error;
  }
}
