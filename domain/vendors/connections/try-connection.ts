import * as z from 'zod';
import type { ConnectionProblem } from '#contract/operator/service-connections.contract.ts';
import { aiService, type Service, type Wire } from '#contract/platform/ai-services.ts';
import { OutgoingRefused } from '#domain/platform/network/outgoing.ts';
import { tryingAddress } from '#domain/platform/network/purposes.ts';
import type { ServiceAccount, VendorAccount, VendorSettings } from '#domain/platform/settings/model-settings.ts';
import type { FailureReason } from '../llm/failure-reason.ts';
import { classifyStatus } from '../llm/classify-error.ts';
import { askFor, compatibleModels } from '../llm/compatible/list-local-models.ts';
import { CallAborted, VendorFailure, withoutKey } from '../llm/vendor-failure.ts';
import { accessToken } from './service-account.ts';

export interface Problem {
  readonly code: ConnectionProblem;
  /** The service's own words, without keys. */
  readonly detail: string | null;
}

const MOST_MODELS = 500;

const idsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
const geminiSchema = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() })),
});

const ids = (answer: unknown): string[] => idsSchema.safeParse(answer).data?.data.map(({ id }) => id) ?? [];
const bearerList = async ({ baseURL, apiKey }: VendorAccount, service: Service) =>
  ids(await askFor(`${baseURL}/models`, { authorization: `Bearer ${apiKey}` }, service));

/**
 * How each vendor lists its models, all on one page. Sources: platform.claude.com/docs/en/api/models-list,
 * developers.openai.com/api/reference/models, docs.x.ai/docs/api-reference, ai.google.dev/api/models.
 */
const LISTS: Readonly<Record<Wire, (account: VendorAccount, service: Service) => Promise<string[]>>> = {
  messages: async ({ baseURL, apiKey }, service) =>
    ids(await askFor(`${baseURL}/models?limit=1000`, { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }, service)),
  responses: bearerList,
  'xai-responses': bearerList,
  chat: bearerList,
  'generate-content': async ({ baseURL, apiKey }, service) =>
    (geminiSchema.safeParse(await askFor(`${baseURL}/models?pageSize=1000`, { 'x-goog-api-key': apiKey }, service)).data?.models ?? [])
      .filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
      .map(({ name }) => name.replace(/^models\//, '')),
};

const vertexSchema = z.object({ publisherModels: z.array(z.object({ name: z.string() })).optional() });
/** Matches Gemini's text models; Vertex AI's other models do not write text or use another protocol. */
const VERTEX_MODEL = /^publishers\/google\/models\/(gemini-(?!embedding)[\w.-]+)$/;

/**
 * Returns Google's models in Vertex AI's Model Garden (docs.cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/publishers.models/list).
 */
async function vertexModels({ baseURL }: VendorAccount, account: ServiceAccount, service: Service): Promise<string[]> {
  const token = await accessToken(account);
  if (token instanceof Response) throw classifyStatus(service, token.status, await token.text());
  const headers = { authorization: `Bearer ${token}`, 'x-goog-user-project': account.projectId };
  const address = `${baseURL.replace(/\/v1\/projects\/.*$/, '')}/v1beta1/publishers/google/models?pageSize=1000`;
  const answer = vertexSchema.safeParse(await askFor(address, headers, service));
  return (answer.data?.publisherModels ?? []).flatMap(({ name }) => VERTEX_MODEL.exec(name)?.[1] ?? []);
}

/** Runs a call with outgoing requests allowed to the addresses of unsaved settings. */
export const trying = <T>({ baseURL, vertex }: VendorSettings, call: () => Promise<T>): Promise<T> =>
  tryingAddress(baseURL, () => (vertex ? tryingAddress(vertex.tokenAddress, call) : call()));

export interface ListedModels {
  /** Models that write text, the most likely first. */
  readonly models: string[];
  /** Models that probably write no text, judged by name. */
  readonly others: string[];
  /** The base URL at which the service answered. */
  readonly baseURL: string;
  readonly problem: Problem | null;
}

/** Asks a service for the models that a key can use. */
export async function listModels(service: Service, settings: VendorSettings): Promise<ListedModels> {
  const account = { ...settings, baseURL: settings.baseURL.replace(/\/$/, '') };
  const { baseURL } = account;
  try {
    if (account.compatible) {
      const listed = await trying(account, () => compatibleModels(account, service));
      return { ...listed, models: listed.models.slice(0, MOST_MODELS), others: listed.others.slice(0, MOST_MODELS), problem: null };
    }
    const models = await trying(account, () =>
      account.vertex ? vertexModels(account, account.vertex, service) : LISTS[aiService(service).wire](account, service),
    );
    return { models: models.slice(0, MOST_MODELS), others: [], baseURL, problem: null };
  } catch (error) {
    return { models: [], others: [], baseURL, problem: problemOf(error, settings.apiKey) };
  }
}

/** The problem for each failure reason; without a reason, the service's own words are shown. */
const PROBLEM_OF: Readonly<Record<FailureReason, ConnectionProblem>> = {
  unverified_organisation: 'unverified_organisation',
  no_credit: 'no_credit',
  wrong_key: 'wrong_key',
  unknown_model: 'unknown_model',
  no_such_path: 'no_such_path',
  context_too_small: 'context_too_small',
  refused_parameter: 'refused_parameter',
};

/** Returns the problem of a connection, from the service's answer (`failure-reason.ts`). */
export function problemOf(error: unknown, key: string): Problem {
  const refused = causeIn(error, (one) => one instanceof OutgoingRefused);
  if (refused) return { code: 'address_refused', detail: null };
  if (error instanceof CallAborted) return { code: 'not_reachable', detail: null };
  if (!(error instanceof VendorFailure))
    return { code: 'not_reachable', detail: error instanceof Error ? withoutKey(error.message, key) : null };
  const { httpStatus: status, message: detail } = error;
  const code = ((): ConnectionProblem => {
    if (error.reason !== null) return PROBLEM_OF[error.reason];
    if (error.code === 'vendors.rate_limited') return 'too_many_requests';
    if (status === null || error.code === 'vendors.timed_out') return /refused:/.test(detail) ? 'address_refused' : 'not_reachable';
    if (error.code === 'vendors.broken_output' && status === 200) return 'no_structured_answer';
    return 'failed';
  })();
  return { code, detail: withoutKey(detail, key) };
}

function causeIn(error: unknown, is: (one: Error) => boolean): Error | null {
  for (let one = error; one instanceof Error; one = one.cause) if (is(one)) return one;
  return null;
}
