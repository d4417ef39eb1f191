import * as z from 'zod';
import {
  AI_SERVICES,
  aiService,
  eachService,
  SERVICES,
  SPEECH_SERVICES,
  type AiServiceRow,
  type Service,
  type SpeechService,
} from '#contract/platform/ai-services.ts';

/**
 * The source of the AI services' texts. `sandbox`: the stand-in on this machine. `live`: the vendors. `local`: a server of the
 * installation's own that speaks OpenAI's protocol (Ollama, LM Studio, vLLM, llama.cpp).
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

type Own = (typeof AI_SERVICES)[Service]['environment']['own'];
type Vendor = (typeof AI_SERVICES)[Service]['environment']['vendor'];
/** A variable for each service: `GROK_MODEL`, `CLAUDE_MODEL` … */
const each = <Of extends 'own' | 'vendor', What extends string, Schema>(of: Of, what: What, schema: Schema) =>
  Object.fromEntries(SERVICES.map((service) => [`${aiService(service).environment[of]}_${what}`, schema])) as Record<
    `${Of extends 'own' ? Own : Vendor}_${What}`,
    Schema
  >;

/** A model of each service that hears and speaks: `OPENAI_VOICE_MODEL` … */
const speechModels = <What extends string>(what: What, modelOf: (speech: NonNullable<AiServiceRow['speech']>) => string) =>
  Object.fromEntries(
    SPEECH_SERVICES.map((service) => [
      `${aiService(service).environment.own}_${what}`,
      z.string().default(modelOf(aiService(service).speech!)),
    ]),
  ) as Record<`${(typeof AI_SERVICES)[SpeechService]['environment']['own']}_${What}`, z.ZodDefault<z.ZodString>>;

export const MODEL_ENVIRONMENT = {
  AI_MODE: z.enum(['sandbox', 'local', 'live']).default('sandbox'),
  /** The server of `AI_MODE=local`; by default Ollama's address. */
  LOCAL_AI_URL: url.default('http://127.0.0.1:11434/v1'),
  /** Maximum concurrent calls to a local server, for each of its models; below that limit, its actual capacity is measured. */
  LOCAL_AI_CONCURRENCY: z.coerce.number().int().min(1).default(2),
  ...each('vendor', 'API_KEY', z.string().optional()),
  ...each('vendor', 'BASE_URL', url.optional()),
  ...each('own', 'MODEL', z.string().optional()),
  /** `compatible`: a compatible server answers for this service, at `<SERVICE>_BASE_URL` with `<SERVICE>_MODEL`. */
  ...each('own', 'PROVIDER', provider),
  ...each('own', 'BASE_URL', url.optional()),
  ...each('own', 'API_KEY', z.string().optional()),
  ...each('own', 'CONTEXT_TOKENS', tokens),
  ...each('own', 'PRICE', price),
  /** Whether to transcribe voice notes. */
  ...speechModels('SPEECH_MODEL', ({ hears }) => hears),
  /** Whether to speak the lessons of audio courses. */
  ...speechModels('VOICE_MODEL', ({ speaks }) => speaks),
};
const environment = z.object(MODEL_ENVIRONMENT);

/** Address and key of a vendor's own API. With an empty key it is not configured. */
export interface VendorAccount {
  readonly baseURL: string;
  readonly apiKey: string;
  /** Entered by an administrator: its address must then be public, unless private ones are allowed. */
  readonly isStored?: boolean;
}

/** A compatible server that answers for a service. */
export interface CompatibleServer {
  /** Size of its context window in tokens, prompt and answer together. */
  readonly contextTokens: number;
  /** US dollars per million tokens; null: unknown. */
  readonly price: OwnPrice | null;
}

/** US dollars per million tokens. */
export interface OwnPrice {
  readonly input: number;
  readonly output: number;
}

/** A Google Cloud service account, from its key file; calls carry tokens that are requested with it. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly email: string;
  readonly keyId: string;
  readonly privateKey: string;
  /** Address that issues tokens. */
  readonly tokenAddress: string;
}

/** The connection that answers a service's texts. `model` is empty until a local server has been asked for its models. */
export interface VendorSettings extends VendorAccount {
  readonly model: string;
  /** Null: the vendor itself, or the sandbox. */
  readonly compatible: CompatibleServer | null;
  /** Gemini through Vertex AI. */
  readonly vertex?: ServiceAccount | null;
  /** The model's price here; absent or null: the list price. */
  readonly price?: OwnPrice | null;
}

export interface ModelSettings {
  readonly vendors: Readonly<Record<Service, VendorSettings>>;
  /** The vendors' other APIs: pictures, speech, moderation, batches. */
  readonly accounts: Readonly<Record<Service, VendorAccount>>;
  readonly localConcurrency: number;
  /** The models that transcribe recordings, and that speak audio courses. */
  readonly speechModels: Readonly<Record<SpeechService, string>>;
  readonly voiceModels: Readonly<Record<SpeechService, string>>;
}

/**
 * Reads the services' connections.
 * @param sandbox address of the stand-in
 * @param hasStandIns whether the sandbox replaces services that are not configured
 * @param problems receives one line per setting that is wrong
 */
export function readModelSettings(
  e: z.infer<typeof environment>,
  { sandbox, hasStandIns }: { sandbox: string; hasStandIns: boolean },
  problems: string[],
): ModelSettings {
  const of = (service: Service) => {
    const { own, vendor } = AI_SERVICES[service].environment;
    return {
      vendorKey: e[`${vendor}_API_KEY`],
      vendorBase: e[`${vendor}_BASE_URL`],
      model: e[`${own}_MODEL`],
      provider: e[`${own}_PROVIDER`],
      baseURL: e[`${own}_BASE_URL`],
      apiKey: e[`${own}_API_KEY`],
      contextTokens: e[`${own}_CONTEXT_TOKENS`],
      price: e[`${own}_PRICE`],
    };
  };
  const isCompatible = (service: Service) => (of(service).provider ?? (e.AI_MODE === 'local' ? 'compatible' : 'vendor')) === 'compatible';
  const compatible = SERVICES.filter(isCompatible);
  if (e.AI_MODE === 'sandbox' && compatible.length > 0)
    problems.push(
      `${nameOf(compatible[0]!)}_PROVIDER: compatible needs AI_MODE=live or AI_MODE=local; the sandbox answers for all of them`,
    );
  for (const service of e.AI_MODE === 'live' ? compatible : []) {
    const { baseURL, model } = of(service);
    if (!baseURL) problems.push(`${nameOf(service)}_BASE_URL: the address of the compatible server is needed, ending in /v1`);
    if (!model) problems.push(`${nameOf(service)}_MODEL: the compatible server's name of the model is needed`);
  }

  const account = (service: Service): VendorAccount => {
    // key and address of a service with a compatible server belong to that server
    const { vendorKey: key, vendorBase: base } = isCompatible(service) ? {} : of(service);
    const isLive = e.AI_MODE === 'live' || !hasStandIns;
    return {
      baseURL: base ?? (isLive ? aiService(service).address : sandboxAddress(sandbox, service)),
      apiKey: key ?? (isLive ? '' : 'sandbox-key'),
    };
  };
  const vendor = (service: Service): VendorSettings => {
    const {
      model,
      baseURL,
      apiKey,
      contextTokens,
      price: [input, output],
    } = of(service);
    if (!isCompatible(service)) return { ...account(service), model: model ?? aiService(service).model, compatible: null };
    // such servers usually accept any key, but the client requires one
    return {
      baseURL: baseURL ?? e.LOCAL_AI_URL,
      apiKey: apiKey ?? 'none',
      model: model ?? '',
      compatible: { contextTokens, price: { input, output } },
    };
  };
  const ofSpeech = (modelOf: (service: SpeechService) => string) =>
    Object.fromEntries(SPEECH_SERVICES.map((service) => [service, modelOf(service)])) as Record<SpeechService, string>;
  return {
    speechModels: ofSpeech((service) => e[`${AI_SERVICES[service].environment.own}_SPEECH_MODEL`]),
    voiceModels: ofSpeech((service) => e[`${AI_SERVICES[service].environment.own}_VOICE_MODEL`]),
    vendors: eachService(vendor),
    accounts: eachService(account),
    localConcurrency: e.LOCAL_AI_CONCURRENCY,
  };
}

const nameOf = (service: Service): string => aiService(service).environment.own;

/** Returns the address at which a sandbox stands in for a service's vendor. */
export const sandboxAddress = (sandbox: string, service: Service): string => `${sandbox}/${aiService(service).sandboxPath}`;

/** Points the services of a configuration at a sandbox. */
export const atSandbox = <Settings extends VendorAccount>(
  vendors: Readonly<Record<Service, Settings>>,
  sandbox: string,
): Record<Service, Settings> =>
  eachService((service) => ({ ...vendors[service], baseURL: sandboxAddress(sandbox, service), apiKey: 'sandbox-key' }));
