import * as z from 'zod';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';

/**
 * Where the four AI services' texts come from. `sandbox`: the stand-in of this machine. `live`: the vendors. `local`: a server of one's own
 * that speaks OpenAI's protocol (Ollama, LM Studio, vLLM, llama.cpp).
 */
export type AiMode = 'sandbox' | 'local' | 'live';

const url = z.url({ protocol: /^https?$/ });
const provider = z.enum(['vendor', 'compatible']).optional();
const tokens = z.coerce.number().int().min(2_048).default(8_192);
/** US dollars per million tokens, of input and of output. */
const price = z
  .string()
  .regex(/^\d+(\.\d+)?,\d+(\.\d+)?$/, 'two prices in US dollars per million tokens, such as 0.10,0.40: input, output')
  .default('0,0')
  .transform((text) => text.split(',').map(Number) as [number, number]);

export const MODEL_ENVIRONMENT = {
  AI_MODE: z.enum(['sandbox', 'local', 'live']).default('sandbox'),
  /** The server of `AI_MODE=local`; by default Ollama's address. */
  LOCAL_AI_URL: url.default('http://127.0.0.1:11434/v1'),
  /** Calls at once that a server of one's own may get from one process; how many it bears is found out below that. */
  LOCAL_AI_CONCURRENCY: z.coerce.number().int().min(1).default(2),
  ANTHROPIC_API_KEY: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  XAI_API_KEY: z.string().optional(),
  GEMINI_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: url.optional(),
  OPENAI_BASE_URL: url.optional(),
  XAI_BASE_URL: url.optional(),
  GEMINI_BASE_URL: url.optional(),
  CLAUDE_MODEL: z.string().optional(),
  OPENAI_MODEL: z.string().optional(),
  GROK_MODEL: z.string().optional(),
  GEMINI_MODEL: z.string().optional(),
  /** `compatible`: a server of one's own answers for this service, at `<SERVICE>_BASE_URL` with `<SERVICE>_MODEL`. */
  CLAUDE_PROVIDER: provider,
  OPENAI_PROVIDER: provider,
  GROK_PROVIDER: provider,
  GEMINI_PROVIDER: provider,
  CLAUDE_BASE_URL: url.optional(),
  GROK_BASE_URL: url.optional(),
  CLAUDE_API_KEY: z.string().optional(),
  GROK_API_KEY: z.string().optional(),
  CLAUDE_CONTEXT_TOKENS: tokens,
  OPENAI_CONTEXT_TOKENS: tokens,
  GROK_CONTEXT_TOKENS: tokens,
  GEMINI_CONTEXT_TOKENS: tokens,
  CLAUDE_PRICE: price,
  OPENAI_PRICE: price,
  GROK_PRICE: price,
  GEMINI_PRICE: price,
};
const environment = z.object(MODEL_ENVIRONMENT);

/** A vendor's own interface: with which address and key. An empty key: it is not configured. */
export interface VendorAccount {
  readonly baseURL: string;
  readonly apiKey: string;
  /** Whether an administrator has entered it: its address must be a public one, unless private ones are allowed. */
  readonly isStored?: boolean;
}

/** A server of one's own that answers for a service. */
export interface CompatibleServer {
  /** Tokens of its context window, prompt and answer together. */
  readonly contextTokens: number;
  /** US dollars per million tokens; null: unknown. */
  readonly price: OwnPrice | null;
}

/** US dollars per million tokens. */
export interface OwnPrice {
  readonly input: number;
  readonly output: number;
}

/** A service account of Google Cloud, as its key file says; calls carry tokens that are bought with it. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly email: string;
  readonly keyId: string;
  readonly privateKey: string;
  /** Where tokens are given out. */
  readonly tokenAddress: string;
}

/** Who answers a service's texts. `model` is empty until a server of one's own has been asked for those it has. */
export interface VendorSettings extends VendorAccount {
  readonly model: string;
  /** Null: the vendor itself, or the sandbox. */
  readonly compatible: CompatibleServer | null;
  /** Gemini by Vertex AI. */
  readonly vertex?: ServiceAccount | null;
  /** What its model costs here; absent or null: as listed. */
  readonly price?: OwnPrice | null;
}

export interface ModelSettings {
  readonly vendors: Readonly<Record<Service, VendorSettings>>;
  /** The vendors' other interfaces: pictures, speech, moderation, batches. */
  readonly accounts: Readonly<Record<Service, VendorAccount>>;
  readonly localConcurrency: number;
}

/** A model for each service where none is named, of which the prices are known. */
export const SUGGESTED_MODELS: Readonly<Record<Service, string>> = {
  claude: 'claude-sonnet-5-5',
  openai: 'gpt-6.1-terra',
  grok: 'grok-4.7',
  gemini: 'gemini-3.8-flash',
};

/**
 * Reads who answers for the four services.
 * @param sandbox address of the stand-in
 * @param hasStandIns whether it stands in for what is not configured
 * @param problems receives one line per setting that is wrong
 */
export function readModelSettings(
  e: z.infer<typeof environment>,
  { sandbox, hasStandIns }: { sandbox: string; hasStandIns: boolean },
  problems: string[],
): ModelSettings {
  const keys = { claude: e.ANTHROPIC_API_KEY, openai: e.OPENAI_API_KEY, grok: e.XAI_API_KEY, gemini: e.GEMINI_API_KEY };
  const bases = { claude: e.ANTHROPIC_BASE_URL, openai: e.OPENAI_BASE_URL, grok: e.XAI_BASE_URL, gemini: e.GEMINI_BASE_URL };
  const models = { claude: e.CLAUDE_MODEL, openai: e.OPENAI_MODEL, grok: e.GROK_MODEL, gemini: e.GEMINI_MODEL };
  const own = {
    claude: {
      provider: e.CLAUDE_PROVIDER,
      baseURL: e.CLAUDE_BASE_URL,
      apiKey: e.CLAUDE_API_KEY,
      tokens: e.CLAUDE_CONTEXT_TOKENS,
      price: e.CLAUDE_PRICE,
    },
    openai: {
      provider: e.OPENAI_PROVIDER,
      baseURL: e.OPENAI_BASE_URL,
      apiKey: e.OPENAI_API_KEY,
      tokens: e.OPENAI_CONTEXT_TOKENS,
      price: e.OPENAI_PRICE,
    },
    grok: {
      provider: e.GROK_PROVIDER,
      baseURL: e.GROK_BASE_URL,
      apiKey: e.GROK_API_KEY,
      tokens: e.GROK_CONTEXT_TOKENS,
      price: e.GROK_PRICE,
    },
    gemini: {
      provider: e.GEMINI_PROVIDER,
      baseURL: e.GEMINI_BASE_URL,
      apiKey: e.GEMINI_API_KEY,
      tokens: e.GEMINI_CONTEXT_TOKENS,
      price: e.GEMINI_PRICE,
    },
  };
  const isCompatible = (service: Service) => (own[service].provider ?? (e.AI_MODE === 'local' ? 'compatible' : 'vendor')) === 'compatible';
  const compatible = SERVICES.filter(isCompatible);
  if (e.AI_MODE === 'sandbox' && compatible.length > 0)
    problems.push(
      `${compatible[0]!.toUpperCase()}_PROVIDER: compatible needs AI_MODE=live or AI_MODE=local; the sandbox answers for all four`,
    );
  for (const service of e.AI_MODE === 'live' ? compatible : []) {
    if (!own[service].baseURL)
      problems.push(`${service.toUpperCase()}_BASE_URL: the address of the compatible server is needed, ending in /v1`);
    if (!models[service]) problems.push(`${service.toUpperCase()}_MODEL: the compatible server's name of the model is needed`);
  }

  const account = (service: Service): VendorAccount => {
    // the key and address of a service with a server of one's own are that server's
    const [key, base] = isCompatible(service) ? [] : [keys[service], bases[service]];
    const isLive = e.AI_MODE === 'live' || !hasStandIns;
    return {
      baseURL: base ?? (isLive ? LIVE_BASES[service] : `${sandbox}/${SANDBOX_PATHS[service]}`),
      apiKey: key ?? (isLive ? '' : 'sandbox-key'),
    };
  };
  const vendor = (service: Service): VendorSettings => {
    if (!isCompatible(service)) return { ...account(service), model: models[service] ?? SUGGESTED_MODELS[service], compatible: null };
    const {
      baseURL,
      apiKey,
      tokens: contextTokens,
      price: [input, output],
    } = own[service];
    // such servers usually take any key, but the client needs one
    return {
      baseURL: baseURL ?? e.LOCAL_AI_URL,
      apiKey: apiKey ?? 'none',
      model: models[service] ?? '',
      compatible: { contextTokens, price: { input, output } },
    };
  };
  const each = <T>(settingsOf: (service: Service) => T): Record<Service, T> => ({
    claude: settingsOf('claude'),
    openai: settingsOf('openai'),
    grok: settingsOf('grok'),
    gemini: settingsOf('gemini'),
  });
  return { vendors: each(vendor), accounts: each(account), localConcurrency: e.LOCAL_AI_CONCURRENCY };
}

/** Paths of the AI services' APIs in the sandbox. */
const SANDBOX_PATHS = { claude: 'anthropic/v1', openai: 'openai/v1', grok: 'xai/v1', gemini: 'gemini/v1beta' } as const;

/** Addresses of the vendors themselves. */
export const LIVE_BASES = {
  claude: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  grok: 'https://api.x.ai/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
} as const;
