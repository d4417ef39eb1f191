import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { config, readConfig, setConfig, type Config } from '#domain/platform/config.ts';
import { tryingAddress } from '#domain/platform/network/purposes.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { compatibleModels, listLocalModels } from './list-local-models.ts';

let sandbox: Sandbox;
let base: Config;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  base = readConfig({
    DATABASE_URL: 'postgres://unused',
    SESSION_SECRET: 'x'.repeat(32),
    AI_MODE: 'local',
    LOCAL_AI_URL: `${sandbox.url}/ollama/v1`,
    GROK_MODEL: 'mistral:7b',
  });
});
beforeEach(() => setConfig(base));
afterAll(() => sandbox.close());

const models = () => Object.fromEntries(Object.entries(config().vendors).map(([service, { model }]) => [service, model]));

it('the roles are spread over the models that the server lists, the hardest one to the largest; a configured model stays', async () => {
  await listLocalModels();
  expect(models()).toEqual({ claude: 'qwen3:8b', gemini: 'gemma3:4b', openai: 'llama3.2:3b', grok: 'mistral:7b' });
});

it('a server that does not answer is reported with its address and the remedy', async () => {
  const { vendors } = base;
  const away = { ...vendors.claude, baseURL: 'http://127.0.0.1:9/v1' };
  setConfig({ ...base, vendors: { ...vendors, claude: away } });
  await expect(listLocalModels()).rejects.toThrow(/no server answers at http:\/\/127.0.0.1:9\/v1. Start the server/);
});

it('models of another kind are recognised by a whole word of their names, and listed apart, not hidden', async () => {
  const names = ['eclipse:7b', 'clip-vit-large', 'mxbai-embed-large', 'whisper-1', 'qwen3:8b', 'bge-m3', 'attspeak:3b'];
  const server = createServer((request, response) => {
    // like LM Studio: not Ollama's list, and nothing without /v1
    const isThere = request.url === '/v1/models';
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isThere ? { data: names.map((id) => ({ id })) } : { error: 'Unexpected endpoint or method.' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await tryingAddress(baseURL, () => compatibleModels({ baseURL, apiKey: 'none' }, 'openai'))).toEqual({
    models: ['eclipse:7b', 'qwen3:8b', 'attspeak:3b'],
    others: ['clip-vit-large', 'mxbai-embed-large', 'whisper-1', 'bge-m3'],
    baseURL: `${baseURL}/v1`,
  });
  server.close();
});
