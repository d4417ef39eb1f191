// Transcribes English with the Moonshine weights (MIT) that `npm run offline-speech` has installed in a folder: a separate process, so that
// its memory is freed when it ends. Its parent sends { id, sound } with the path of a 16 kHz WAV file and gets { id, text } or { id, error
// }.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2] ?? '';
/** Resolves packages of that folder, which are not dependencies of ours. */
const installed = createRequire(path.join(folder, 'package.json'));
const { InferenceSession, Tensor } = installed('onnxruntime-node');
const { default: tokenizer } = await import(pathToFileURL(installed.resolve('llama-tokenizer-js')).href);

const WEIGHTS = path.join(folder, 'node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized');
const SHAPE = { layers: 6, heads: 8, size: 36 };
const [START, END] = [1, 2];
const RATE = 16_000;
/** Maximum tokens a second: faster than any speech. Without a limit the model may repeat itself endlessly. */
const TOKENS_A_SECOND = 6;
const WAV_HEAD = 44;

const options = { executionProviders: ['cpu'], intraOpNumThreads: 2 };
// memory used for half a minute of sound is released after each part
const encoder = await InferenceSession.create(path.join(WEIGHTS, 'encoder_model.onnx'), { ...options, enableCpuMemArena: false });
const decoder = await InferenceSession.create(path.join(WEIGHTS, 'decoder_model_merged.onnx'), options);

/** @param {string} file */
async function readSound(file) {
  const bytes = await readFile(file);
  const at = bytes.indexOf('data', 12, 'latin1');
  const from = at < 0 ? WAV_HEAD : at + 8;
  return Float32Array.from({ length: Math.floor((bytes.length - from) / 2) }, (_, index) => bytes.readInt16LE(from + index * 2) / 32_768);
}

/** Initial decoder state: empty. */
const emptyMemory = () =>
  Object.fromEntries(
    Array.from({ length: SHAPE.layers }, (_, layer) =>
      ['decoder', 'encoder'].flatMap((part) =>
        ['key', 'value'].map((name) => [
          `past_key_values.${layer}.${part}.${name}`,
          new Tensor('float32', new Float32Array(), [0, SHAPE.heads, 1, SHAPE.size]),
        ]),
      ),
    ).flat(),
  );

/** @param {Float32Array} sound */
async function hear(sound) {
  const { last_hidden_state: heard } = await encoder.run({ input_values: new Tensor('float32', sound, [1, sound.length]) });
  const memory = emptyMemory();
  const tokens = [START];
  for (let step = 0; step < (sound.length / RATE) * TOKENS_A_SECOND; step += 1) {
    const answer = await decoder.run({
      input_ids: new Tensor('int64', [BigInt(tokens.at(-1) ?? START)], [1, 1]),
      encoder_hidden_states: heard,
      use_cache_branch: new Tensor('bool', [step > 0]),
      ...memory,
    });
    const next = answer.logits.data.reduce(
      (/** @type {number} */ best, /** @type {number} */ value, /** @type {number} */ index) =>
        value > answer.logits.data[best] ? index : best,
      0,
    );
    if (next === END) break;
    tokens.push(next);
    // the encoder's part stays; only the decoder's part grows
    for (const name of Object.keys(memory)) {
      if (step === 0 || name.includes('.decoder.')) memory[name] = answer[name.replace('past_key_values', 'present')];
    }
  }
  return tokenizer.decode(tokens).trim();
}

process.on('message', async (/** @type {any} */ { id, sound }) => {
  try {
    process.send?.({ id, text: await hear(await readSound(sound)) });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
