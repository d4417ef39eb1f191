import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { answerBefore, storeOrderAnswer } from '../speech/orders.ts';
import { renderSpeech } from '../speech/render-speech.ts';
import { openaiError } from '../wire/openai-responses.ts';
import { isObject } from '../wire/wire.ts';

const PATH = '/openai/v1/audio/speech';
const MODELS = new Set(['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd']);
const FIELDS = ['model', 'input', 'voice', 'response_format', 'speed', 'instructions', 'stream_format'];
const VOICES = new Set('alloy ash ballad coral echo fable nova onyx sage shimmer verse marin cedar'.split(' '));
/** The vendor's limit. */
const MOST_CHARACTERS = 4_096;

interface Context {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly latencyMs: number;
}

/** Answers as OpenAI's voices, with WAV files only. @returns false for another path */
export async function answerSpeech(req: IncomingMessage, res: ServerResponse, url: URL, raw: string, context: Context): Promise<boolean> {
  if (req.method !== 'POST' || url.pathname !== PATH) return false;
  const refuse = (status: number, message: string) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(openaiError(status, message)));
    return true;
  };
  const send = (sound: Uint8Array) => {
    res.writeHead(200, { 'content-type': 'audio/wav' }).end(sound);
    return true;
  };
  if (!req.headers.authorization?.startsWith('Bearer ')) return refuse(401, 'You didn’t provide an API key.');
  const problem = problemOf(raw);
  if (problem) return refuse(...problem);
  const { model, input, voice } = JSON.parse(raw) as { model: string; input: string; voice: string };
  const key = String(req.headers['idempotency-key'] ?? '');
  const before = answerBefore(context.log, key) as { sound: Uint8Array } | undefined;
  if (before) return send(before.sound);
  const fault = context.faults.take('openai');
  const record = context.log.open({ service: 'openai', model, purpose: 'speech', key, subject: null, input_tokens: 0 });
  record.fault = fault?.mode ?? null;
  const close = (status: number) => context.log.close(record, { ms: context.latencyMs, status, output_tokens: 0, aborted: false });
  if (fault?.mode === 'hang') return true;
  if (fault) {
    if (fault.retry_after_s !== null) res.setHeader('retry-after', fault.retry_after_s);
    const status = Number(fault.mode) || 503;
    close(status);
    return refuse(status, 'Try again later.');
  }
  if (context.latencyMs > 0) await later(context.latencyMs);
  const sound = renderSpeech(input, voice);
  storeOrderAnswer(context.log, key, { sound });
  close(200);
  return send(sound);
}

function problemOf(raw: string): [number, string] | null {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return [400, 'We could not parse the JSON body of your request.'];
  }
  if (!isObject(body)) return [400, 'The body must be an object.'];
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown) return [400, `Unknown parameter: '${unknown}'.`];
  const { model, input, voice, response_format: format } = body;
  if (typeof model !== 'string' || !MODELS.has(model)) return [404, `The model '${String(model)}' does not exist.`];
  if (typeof input !== 'string' || input === '') return [400, "Missing required parameter: 'input'."];
  if (input.length > MOST_CHARACTERS) return [400, `Invalid 'input': string too long. Expected at most ${MOST_CHARACTERS} characters.`];
  if (typeof voice !== 'string' || !VOICES.has(voice)) return [400, `Invalid value: '${String(voice)}'. Supported values are voices.`];
  return format === 'wav' ? null : [400, `The sandbox answers only with 'wav', not '${String(format)}'.`];
}
