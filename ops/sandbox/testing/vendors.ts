import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createXai } from '@ai-sdk/xai';
import { generateText, Output, streamText, type LanguageModel } from 'ai';
import type { z } from 'zod';
import { aiService, eachService, type Service, type Wire } from '#contract/platform/ai-services.ts';
import { sandboxAddress } from '#domain/platform/settings/model-settings.ts';

/** The real SDK of each protocol. */
const SDKS: Readonly<Record<Wire, (at: { baseURL: string; apiKey: string }, model: string) => LanguageModel>> = {
  messages: (at, model) => createAnthropic(at)(model),
  responses: (at, model) => createOpenAI(at)(model),
  'xai-responses': (at, model) => createXai(at)(model),
  'generate-content': (at, model) => createGoogleGenerativeAI(at)(model),
  chat: (at, model) => createOpenAI(at).chat(model),
};

/** Returns the real SDKs' models, configured for a sandbox; `chat` is OpenAI's older protocol. */
export function vendorModels(url: string, apiKey = 'test-key'): Record<Service, LanguageModel> & { chat: LanguageModel } {
  const modelOf = (service: Service, wire: Wire) => SDKS[wire]({ baseURL: sandboxAddress(url, service), apiKey }, aiService(service).model);
  return { ...eachService((service) => modelOf(service, aiService(service).wire)), chat: modelOf('openai', 'chat') };
}

interface CallOptions {
  model: LanguageModel;
  schema: z.ZodType;
  prompt: string;
  maxRetries?: number;
  maxOutputTokens?: number;
  abortSignal?: AbortSignal;
}

const limits = { maxOutputTokens: 16_000, maxRetries: 0 };

/** Requests a structured answer as JSON. */
export async function askOnce({ schema, ...rest }: CallOptions) {
  return generateText({ ...limits, ...rest, instructions: 'You write courses.', output: Output.object({ schema }) });
}

/** Requests a structured answer by server-sent events. @returns the object, the partial ones, and the first error */
export async function askStreaming({ schema, ...rest }: CallOptions) {
  let failure: unknown = null;
  const stream = streamText({
    ...limits,
    ...rest,
    instructions: 'You write courses.',
    output: Output.object({ schema }),
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  let partials = 0;
  try {
    for await (const _ of stream.partialOutputStream) partials += 1;
    const output = failure === null ? await stream.output : null;
    return { output, partials, failure, usage: await stream.usage, finishReason: await stream.finishReason };
  } catch (error) {
    return { output: null, partials, failure: failure ?? error, usage: null, finishReason: null };
  }
}

/** Calls the control API. @returns its status and parsed body */
export async function control(url: string, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${url}/control/${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const tag = (name: string, value: unknown): string => `<${name}>${JSON.stringify(value)}</${name}>`;

/** Returns a prompt in the product's format: prose around tagged JSON. */
export function promptOf(parts: Record<string, unknown>): string {
  return ['Answer for this course.', ...Object.entries(parts).map(([name, value]) => tag(name, value))].join('\n');
}
