import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { seedOf } from '#contract/courses/cover-art/draw.ts';
import type { CallLog } from '../control/call-log.ts';
import type { Faults } from '../control/faults.ts';
import { isObject } from '../wire/wire.ts';
import type { ObjectStore } from './object-store.ts';
import { hasMotif, renderPicture } from './render-picture.ts';

const PATH =
  /^\/vertex\/v1beta1\/projects\/([^/]+)\/locations\/([^/]+)\/publishers\/google\/models\/([^/:]+):(predictLongRunning|fetchPredictOperation)$/;
const MODELS = new Set(['veo-3.1-generate-001', 'veo-3.1-fast-generate-001']);
const LENGTHS = new Set([4, 6, 8]);
/** Prompts that match are rejected, simulating the vendor's safety rules. */
const REFUSED = /\bunsafe-prompt\b/i;
/** Operations are stored in a private bucket, so that they outlive the process. */
const OPERATIONS = 'sandbox-operations';

interface Operation {
  readonly name: string;
  readonly model: string;
  readonly prompt: string;
  readonly seconds: number;
  readonly storageUri: string;
  readonly readyAt: number;
  readonly fault: string | null;
}

interface VeoContext {
  readonly objects: ObjectStore;
  readonly faults: Faults;
  readonly log: CallLog;
  /** How long making a clip takes, in ms. */
  readonly clipMs: () => number;
}

/** A request that violates the API. */
class Bad extends Error {}

/** Answers as Veo on Vertex AI: clips are ordered, polled, and stored in the object store. @returns false for other requests */
export async function answerVeo(res: ServerResponse, url: URL, raw: string, key: string, context: VeoContext): Promise<boolean> {
  const match = PATH.exec(url.pathname);
  if (!match) return false;
  const [, project, location, model, method] = match;
  try {
    if (!MODELS.has(model!)) return send(res, 404, failure(404, `Publisher Model ${model} was not found`, 'NOT_FOUND'));
    const body: unknown = JSON.parse(raw);
    if (!isObject(body)) throw new Bad('The body must be an object.');
    if (method === 'predictLongRunning') {
      const path = `projects/${project}/locations/${location}/publishers/google/models/${model}`;
      return send(res, ...order(body, { path, model: model!, key }, context));
    }
    return send(res, ...(await look(body, context)));
  } catch (error) {
    if (!(error instanceof Bad) && !(error instanceof SyntaxError)) throw error;
    return send(res, 400, failure(400, error.message, 'INVALID_ARGUMENT'));
  }
}

type Reply = [status: number, body: object];

function order(body: Record<string, unknown>, of: { path: string; model: string; key: string }, context: VeoContext): Reply {
  const { prompt, seconds, storageUri, hasImage, negativePrompt } = readOrder(body);
  const fault = context.faults.take('veo');
  const record = context.log.open({ service: 'veo', model: of.model, purpose: 'video', key: of.key, subject: prompt, input_tokens: 0 });
  record.fault = fault?.mode ?? null;
  record.has_image = hasImage;
  record.negative_prompt = negativePrompt;
  const close = (status: number): void => context.log.close(record, { ms: 0, status, output_tokens: 0, aborted: false });
  if (fault?.mode === '429' || fault?.mode === '500') {
    close(Number(fault.mode));
    return [Number(fault.mode), failure(Number(fault.mode), 'Try again later.', fault.mode === '429' ? 'RESOURCE_EXHAUSTED' : 'INTERNAL')];
  }
  const problem = REFUSED.test(prompt)
    ? 'The prompt could not be submitted: it may violate our usage guidelines.'
    : // with a picture, the picture decides what the clip shows
      hasImage || hasMotif(prompt)
      ? null
      : 'The stand-in has no drawing of this subject.';
  if (problem !== null) {
    close(400);
    return [400, failure(400, problem, 'INVALID_ARGUMENT')];
  }
  // the same key is the same order
  const id = createHash('sha256')
    .update(of.key || `${Date.now()} ${Math.random()}`)
    .digest('hex')
    .slice(0, 32);
  const name = `${of.path}/operations/${id}`;
  if (!context.objects.find(OPERATIONS, name)) {
    const made: Operation = {
      name,
      model: of.model,
      prompt,
      seconds,
      storageUri,
      readyAt: Date.now() + context.clipMs(),
      fault: fault?.mode ?? null,
    };
    context.objects.put(OPERATIONS, name, 'application/json', Buffer.from(JSON.stringify(made)));
  }
  close(200);
  return [200, { name }];
}

interface VideoOrder {
  readonly prompt: string;
  readonly seconds: number;
  readonly storageUri: string;
  readonly hasImage: boolean;
  readonly negativePrompt: string;
}

/** @throws Bad */
function readOrder(body: Record<string, unknown>): VideoOrder {
  const { instances, parameters, ...other } = body;
  if (Object.keys(other).length > 0) throw new Bad(`Unknown name "${Object.keys(other)[0]}".`);
  const instance: unknown = Array.isArray(instances) && instances.length === 1 ? instances[0] : null;
  if (!isObject(instance) || !isObject(parameters)) throw new Bad('One instance and parameters are needed.');
  const { prompt, image } = instance;
  if (typeof prompt !== 'string' || prompt.trim() === '') throw new Bad('The prompt must not be empty.');
  if (
    image !== undefined &&
    !(isObject(image) && typeof image['bytesBase64Encoded'] === 'string' && /^image\/(png|jpeg)$/.test(String(image['mimeType'])))
  )
    throw new Bad('The image must be PNG or JPEG.');
  const known = ['sampleCount', 'aspectRatio', 'resolution', 'durationSeconds', 'generateAudio', 'storageUri', 'negativePrompt', 'seed'];
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown) throw new Bad(`Unknown name "${unknown}" at 'parameters'.`);
  const { durationSeconds, storageUri, sampleCount, negativePrompt = '' } = parameters;
  if (typeof negativePrompt !== 'string') throw new Bad('negativePrompt must be a string.');
  if (!LENGTHS.has(Number(durationSeconds))) throw new Bad('Supported durations are 4, 6 and 8 seconds.');
  if (sampleCount !== 1) throw new Bad('sampleCount must be 1.');
  if (typeof storageUri !== 'string' || !/^gs:\/\/[^/]+\/.+/.test(storageUri))
    throw new Bad('storageUri must be a place in Cloud Storage.');
  return { prompt, seconds: Number(durationSeconds), storageUri, hasImage: image !== undefined, negativePrompt };
}

async function look(body: Record<string, unknown>, { objects }: VeoContext): Promise<Reply> {
  const name = String(body['operationName'] ?? '');
  if (!objects.find(OPERATIONS, name)) return [404, failure(404, `Operation ${name} was not found.`, 'NOT_FOUND')];
  const operation = JSON.parse(objects.bytes(OPERATIONS, name).toString()) as Operation;
  if (operation.fault === 'hang' || Date.now() < operation.readyAt) return [200, { name }];
  if (operation.fault === 'safety') return [200, { name, done: true, response: { raiMediaFilteredCount: 1 } }];
  if (operation.fault === 'empty') return [200, { name, done: true, response: {} }];
  if (operation.fault === 'fail') return [200, { name, done: true, error: { code: 13, message: 'Internal error.' } }];
  const [, bucket, prefix] = /^gs:\/\/([^/]+)\/(.+)$/.exec(operation.storageUri)!;
  const key = `${prefix!.replace(/\/$/, '')}/${name.slice(-32)}/sample_0.mp4`;
  if (!objects.find(bucket!, key)) {
    const clip = await renderClip(operation.prompt, operation.seconds);
    objects.put(bucket!, key, 'video/mp4', operation.fault === 'corrupt' ? clip.subarray(0, 400) : clip);
  }
  return [200, { name, done: true, response: { videos: [{ gcsUri: `gs://${bucket}/${key}`, mimeType: 'video/mp4' }] } }];
}

const failure = (code: number, message: string, status: string) => ({ error: { code, message, status } });

function send(res: ServerResponse, status: number, body: object): true {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}

const require = createRequire(import.meta.url);
const ffmpeg = process.env['FFMPEG_PATH'] ?? (require('@ffmpeg-installer/ffmpeg') as { path: string }).path;

/** Small, so that it renders quickly; the picture is larger, so that there is something to pan over. */
const WIDTH = 320;
const HEIGHT = 180;
const FPS = 12;
const PICTURE = { width: 400, height: 225 };
/** The content of a clip with a start picture, which the sandbox does not examine. */
const OF_A_PICTURE = 'a picture from a camera';

/** Renders a real H.264 clip with sound: a slow pan over a picture of the prompt's subject. Deterministic by prompt. */
async function renderClip(prompt: string, seconds: number): Promise<Buffer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-clip-'));
  const [picture, out] = ['picture.png', 'clip.mp4'].map((name) => path.join(folder, name)) as [string, string];
  const seed = seedOf(prompt);
  const way = `t/${seconds}`;
  const across = seed % 2 ? way : `(1-${way})`;
  const pan = `[0:v]crop=${WIDTH}:${HEIGHT}:x='(iw-${WIDTH})*${across}':y='(ih-${HEIGHT})*${way}'[shown]`;
  const video = ['-loop', '1', '-framerate', String(FPS), '-t', String(seconds), '-i', picture];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=${220 + (seed % 220)}:duration=${seconds}`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k', '-shortest'];
  try {
    const drawn = await renderPicture(prompt, PICTURE.width, PICTURE.height);
    writeFileSync(picture, drawn ?? (await renderPicture(OF_A_PICTURE, PICTURE.width, PICTURE.height))!);
    const flags = ['-hide_banner', '-loglevel', 'error', '-y'];
    await promisify(execFile)(ffmpeg, [
      ...flags,
      ...video,
      ...sound,
      '-filter_complex',
      pan,
      '-map',
      '[shown]',
      '-map',
      '1:a',
      ...encode,
      '-movflags',
      '+faststart',
      out,
    ]);
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
