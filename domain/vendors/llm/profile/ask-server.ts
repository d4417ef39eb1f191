import * as z from 'zod';
import type { VendorAccount } from '#domain/platform/settings/model-settings.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import { withoutSlash, type ModelAt, type ModelProfile } from './model-profile.ts';

const ANSWER_WITHIN_MS = 5_000;
const bounded = boundedFetch({ total: 4_000_000, line: 4_000_000, error: 64_000 });

const count = z.coerce.number().int().positive().max(100_000_000).optional().catch(undefined);

/** https://docs.ollama.com/api/ps: the loaded models and their contexts; a loaded model's context takes precedence. */
const psSchema = z.object({ models: z.array(z.object({ name: z.string(), context_length: count })) });
/**
 * https://docs.ollama.com/api/show: the context set in the model's file (`num_ctx 8192`), and the context it was trained for
 * (`llama.context_length`).
 */
const showSchema = z.object({
  parameters: z.string().optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional(),
});
/**
 * The model list of OpenAI's protocol, with fields that servers add: `max_model_len` of vLLM (docs.vllm.ai, ModelCard), `context_length` of
 * OpenRouter (openrouter.ai/docs/api-reference/list-available-models) and Together, `context_window` of Groq
 * (console.groq.com/docs/models), `max_context_length` of Mistral (docs.mistral.ai/api), `meta.n_ctx` of llama.cpp's newer servers.
 */
const modelsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: count,
      context_length: count,
      context_window: count,
      max_context_length: count,
      loaded_context_length: count,
      meta: z.object({ n_ctx: count }).nullish().catch(null),
    }),
  ),
});
/** llama.cpp's server (tools/server/README.md, GET /props): the context of one slot, and the number of slots. */
const propsSchema = z.object({ default_generation_settings: z.object({ n_ctx: count }).optional().catch(undefined), total_slots: count });

/**
 * Asks a compatible server about a model: its context size in tokens, and how many calls it handles at once. Facts that the server does not
 * state, or that have no known endpoint, are absent; never throws.
 * @param account its address and key, and the model as the server names it
 */
export async function askServer(account: VendorAccount & ModelAt): Promise<ModelProfile> {
  const [own, listed, props] = await Promise.all([contextAtOllama(account), contextListed(account), propsOf(account)]);
  const context = own ?? props.context ?? listed;
  return { ...(context && { context }), ...(props.slots && { calls_at_once: props.slots }) };
}

async function contextAtOllama(account: VendorAccount & ModelAt): Promise<number | undefined> {
  const isIt = (name: string) => name === account.model || name === `${account.model}:latest`;
  const loaded = psSchema.safeParse(await jsonAt(account, '../api/ps')).data?.models.find(({ name }) => isIt(name));
  if (loaded?.context_length) return loaded.context_length;
  const shown = showSchema.safeParse(await jsonAt(account, '../api/show', { model: account.model })).data;
  // the trained context is only an upper bound: a model is loaded with less, unless its file says otherwise
  const set = /^num_ctx\s+(\d+)/m.exec(shown?.parameters ?? '')?.[1];
  return count.parse(set);
}

async function contextListed(account: VendorAccount & ModelAt): Promise<number | undefined> {
  // LM Studio's own list states the context a model was loaded with (lmstudio.ai/docs/developer/rest/endpoints)
  for (const path of ['../api/v0/models', 'models']) {
    const model = modelsSchema.safeParse(await jsonAt(account, path)).data?.data.find(({ id }) => id === account.model);
    const context =
      model?.loaded_context_length ??
      model?.max_model_len ??
      model?.meta?.n_ctx ??
      (path === 'models' ? (model?.context_length ?? model?.context_window ?? model?.max_context_length) : undefined);
    if (context) return context;
  }
  return undefined;
}

async function propsOf(account: VendorAccount): Promise<{ context?: number | undefined; slots?: number | undefined }> {
  const props = propsSchema.safeParse(await jsonAt(account, '../props')).data;
  return { context: props?.default_generation_settings?.n_ctx, slots: props?.total_slots };
}

/** Returns the JSON at a path relative to an address that ends in `/v1`; null for anything else. */
async function jsonAt({ baseURL, apiKey }: VendorAccount, path: string, body?: unknown): Promise<unknown> {
  const base = withoutSlash(baseURL);
  const address = new URL(path, `${/\/v\d\w*$/.test(base) ? base : `${base}/v1`}/`).href;
  try {
    const answer = await bounded(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
