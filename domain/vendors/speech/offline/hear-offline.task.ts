// Transcribes English with the Moonshine weights (MIT) that `npm run offline-speech` has installed in a folder; `hear-offline.command.ts`
// starts it.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';

const requestSchema = z.object({ folder: z.string() });
export type HearingRequest = z.infer<typeof requestSchema>;

const SHAPE = { layers: 6, heads: 8, size: 36 };
const [START, END] = [1, 2];
const RATE = 16_000;
/** Maximum tokens a second: faster than any speech. Without a limit the model may repeat itself endlessly. */
const TOKENS_A_SECOND = 6;
const WAV_HEAD = 44;

/** What is used of onnxruntime, which is no dependency of ours. */
interface Tensor {
  readonly data: Float32Array;
}
interface Session {
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
}
interface Runtime {
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> };
  readonly Tensor: new (type: string, data: Float32Array | readonly (bigint | boolean)[], shape: readonly number[]) => Tensor;
}
interface Tokenizer {
  decode(tokens: readonly number[]): string;
}

async function load(folder: string) {
  // resolves packages of that folder
  const installed = createRequire(path.join(folder, 'package.json'));
  const { InferenceSession, Tensor } = installed('onnxruntime-node') as Runtime;
  const { default: tokenizer } = (await import(pathToFileURL(installed.resolve('llama-tokenizer-js')).href)) as { default: Tokenizer };
  const weights = path.join(folder, 'node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized');
  const options = { executionProviders: ['cpu'], intraOpNumThreads: 2 };
  return {
    Tensor,
    tokenizer,
    // memory used for half a minute of sound is released after each part
    encoder: await InferenceSession.create(path.join(weights, 'encoder_model.onnx'), { ...options, enableCpuMemArena: false }),
    decoder: await InferenceSession.create(path.join(weights, 'decoder_model_merged.onnx'), options),
  };
}
type Model = Awaited<ReturnType<typeof load>>;

function samplesOf(wav: Buffer): Float32Array {
  const at = wav.indexOf('data', 12, 'latin1');
  const from = at < 0 ? WAV_HEAD : at + 8;
  return Float32Array.from({ length: Math.floor((wav.length - from) / 2) }, (_, index) => wav.readInt16LE(from + index * 2) / 32_768);
}

/** Returns the decoder's state at the beginning: empty. */
function emptyMemory({ Tensor }: Model): Record<string, Tensor> {
  const memory: Record<string, Tensor> = {};
  for (let layer = 0; layer < SHAPE.layers; layer += 1)
    for (const part of ['decoder', 'encoder'])
      for (const name of ['key', 'value'])
        memory[`past_key_values.${layer}.${part}.${name}`] = new Tensor('float32', new Float32Array(), [0, SHAPE.heads, 1, SHAPE.size]);
  return memory;
}

async function hear(model: Model, sound: Float32Array): Promise<string> {
  const { Tensor, encoder, decoder, tokenizer } = model;
  const { last_hidden_state: heard } = await encoder.run({ input_values: new Tensor('float32', sound, [1, sound.length]) });
  const memory = emptyMemory(model);
  const tokens = [START!];
  for (let step = 0; step < (sound.length / RATE) * TOKENS_A_SECOND; step += 1) {
    const answer = await decoder.run({
      input_ids: new Tensor('int64', [BigInt(tokens.at(-1)!)], [1, 1]),
      encoder_hidden_states: heard!,
      use_cache_branch: new Tensor('bool', [step > 0], [1]),
      ...memory,
    });
    const { data } = answer['logits']!;
    const next = data.reduce((best, value, index) => (value > data[best]! ? index : best), 0);
    if (next === END) break;
    tokens.push(next);
    // the encoder's part stays; only the decoder's part grows
    for (const name of Object.keys(memory))
      if (step === 0 || name.includes('.decoder.')) memory[name] = answer[name.replace('past_key_values', 'present')]!;
  }
  return tokenizer.decode(tokens).trim();
}

let loaded: Promise<Model> | undefined;

/** Returns the text of a 16 kHz WAV file. */
export const work: RestrictedWork = async (value, bytes) => {
  const { folder } = requestSchema.parse(value);
  return { value: await hear(await (loaded ??= load(folder)), samplesOf(Buffer.from(bytes))) };
};
