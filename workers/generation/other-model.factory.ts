import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The body of a request to a model, as sent. */
export type Body = Readonly<Record<string, unknown>>;

/** How a model differs from those that the sandbox simulates. */
export interface Way {
  /** Returns the message with which its server refuses a request; null if it accepts it. */
  readonly refuses?: (body: Body) => string | null;
  /** Thinking tokens before each answer; they count as output. */
  readonly thoughts?: number;
}

export interface OtherModel {
  /** Base URL before the sandbox's paths. */
  readonly url: string;
  /** All requests, including refused ones. */
  readonly bodies: Body[];
  readonly refused: string[];
  /** Changes its behaviour, and forgets earlier requests. */
  change(way: Way): void;
  close(): void;
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** Adds the answer's schema, which is only in the request's text but which the sandbox needs. */
function withSchema(body: Body): Body {
  const said = (body['messages'] as { content: string }[] | undefined)?.map(({ content }) => content).join('\n') ?? '';
  const from = said.lastIndexOf('{"$schema"');
  if (JSON.stringify(body['response_format'])?.includes('json_schema') || from < 0) return body;
  const schema: unknown = JSON.parse(said.slice(from).split('\n')[0]!);
  return { ...body, response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } };
}

interface Whole {
  readonly choices: readonly { readonly message: { readonly content: string } }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** Sends an answer preceded by its thoughts, as far as the limit on both allows. */
function think(response: ServerResponse, whole: Whole, thoughts: number, limit: number): void {
  const { content } = whole.choices[0]!.message;
  const shown = content.slice(0, Math.max(0, limit - thoughts) * 4);
  const finish = shown === content ? 'stop' : 'length';
  const completion_tokens = Math.min(limit, thoughts + whole.usage.completion_tokens);
  const delta = (said: object, end: string | null = null) => event({ choices: [{ index: 0, delta: said, finish_reason: end }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(delta({ reasoning_content: 'Let me think about {this} for a while. '.repeat(thoughts / 10) }));
  response.write(delta({ content: shown }) + delta({}, finish));
  response.end(`${event({ choices: [], usage: { ...whole.usage, completion_tokens } })}data: [DONE]\n\n`);
}

/** Starts a server that passes requests on to the sandbox, except for its model's differences. */
export async function startOtherModel(sandboxUrl: () => string): Promise<OtherModel> {
  let way: Way = {};
  const bodies: Body[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const pass = async () => {
      const body = JSON.parse(await text(request)) as Body;
      bodies.push(body);
      const words = way.refuses?.(body);
      if (words) {
        refused.push(words);
        response.writeHead(400, { 'content-type': 'application/json' });
        return void response.end(JSON.stringify({ error: { message: words, type: 'invalid_request_error', param: null, code: null } }));
      }
      const limit = Number(body['max_tokens']);
      const asked = way.thoughts ? { ...withSchema(body), stream: false, max_tokens: 64_000 } : withSchema(body);
      const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' };
      const answer = await fetch(sandboxUrl() + request.url, { method: 'POST', headers, body: JSON.stringify(asked) });
      if (way.thoughts && answer.ok) return think(response, (await answer.json()) as Whole, way.thoughts, limit);
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    };
    pass().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    refused,
    change: (next) => {
      way = next;
      bodies.length = 0;
      refused.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
