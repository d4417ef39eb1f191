import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createXai } from '@ai-sdk/xai';
import { generateText, Output, streamText, type LanguageModel } from 'ai';
import type { z } from 'zod';
import type { Service } from '../wire/wire.ts';

/** The real SDKs' models, configured for a sandbox. */
export function vendorModels(url: string, apiKey = 'test-key'): Record<Exclude<Service, 'local'>, LanguageModel> & { chat: LanguageModel } {
  const openai = createOpenAI({ baseURL: `${url}/openai/v1`, apiKey });
  return {
    claude: createAnthropic({ baseURL: `${url}/anthropic/v1`, apiKey })('claude-sonnet-5-5'),
    openai: openai('gpt-6.1-terra'),
    chat: openai.chat('gpt-6.1-terra'),
    grok: createXai({ baseURL: `${url}/xai/v1`, apiKey })('grok-4.7'),
    gemini: createGoogleGenerativeAI({ baseURL: `${url}/gemini/v1beta`, apiKey })('gemini-3.8-flash'),
  };
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

/** Requests a structured answer by server-sent events: returns the object, the partial ones, and the first error. */
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

/** Calls the control API: returns its status and parsed body. */
export async function control(url: string, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${url}/control/${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const tag = (name: string, value: unknown): string => `<${name}>${JSON.stringify(value)}</${name}>`;

/** A prompt in the product's format: prose around tagged JSON. */
export function promptOf(parts: Record<string, unknown>): string {
  return ['Answer for this course.', ...Object.entries(parts).map(([name, value]) => tag(name, value))].join('\n');
}
