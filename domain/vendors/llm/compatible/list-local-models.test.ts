import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { config, readConfig, setConfig, type Config } from '#domain/platform/config.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { listLocalModels } from './list-local-models.ts';

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

it('the roles are spread over the models that the server lists, the hardest one to the largest; a named model stays', async () => {
  await listLocalModels();
  expect(models()).toEqual({ claude: 'qwen3:8b', gemini: 'gemma3:4b', openai: 'llama3.2:3b', grok: 'mistral:7b' });
});

it('a server that does not answer is called by its address, with what to do', async () => {
  const { vendors } = base;
  const away = { ...vendors.claude, baseURL: 'http://127.0.0.1:9/v1' };
  setConfig({ ...base, vendors: { ...vendors, claude: away } });
  await expect(listLocalModels()).rejects.toThrow(/no server answers at http:\/\/127.0.0.1:9\/v1. Start the server/);
});
