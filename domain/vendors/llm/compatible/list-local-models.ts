import * as z from 'zod';
import { SERVICES, servicesFor, type Service } from '#contract/platform/ai-services.ts';
import { config, ConfigError, setConfig } from '#domain/platform/config.ts';
import type { VendorAccount, VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import { classifyStatus } from '../classify-error.ts';
import { isVersioned, withoutSlash } from '../profile/model-profile.ts';

const ANSWER_WITHIN_MS = 5_000;
/** Parts of the names of models that write no text (`eclipse` does not count as `clip`). They are listed last but can still be chosen. */
const OTHER_KIND = /(?:^|[^a-z])(?:\w*embed\w*|rerank\w*|bge|whisper|tts|clip|dall-e|sora|moderation)(?:$|[^a-z])/i;
const WITH_VERSION = '/v1';

/** Ollama's own list, which states each model's size (https://docs.ollama.com/api/tags). */
const tagsSchema = z.object({ models: z.array(z.object({ name: z.string(), size: z.number().optional() })) });
/** The model list of OpenAI's protocol, which every compatible server has. */
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Asks local servers for their models, on behalf of services that name none, and gives each such service one: the largest to the service
 * with the most demanding role. Call it once, before the process takes work.
 * @throws ConfigError when a server does not answer or has no model that writes text
 */
export async function listLocalModels(): Promise<void> {
  const { vendors } = config();
  // by how demanding their roles are: a lesson's lead also carries the outline
  const unnamed = servicesFor('lesson').filter((service) => vendors[service].compatible && vendors[service].model === '');
  if (unnamed.length === 0) return;
  const lists = new Map<string, readonly string[]>();
  for (const service of unnamed) {
    const { baseURL } = vendors[service];
    if (!lists.has(baseURL)) lists.set(baseURL, await modelsAt(vendors[service], service));
  }
  const named = SERVICES.map((service): [Service, VendorSettings] => {
    const models = lists.get(vendors[service].baseURL) ?? [];
    const place = unnamed.indexOf(service);
    return [service, place < 0 ? vendors[service] : { ...vendors[service], model: models[place % models.length]! }];
  });
  setConfig({ ...config(), vendors: Object.fromEntries(named) as Record<Service, VendorSettings> });
}

/** @throws ConfigError */
async function modelsAt({ baseURL, apiKey }: VendorAccount, service: Service): Promise<readonly string[]> {
  const problem = (what: string) =>
    new ConfigError(`LOCAL_AI_URL: ${what} at ${baseURL}. Start the server (\`ollama serve\`), or name the models with <SERVICE>_MODEL`);
  const { models } = await compatibleModels({ baseURL, apiKey }, service).catch(() => {
    throw problem('no server answers');
  });
  if (models.length === 0) throw problem('no model that writes texts is listed');
  return models;
}

export interface CompatibleModels {
  /** Models that write text, largest first if the server states their size. */
  readonly models: readonly string[];
  /** Models that seem to be of another kind. */
  readonly others: readonly string[];
  /** The base URL at which the protocol's list was found, with `/v1` added if the address lacks it. */
  readonly baseURL: string;
}

/**
 * Returns the models of a local server.
 * @throws what `fetch` throws; VendorFailure when the server refuses
 */
export async function compatibleModels({ baseURL: entered, apiKey }: VendorAccount, service: Service): Promise<CompatibleModels> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const base = withoutSlash(entered);
  const versioned = isVersioned(base) ? base : `${base}${WITH_VERSION}`;
  const listAt = async (baseURL: string) => ({
    names: modelsSchema.parse(await askFor(`${baseURL}/models`, headers, service)).data.map(({ id }) => id),
    baseURL,
  });
  const atBase = async () =>
    listAt(base).catch((refused) =>
      versioned === base ? Promise.reject(refused) : listAt(versioned).catch(() => Promise.reject(refused)),
    );
  const [tags, listed] = await Promise.all([
    askFor(new URL('../api/tags', `${versioned}/`).href, headers, service).then(tagsSchema.parse, () => null),
    atBase().catch((refused: unknown) => ({ refused })),
  ]);
  if ('refused' in listed && !tags) throw listed.refused;
  const sized = tags?.models.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0)).map(({ name }) => name);
  const names = sized ?? ('names' in listed ? listed.names : []);
  return {
    models: names.filter((name) => !OTHER_KIND.test(name)),
    others: names.filter((name) => OTHER_KIND.test(name)),
    baseURL: 'names' in listed ? listed.baseURL : base,
  };
}

/** Returns the JSON at an address. @throws errors of `fetch`; VendorFailure unless the status is 200 */
export async function askFor(address: string, headers: Readonly<Record<string, string>>, service: Service): Promise<unknown> {
  const response = await bounded(address, { headers: { ...headers }, redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!response.ok) throw classifyStatus(service, response.status, await response.text());
  return response.json();
}
const bounded = boundedFetch({ total: 4_000_000, line: 4_000_000, error: 64_000 });
