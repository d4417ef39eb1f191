import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { answerBefore, storeOrderAnswer } from '../speech/orders.ts';
import { renderSpeech } from '../speech/render-speech.ts';
import { isObject } from '../wire/wire.ts';

const PATH = /^\/gemini\/v1beta\/models\/([^/:]+):generateContent$/;
const MODELS = new Set(['gemini-3.8-flash-tts', 'gemini-3.8-flash-lite-tts']);
const VOICES = new Set(['Kore', 'Charon', 'Puck', 'Zephyr', 'Fenrir', 'Leda', 'Orus', 'Aoede']);

interface Context {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly latencyMs: number;
}

/** Tells whether a path belongs to a speech model. */
export const isSpeechPath = (path: string): boolean => MODELS.has(PATH.exec(path)?.[1] ?? '');

/** Answers as Gemini's voices: one text, one WAV file. */
export async function answerGeminiSpeech(
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  raw: string,
  context: Context,
): Promise<void> {
  const reply = (status: number, body: object): void => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const refuse = (code: number, message: string, status: string) => reply(code, { error: { code, message, status } });
  if (!req.headers['x-goog-api-key']) return refuse(403, "Method doesn't allow unregistered callers.", 'PERMISSION_DENIED');
  const order = readOrder(raw);
  if (typeof order === 'string') return refuse(400, order, 'INVALID_ARGUMENT');
  const key = String(req.headers['idempotency-key'] ?? '');
  const before = answerBefore(context.log, key);
  if (before) return reply(200, before);
  const model = PATH.exec(url.pathname)![1]!;
  const fault = context.faults.take('gemini');
  const record = context.log.open({ service: 'gemini', model, purpose: 'speech', key, subject: null, input_tokens: 0 });
  record.fault = fault?.mode ?? null;
  const close = (status: number) => context.log.close(record, { ms: context.latencyMs, status, output_tokens: 0, aborted: false });
  if (fault?.mode === 'hang') return;
  if (fault) {
    if (fault.retry_after_s !== null) res.setHeader('retry-after', fault.retry_after_s);
    const status = Number(fault.mode) || 503;
    close(status);
    return refuse(status, 'Try again later.', status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNAVAILABLE');
  }
  if (context.latencyMs > 0) await later(context.latencyMs);
  const data = Buffer.from(renderSpeech(order.text, order.voice)).toString('base64');
  const content = { role: 'model', parts: [{ inlineData: { mimeType: 'audio/wav', data } }] };
  const body = { candidates: [{ index: 0, content, finishReason: 'STOP' }], modelVersion: model, responseId: record.id };
  storeOrderAnswer(context.log, key, body);
  close(200);
  reply(200, body);
}

/** Returns the text and the voice, or why the request cannot be fulfilled. */
function readOrder(raw: string): { text: string; voice: string } | string {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return 'Invalid JSON payload received.';
  }
  if (!isObject(body)) return 'The body must be an object.';
  const { contents, generationConfig, ...other } = body;
  const unknown = Object.keys(other)[0];
  if (unknown) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
  const content: unknown = Array.isArray(contents) && contents.length === 1 ? contents[0] : null;
  const parts = isObject(content) && Array.isArray(content['parts']) ? content['parts'] : [];
  const text: unknown = parts.length === 1 && isObject(parts[0]) ? parts[0]['text'] : null;
  if (typeof text !== 'string' || text.trim() === '') return '* GenerateContentRequest.contents: contents is not specified';
  const config = isObject(generationConfig) ? generationConfig : {};
  if (JSON.stringify(config['responseModalities']) !== '["AUDIO"]')
    return 'The requested combination of response modalities is not supported.';
  const speech = isObject(config['speechConfig']) ? config['speechConfig'] : {};
  const voiceConfig = isObject(speech['voiceConfig']) ? speech['voiceConfig'] : {};
  const prebuilt = isObject(voiceConfig['prebuiltVoiceConfig']) ? voiceConfig['prebuiltVoiceConfig'] : {};
  const voice = String(prebuilt['voiceName'] ?? '');
  return VOICES.has(voice) ? { text, voice } : `Voice name ${voice} is not supported.`;
}
