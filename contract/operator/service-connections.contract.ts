import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';

/**
 * The provider of a service: the vendor itself, a server with OpenAI's protocol (Ollama, vLLM, LM Studio, OpenRouter), or, for Gemini,
 * Google Cloud's Vertex AI, whose key is the JSON file of a service account.
 */
export const CONNECTION_KINDS = ['vendor', 'compatible', 'vertex'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export const CONTEXT_TOKENS = { least: 2_048, most: 4_000_000 } as const;
/** Maximum price in US dollars per million tokens; the most expensive models cost a fifth of it. */
export const MOST_PRICE = 1_000;

/** What happens when a service's budget is used up: other services take over, or courses wait. */
export const BUDGET_ENDS = ['others', 'wait'] as const;
export type BudgetEnd = (typeof BUDGET_ENDS)[number];
/** Maximum budget in US cents: a million dollars. */
export const MOST_BUDGET_CENTS = 100_000_000;

/** Maximum length of a key, in characters. */
export const MOST_KEY = 4_000;

const address = z.string().check(z.minLength(1), z.maxLength(300));
/** The file of a service account has about 2,400 characters. */
const key = z.string().check(z.minLength(1), z.maxLength(MOST_KEY));
const model = z.string().check(z.minLength(1), z.maxLength(120));
const dollars = z.number().check(z.gte(0), z.lte(MOST_PRICE));
const price = z.object({ input: dollars, output: dollars });
/** The price of a local server's tokens. */
export const FREE = { input: 0, output: 0 } as const satisfies ConnectionPrice;
export type ConnectionPrice = z.infer<typeof price>;

/** A fact learnt about a model at an address (`model-profile.ts`). */
const learnt = z.object({
  trait: z.string(),
  value: z.unknown(),
  /** How it was learnt, in English. */
  source: z.string(),
  learnt_at: z.string(),
  /** Older than a day, so it will be learnt again. */
  is_old: z.boolean(),
});
export type LearntOfModel = z.infer<typeof learnt>;

/**
 * `environment`: the environment's settings override the stored ones. `connected`: on this page. `unreadable`: the key was encrypted by another
 * installation and must be entered again. `sandbox`: the demo library answers. `none`: not connected.
 */
export const CONNECTION_STATES = ['environment', 'connected', 'unreadable', 'sandbox', 'none'] as const;

const budget = z.object({
  /** US cents per day (UTC); null for no limit. */
  day_cents: z.nullable(z.int()),
  /** US cents per month; null for no limit. */
  month_cents: z.nullable(z.int()),
  at_end: z.enum(BUDGET_ENDS),
});
export type ServiceBudget = z.infer<typeof budget>;

const connection = z.object({
  service: z.enum(SERVICES),
  state: z.enum(CONNECTION_STATES),
  kind: z.enum(CONNECTION_KINDS),
  base_url: z.string(),
  /** Empty if no model is set yet. */
  model: z.string(),
  /** The last four characters of the key, or the name of the service account; null without a key, or if the environment has it. */
  key_hint: z.nullable(z.string()),
  /** Tokens of a local server's context window. */
  context_tokens: z.nullable(z.int()),
  /** US dollars per million tokens; null if unknown, and then the cost of its calls is unknown too. */
  price: z.nullable(price),
  /** A suitable model of the vendor with known prices. */
  suggested_model: z.string(),
  /** Facts learnt about its model, from tests and from real work. */
  learnt: z.array(learnt),
  /** Day since which this is the model's list price; null if the price was entered here, or is unknown. */
  listed_since: z.nullable(z.string()),
  changed_at: z.nullable(z.string()),
  /** Email of the person who last changed the connection. */
  changed_by: z.nullable(z.string()),
  /** The budget; null if unlimited. */
  budget: z.nullable(budget),
  /** Cost that the service has reported, in millionths of a US dollar, today and this month (UTC). */
  spent_today_micro_usd: z.int(),
  spent_month_micro_usd: z.int(),
  /** When the used-up budget becomes available again; null if it is not used up. */
  used_up_until: z.nullable(z.string()),
});
export type ServiceConnection = z.infer<typeof connection>;

/** Approximate numbers of calls and tokens of a test. */
const testTokens = z.object({ calls: z.int(), input: z.int(), output: z.int() });

const all = z.object({
  connections: z.array(connection),
  /** The approximate tokens of a test, and the vendor's list prices. */
  test: testTokens,
  list_prices: z.array(z.extend(price, { model: z.string() })),
  /** The caller's test that has not ended; null if none. */
  running_test: z.nullable(z.object({ task_id: z.string(), service: z.enum(SERVICES) })),
  /** Whether the caller can change connections: only administrators can. */
  may_change: z.boolean(),
  /** Whether changes need a code of the caller's authenticator. */
  needs_code: z.boolean(),
  /** Whether addresses of this machine and its network can be entered. */
  may_be_private: z.boolean(),
});
export type ServiceConnections = z.infer<typeof all>;

const ERRORS = ['validation.failed', 'access.denied'] as const;

export const listServiceConnections = defineEndpoint({
  name: 'listServiceConnections',
  method: 'GET',
  path: '/api/operator/connections',
  summary: 'Which AI services are connected, by whom, and with which model. Keys are never returned.',
  auth: 'operator',
  personOnly: 'installation',
  responses: { 200: all },
  errors: ['access.denied'],
});

/** A connection to test before it is saved. Without a key, the stored key is used if kind and address are unchanged. */
const asked = {
  kind: z.enum(CONNECTION_KINDS),
  /** Default: the vendor's own address. */
  base_url: z.optional(address),
  key: z.optional(key),
};

/** Problems of a service, in the order in which they are detected. */
export const CONNECTION_PROBLEMS = [
  'address_refused',
  'not_reachable',
  'no_such_path',
  'wrong_key',
  'unverified_organisation',
  'no_credit',
  'unknown_model',
  'refused_parameter',
  'context_too_small',
  'too_many_requests',
  'no_structured_answer',
  'no_usable_lesson',
  'failed',
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];
/** `detail`: the service's own message, in English, without keys. */
const problem = z.object({ code: z.enum(CONNECTION_PROBLEMS), detail: z.nullable(z.string()) });

export const listServiceModels = defineEndpoint({
  name: 'listServiceModels',
  method: 'POST',
  path: '/api/operator/connections/:service/models',
  summary: 'The models that a service lists for a key. Nothing is stored.',
  auth: 'operator',
  personOnly: 'installation',
  limit: 'service-test',
  params: z.object({ service: z.enum(SERVICES) }),
  body: z.object(asked),
  example: { kind: 'compatible', base_url: 'http://127.0.0.1:9/v1' },
  responses: {
    200: z.object({
      /** The models that can write texts, most suitable first. */
      models: z.array(z.string()),
      /** Listed models that seem to be of another kind, by their names; they can still be chosen. */
      others: z.array(z.string()),
      /** The address at which the service was found, with `/v1` added if necessary. */
      base_url: z.string(),
      problem: z.nullable(problem),
    }),
  },
  errors: [...ERRORS, 'limits.rate'],
});

const contextTokens = z.optional(z.int().check(z.gte(CONTEXT_TOKENS.least), z.lte(CONTEXT_TOKENS.most)));

export const testServiceConnection = defineEndpoint({
  name: 'testServiceConnection',
  method: 'POST',
  path: '/api/operator/connections/:service/test',
  summary:
    'Have a service write a small lesson with its quiz, as courses do. Starts a run whose `result` contains the facts learnt about the model, or the problem. Loading a model can take minutes. No connection is stored.',
  auth: 'operator',
  personOnly: 'installation',
  limit: 'service-test',
  params: z.object({ service: z.enum(SERVICES) }),
  body: z.object({ ...asked, model, context_tokens: contextTokens, price: z.optional(price) }),
  example: { kind: 'compatible', base_url: 'http://127.0.0.1:9/v1', model: 'qwen3:8b' },
  responses: { 202: z.object({ task_id: z.string() }) },
  errors: [...ERRORS, 'limits.rate', 'spend.install_cap', 'queue.full'],
});

/** The `result` of a test's run. */
export const connectionTestSchema = z.object({
  service: z.enum(SERVICES),
  kind: z.enum(CONNECTION_KINDS),
  model: z.string(),
  /** The address at which the service was found, with `/v1` added if necessary. */
  base_url: z.string(),
  /** `/v1` was added to the entered address. */
  is_path_added: z.boolean(),
  problem: z.nullable(problem),
  /** Null if no lesson was written. For an answer that does not stream, the waiting time counts too. */
  words_a_second: z.nullable(z.number()),
  /** What ensures the form of its answers: a schema that the server enforces, JSON mode, or only the prompt. */
  schema: z.enum(['json_schema', 'json_object', 'prompt']),
  /** Maximum tokens of prompt and answer together; null if the server does not say. */
  context_tokens: z.nullable(z.int()),
  /** Tokens that a typical course needs. */
  needed_tokens: z.int(),
  /** Number of words of the lesson, and of valid questions on it. */
  lesson_words: z.int(),
  questions: z.int(),
  /** Weaknesses of the lesson and the questions, in English; empty if none were found. */
  remarks: z.array(z.string()),
  /** Milliseconds until the first word, which can include loading the model. */
  first_word_ms: z.nullable(z.int()),
  ms: z.int(),
  tokens: z.nullable(z.int()),
  /** Millionths of a US dollar; null if the model's price is unknown. */
  cost_micro_usd: z.nullable(z.int()),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

/** A code of the authenticator, or a recovery code, if the caller has two-step sign-in. */
const code = z.optional(z.string().check(z.minLength(1), z.maxLength(40)));

export const saveServiceConnection = defineEndpoint({
  name: 'saveServiceConnection',
  method: 'PUT',
  path: '/api/operator/connections/:service',
  summary:
    'Connect a service, or change its connection. It takes effect in every process within seconds; running calls finish with the previous connection.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ service: z.enum(SERVICES) }),
  body: z.object({
    ...asked,
    model,
    /** Default: the server's own figure, if it gave one. */
    context_tokens: contextTokens,
    /** Optional for a server on this machine or its network; required for servers elsewhere. */
    price: z.optional(price),
    code,
  }),
  example: { kind: 'compatible', base_url: 'http://127.0.0.1:9/v1', model: 'qwen3:8b' },
  responses: { 200: all },
  errors: [...ERRORS, 'auth.code_wrong', 'limits.rate'],
});

export const removeServiceConnection = defineEndpoint({
  name: 'removeServiceConnection',
  method: 'POST',
  path: '/api/operator/connections/:service/remove',
  summary: 'Delete a connection and its key. Settings in the environment are kept.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ service: z.enum(SERVICES) }),
  body: z.object({ code }),
  example: {},
  responses: { 200: all },
  errors: [...ERRORS, 'auth.code_wrong', 'limits.rate'],
});

const cents = z.nullable(z.int().check(z.gte(1), z.lte(MOST_BUDGET_CENTS)));

export const changeServiceBudget = defineEndpoint({
  name: 'changeServiceBudget',
  method: 'PUT',
  path: '/api/operator/connections/:service/budget',
  summary:
    'Set a service’s daily and monthly budget, and what happens when it is used up: other services take over, or courses wait. Two nulls remove the limits.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ service: z.enum(SERVICES) }),
  body: z.object({ day_cents: cents, month_cents: cents, at_end: z.enum(BUDGET_ENDS) }),
  example: { day_cents: 90, month_cents: null, at_end: 'others' },
  responses: { 200: all },
  errors: [...ERRORS],
});
