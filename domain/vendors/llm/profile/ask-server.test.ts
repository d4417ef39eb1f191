import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { tryingAddress } from '#domain/platform/network/purposes.ts';
import { askServer } from './ask-server.ts';

let server: Server | undefined;
beforeAll(() =>
  setConfig({ ...readConfig({ DATABASE_URL: 'postgres://unused', SESSION_SECRET: 'x'.repeat(32) }), privateConnections: true }),
);
afterEach(() => server?.close());

/** A server that answers these paths and 404 for all others. */
async function answering(answers: Readonly<Record<string, unknown>>): Promise<string> {
  server = createServer((req, res) => {
    const answer = answers[`${req.method} ${req.url}`];
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? { error: 'not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asked = (baseURL: string) => tryingAddress(baseURL, () => askServer({ baseURL, apiKey: 'none', model: 'qwen3:8b' }));

const listed = (more: object) => ({
  data: [
    { id: 'other', max_model_len: 1 },
    { id: 'qwen3:8b', ...more },
  ],
});
it.each([
  [
    'Ollama with the model loaded',
    {
      'GET /api/ps': { models: [{ name: 'qwen3:8b', context_length: 4096 }] },
      'POST /api/show': { model_info: { 'qwen3.context_length': 40960 } },
    },
    { context: 4_096 },
  ],
  [
    'Ollama whose model file sets it',
    { 'GET /api/ps': { models: [] }, 'POST /api/show': { parameters: 'stop "x"\nnum_ctx   16384' } },
    { context: 16_384 },
  ],
  ['Ollama that says only what a model was trained for', { 'POST /api/show': { model_info: { 'qwen3.context_length': 40960 } } }, {}],
  ['vLLM', { 'GET /v1/models': listed({ max_model_len: 32_768 }) }, { context: 32_768 }],
  [
    'LM Studio',
    { 'GET /api/v0/models': listed({ max_context_length: 131_072, loaded_context_length: 4_096 }), 'GET /v1/models': listed({}) },
    { context: 4_096 },
  ],
  ['OpenRouter', { 'GET /v1/models': listed({ context_length: 131_072 }) }, { context: 131_072 }],
  [
    'llama.cpp',
    {
      'GET /props': { default_generation_settings: { n_ctx: 8_192 }, total_slots: 4 },
      'GET /v1/models': listed({ meta: { n_ctx_train: 40_960 } }),
    },
    { context: 8_192, calls_at_once: 4 },
  ],
  ['one that says nothing', {}, {}],
])('a server’s description of itself: %s', async (_, answers, profile) => {
  const url = await answering(answers);
  // with and without the version in its address
  expect(await asked(`${url}/v1`)).toEqual(profile);
  expect(await asked(url)).toEqual(profile);
});

it('an unavailable one has none', async () => {
  expect(await asked('http://127.0.0.1:9/v1')).toEqual({});
});
