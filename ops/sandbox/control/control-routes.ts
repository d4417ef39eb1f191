import type { IncomingMessage } from 'node:http';
import { SERVICES } from '../wire/wire.ts';
import { BadControl } from './bad-control.ts';
import { readLatency } from './latency.ts';
import { noDefects } from '../compose/defects.ts';
import { readDrift, readShare } from './defect-routes.ts';
import type { SandboxState } from './state.ts';

export interface ControlAnswer {
  status: number;
  body: unknown;
}

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Loopback both by peer address and by Host header (a page in a browser can be made to reach loopback under another name). */
export function isLoopbackRequest(req: IncomingMessage): boolean {
  return LOOPBACK_ADDRESS.test(req.socket.remoteAddress ?? '') && LOOPBACK_HOST.test(req.headers.host ?? '');
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new BadControl('the body is not JSON');
  }
}

const routes: Record<string, (state: SandboxState, url: URL, raw: string) => unknown> = {
  'GET /control/calls': (state, url) => {
    const service = url.searchParams.get('service') ?? undefined;
    if (service !== undefined && !SERVICES.some((known) => known === service))
      throw new BadControl(`service must be one of ${SERVICES.join(', ')}`);
    return { calls: state.log.list(service) };
  },
  'DELETE /control/calls': (state) => {
    state.log.clear();
    return { calls: [] };
  },
  'PUT /control/latency': (state, _url, raw) => (state.latency = readLatency(parse(raw))),
  'PUT /control/faults': (state, _url, raw) => {
    state.faults.put(parse(raw));
    return { faults: state.faults.list() };
  },
  'DELETE /control/faults': (state, url) => {
    const service = url.searchParams.get('service');
    state.faults.clear(service);
    // Authors' defects belong to no service.
    if (service === null) state.defects = noDefects();
    return { faults: state.faults.list() };
  },
  'PUT /control/review': (state, _url, raw) => {
    state.reviseShare = readShare(parse(raw), 'revise_share').revise_share;
    return { revise_share: state.reviseShare };
  },
  'PUT /control/drift': (state, _url, raw) => ({ drift: (state.defects.drift = readDrift(parse(raw))) }),
  'PUT /control/quiz': (state, _url, raw) => ({ quiz: (state.defects.quiz = readShare(parse(raw), 'wrong_key_share')) }),
  'PUT /control/reading': (state, _url, raw) => ({ reading: (state.defects.reading = readShare(parse(raw), 'hard_share')) }),
  'PUT /control/unsafe': (state, _url, raw) => ({ unsafe: (state.defects.unsafe = readShare(parse(raw), 'share')) }),
  'PUT /control/length': (state, _url, raw) => ({ length: (state.defects.length = readShare(parse(raw), 'long_share')) }),
  'GET /control/state': (state) => ({
    latency: state.latency,
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
