import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { isObject } from '../wire/wire.ts';
import { renderPicture } from './render-picture.ts';

const PATH = /^\/gemini\/v1beta\/models\/([^/:]+):generateContent$/;
const MODELS = new Set(['gemini-3.1-flash-image', 'gemini-3-pro-image', 'gemini-nano-banana-2.1']);
const ASPECTS = new Set(['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']);
const SIZES = new Set(['512', '1K', '2K', '4K']);
/** Prompts that match are refused, simulating the vendor's safety rules. */
const REFUSED = /\bunsafe-prompt\b/i;
const SLOW_TIMES = 10;
const LEAST_SLOW_MS = 1_000;

interface Context {
  readonly faults: Faults;
  readonly log: CallLog;
  readonly latencyMs: number;
}

/** A request that violates the API. */
class Bad extends Error {}

/** Tells whether a path belongs to an image model. */
export const isImagePath = (path: string): boolean => MODELS.has(PATH.exec(path)?.[1] ?? '');

/** Answers as Gemini's image models: one prompt, one PNG. */
export async function answerImage(req: IncomingMessage, res: ServerResponse, url: URL, raw: string, context: Context): Promise<void> {
  const model = PATH.exec(url.pathname)![1]!;
  const key = String(req.headers['idempotency-key'] ?? '');
  const begun = performance.now();
  const record = context.log.open({ service: 'images', model, purpose: 'picture', key, subject: null, input_tokens: 0 });
  const fault = context.faults.take('images');
  record.fault = fault?.mode ?? null;
  const reply = (status: number, body: object) => {
    const ms = Math.round(performance.now() - begun);
    context.log.close(record, { ms, status, output_tokens: 0, aborted: false });
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (fault?.mode === 'hang') return;
  if (fault?.mode === '429' || fault?.mode === '500') {
    const status = fault.mode === '429' ? 'RESOURCE_EXHAUSTED' : 'INTERNAL';
    return reply(Number(fault.mode), failure(Number(fault.mode), 'Try again later.', status));
  }
  if (!req.headers['x-goog-api-key']) return reply(403, failure(403, "Method doesn't allow unregistered callers.", 'PERMISSION_DENIED'));
  let prompt: string;
  try {
    prompt = readPrompt(JSON.parse(raw));
  } catch (error) {
    if (!(error instanceof Bad) && !(error instanceof SyntaxError)) throw error;
    return reply(400, failure(400, error.message, 'INVALID_ARGUMENT'));
  }
  const pause = fault?.mode === 'slow' ? Math.max(LEAST_SLOW_MS, context.latencyMs) * SLOW_TIMES : context.latencyMs;
  if (pause > 0) await later(pause);
  const usageMetadata = { promptTokenCount: Math.ceil(prompt.length / 4), candidatesTokenCount: 1_290, totalTokenCount: 1_290 };
  const of = (candidate: object) => ({
    candidates: [{ index: 0, ...candidate }],
    usageMetadata,
    modelVersion: model,
    responseId: record.id,
  });
  if (fault?.mode === 'safety' || REFUSED.test(prompt))
    return reply(200, of({ finishReason: 'IMAGE_SAFETY', finishMessage: 'The image was filtered out.' }));
  const drawn = fault?.mode === 'unfit' ? null : await renderPicture(prompt, 672, 378);
  if (drawn === null) return reply(400, failure(400, 'The stand-in has no drawing of this subject.', 'INVALID_ARGUMENT'));
  if (fault?.mode === 'empty') return reply(200, of({ content: { role: 'model', parts: [] }, finishReason: 'NO_IMAGE' }));
  const data = (fault?.mode === 'corrupt' ? drawn.subarray(0, 200) : drawn).toString('base64');
  return reply(200, of({ content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] }, finishReason: 'STOP' }));
}

function readPrompt(body: unknown): string {
  if (!isObject(body)) throw new Bad('The body must be an object.');
  const { contents, generationConfig, ...other } = body;
  const unknown = Object.keys(other)[0];
  if (unknown) throw new Bad(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
  const content: unknown = Array.isArray(contents) && contents.length === 1 ? contents[0] : null;
  const parts = isObject(content) && content['role'] === 'user' && Array.isArray(content['parts']) ? content['parts'] : [];
  const text = parts.length === 1 && isObject(parts[0]) ? parts[0]['text'] : null;
  if (typeof text !== 'string' || text.trim() === '') throw new Bad('* GenerateContentRequest.contents: contents is not specified');
  if (!isObject(generationConfig)) throw new Bad("Invalid value at 'generation_config'");
  const { responseModalities, imageConfig, ...rest } = generationConfig;
  const field = Object.keys(rest).find((name) => rest[name] !== undefined);
  if (field) throw new Bad(`Invalid JSON payload received. Unknown name "generationConfig.${field}": Cannot find field.`);
  if (JSON.stringify(responseModalities) !== '["IMAGE"]')
    throw new Bad('The requested combination of response modalities is not supported.');
  if (imageConfig !== undefined) readImageConfig(imageConfig);
  return text;
}

function readImageConfig(config: unknown): void {
  if (!isObject(config)) throw new Bad("Invalid value at 'generation_config.image_config'");
  const { aspectRatio, imageSize, ...other } = config;
  const unknown = Object.keys(other)[0];
  if (unknown) throw new Bad(`Invalid JSON payload received. Unknown name "imageConfig.${unknown}": Cannot find field.`);
  if (aspectRatio !== undefined && !ASPECTS.has(String(aspectRatio)))
    throw new Bad(`aspect_ratio must be one of ${[...ASPECTS].join(', ')}`);
  if (imageSize !== undefined && !SIZES.has(String(imageSize))) throw new Bad(`image_size must be one of ${[...SIZES].join(', ')}`);
}

const failure = (code: number, message: string, status: string) => ({ error: { code, message, status } });
