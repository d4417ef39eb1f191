import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { openaiError } from '../wire/openai-responses.ts';
import { asSentence, recogniseWords } from '../speech/recognise-words.ts';
import { answerBefore, storeOrderAnswer } from '../speech/orders.ts';
import { readWav } from '../speech/read-wav.ts';

const PATH = '/openai/v1/audio/transcriptions';
/** The vendor's limit. */
const MAX_BYTES = 25 * 1024 * 1024;
const MODELS = new Set(['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe']);
const FIELDS = new Set(['model', 'file', 'response_format', 'timestamp_granularities[]', 'language', 'prompt', 'temperature']);

interface Context {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly latencyMs: number;
}

/** Answers as OpenAI's transcription of WAV files. @returns false for another path */
export async function answerTranscription(req: IncomingMessage, res: ServerResponse, url: URL, context: Context): Promise<boolean> {
  if (req.method !== 'POST' || url.pathname !== PATH) return false;
  const reply = (status: number, body: object) => {
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body));
    return true;
  };
  const refuse = (status: number, message: string) => reply(status, openaiError(status, message));
  if (!req.headers.authorization?.startsWith('Bearer ')) return refuse(401, 'You didn’t provide an API key.');
  const form = await readForm(req);
  if (!form) return refuse(400, 'The body must be multipart/form-data of at most 25 MB.');
  const [model, file] = [String(form.get('model') ?? ''), form.get('file')];
  const unknown = [...form.keys()].find((name) => !FIELDS.has(name));
  if (unknown) return refuse(400, `Unknown parameter: '${unknown}'.`);
  if (!MODELS.has(model)) return refuse(404, `The model '${model}' does not exist.`);
  if (!(file instanceof File)) return refuse(400, 'Missing file.');
  const sound = readWav(new Uint8Array(await file.arrayBuffer()));
  if (!sound) return refuse(400, 'The audio file could not be decoded or its format is not supported.');

  const key = String(req.headers['idempotency-key'] ?? '');
  const before = answerBefore(context.log, key);
  if (before) return reply(200, before);
  const fault = context.faults.take('openai');
  const record = context.log.open({ service: 'openai', model, purpose: 'transcription', key, subject: null, input_tokens: 0 });
  record.fault = fault?.mode ?? null;
  const close = (status: number) => context.log.close(record, { ms: context.latencyMs, status, output_tokens: 0, aborted: false });
  if (fault?.mode === 'garbage') {
    close(200);
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end('<html>not what was asked for');
    return true;
  }
  if (fault) {
    const status = Number(fault.mode) || 503;
    close(status);
    return refuse(status, 'Try again later.');
  }
  if (context.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, context.latencyMs));
  const words = recogniseWords(sound);
  const text = asSentence(words);
  const body =
    form.get('response_format') === 'verbose_json'
      ? { task: 'transcribe', language: 'english', duration: sound.samples.length / sound.rate, text, words }
      : { text };
  storeOrderAnswer(context.log, key, body);
  close(200);
  return reply(200, body);
}

async function readForm(req: IncomingMessage): Promise<FormData | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { headers: { 'Content-Type': req.headers['content-type'] ?? '' } })
    .formData()
    .catch(() => null);
}
