import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { asSentence, recogniseWords, type RecognisedWord } from '../speech/recognise-words.ts';
import { answerBefore, storeOrderAnswer } from '../speech/orders.ts';
import { readWav } from '../speech/read-wav.ts';
import { isObject } from '../wire/wire.ts';

const PATH = '/gemini/v1beta/interactions';
const MODELS = new Set(['gemini-3.5-transcribe']);
/** The MIME types of WAV; other formats are rejected here. */
const TYPES = new Set(['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave']);
const MODES = new Set(['verbatim', 'clean']);

interface Context {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly latencyMs: number;
}

/** A request that violates the API. */
class Bad extends Error {}

export const isTranscriptionPath = (path: string): boolean => path === PATH;

/** Answers as Gemini's transcription over its Interactions API: one WAV file, one text, with word times on request. */
export async function answerGeminiTranscription(req: IncomingMessage, res: ServerResponse, raw: string, context: Context): Promise<void> {
  const reply = (status: number, body: object): void => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (!req.headers['x-goog-api-key']) return reply(403, failure(403, "Method doesn't allow unregistered callers.", 'PERMISSION_DENIED'));
  let order: Order;
  try {
    order = readOrder(JSON.parse(raw));
  } catch (error) {
    if (!(error instanceof Bad) && !(error instanceof SyntaxError)) throw error;
    return reply(400, failure(400, error.message, 'INVALID_ARGUMENT'));
  }
  const { model } = order;
  if (!MODELS.has(model)) return reply(404, failure(404, `models/${model} is not found for API version v1beta.`, 'NOT_FOUND'));
  const key = String(req.headers['idempotency-key'] ?? '');
  const before = answerBefore(context.log, key);
  if (before) return reply(200, before);
  const fault = context.faults.take('gemini');
  const record = context.log.open({ service: 'gemini', model, purpose: 'transcription', key, subject: null, input_tokens: 0 });
  record.fault = fault?.mode ?? null;
  const close = (status: number) => context.log.close(record, { ms: context.latencyMs, status, output_tokens: 0, aborted: false });
  if (fault?.mode === 'garbage') {
    close(200);
    res.writeHead(200, { 'content-type': 'application/json' }).end('<html>not what was asked for');
    return;
  }
  if (fault) {
    const status = Number(fault.mode) || 503;
    close(status);
    return reply(status, failure(status, 'Try again later.', status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNAVAILABLE'));
  }
  if (context.latencyMs > 0) await later(context.latencyMs);
  const words = recogniseWords(order.sound);
  const body = {
    id: record.id,
    object: 'interaction',
    status: 'completed',
    model,
    steps: words.length === 0 ? [] : [{ type: 'model_output', content: [contentOf(words, order.hasTimes)] }],
    usage: { total_input_tokens: Math.ceil((order.sound.samples.length / order.sound.rate) * 32), total_output_tokens: words.length },
  };
  storeOrderAnswer(context.log, key, body);
  close(200);
  reply(200, body);
}

const contentOf = (words: readonly RecognisedWord[], hasTimes: boolean) => ({
  type: 'text',
  text: asSentence(words),
  ...(hasTimes && {
    annotations: words.map(({ word, start, end }) => ({
      type: 'word_info',
      text: word,
      start_offset: `${start.toFixed(3)}s`,
      end_offset: `${end.toFixed(3)}s`,
    })),
  }),
});

const failure = (code: number, message: string, status: string) => ({ error: { code, message, status } });

interface Order {
  readonly model: string;
  readonly sound: NonNullable<ReturnType<typeof readWav>>;
  readonly hasTimes: boolean;
}

/** Returns an object that has only these fields. @throws Bad */
function fieldsOf(value: unknown, at: string, known: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) throw new Bad(`Invalid value at '${at}'`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown) throw new Bad(`Invalid JSON payload received. Unknown name "${unknown}" at '${at}': Cannot find field.`);
  return value;
}

function readOrder(body: unknown): Order {
  const { model, input, generation_config: generation } = fieldsOf(body, 'interaction', ['model', 'input', 'generation_config']);
  if (typeof model !== 'string' || model === '') throw new Bad('model is required');
  if (!Array.isArray(input) || input.length !== 1) throw new Bad("Invalid value at 'input': exactly one audio is transcribed");
  const { type, data, mime_type: mimeType } = fieldsOf(input[0], 'input[0]', ['type', 'data', 'mime_type']);
  if (type !== 'audio') throw new Bad("Invalid value at 'input[0].type'");
  if (typeof mimeType !== 'string' || !TYPES.has(mimeType)) throw new Bad(`Unsupported MIME type: ${String(mimeType)}`);
  const sound = typeof data === 'string' ? readWav(new Uint8Array(Buffer.from(data, 'base64'))) : null;
  if (!sound) throw new Bad("Invalid value at 'input[0].data': the audio could not be decoded");
  return { model, sound, hasTimes: wantsTimes(generation) };
}

function wantsTimes(generation: unknown): boolean {
  if (generation === undefined) return false;
  const { transcription_config: wanted } = fieldsOf(generation, 'generation_config', ['transcription_config']);
  if (wanted === undefined) return false;
  const config = fieldsOf(wanted, 'transcription_config', ['language_codes', 'custom_vocabulary', 'mode']);
  if (config['mode'] === undefined) return false;
  const mode = fieldsOf(config['mode'], 'mode', ['type', 'diarization_mode', 'timestamp_granularities']);
  if (typeof mode['type'] !== 'string' || !MODES.has(mode['type'])) throw new Bad("Invalid value at 'mode.type'");
  const granularities = mode['timestamp_granularities'];
  if (granularities !== undefined && JSON.stringify(granularities) !== '["word"]')
    throw new Bad("Invalid value at 'timestamp_granularities'");
  return granularities !== undefined;
}
