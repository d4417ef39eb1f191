import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { config } from '#domain/platform/config.ts';

/** The newest revision, which the SDK's client uses when told to; and the previous one, which most clients use today. */
export const REVISIONS = ['2026-07-28', 'legacy'] as const;
export type Revision = (typeof REVISIONS)[number];

interface Wanted {
  readonly origin: string;
  readonly key?: string;
  readonly authProvider?: OAuthClientProvider;
  readonly revision?: Revision;
  /** Answers the server's questions to the person; without it, the client does not support elicitation. */
  readonly agrees?: (message: string) => boolean;
}

/** Fetches as if this installation was at its public address. */
export const fetchAt = (origin: string) => (url: string | URL, init?: RequestInit) =>
  fetch(String(url).replace(config().publicOrigin, origin), init);

export function transportTo({ origin, key, authProvider }: Wanted): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${config().publicOrigin}/mcp`), {
    fetch: fetchAt(origin),
    ...(authProvider && { authProvider }),
    ...(key && { authProvider: { token: async () => key } }),
  });
}

/** Creates a client of the SDK that is not connected yet. */
export function clientOf({ revision = '2026-07-28', agrees }: Wanted): Client {
  const client = new Client(
    { name: 'agent', version: '1.0.0' },
    {
      versionNegotiation: { mode: revision === 'legacy' ? 'legacy' : { pin: revision } },
      ...(agrees && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (agrees) {
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { agree: agrees(params.message) },
    }));
  }
  return client;
}

/** Connects a client of the SDK. */
export async function connectMcp(wanted: Wanted): Promise<Client> {
  const client = clientOf(wanted);
  await client.connect(transportTo(wanted));
  return client;
}

interface Used {
  readonly text: string;
  // tests check the fields they expect
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  readonly failed: boolean;
}

/** Calls a tool. @returns its text and data, and whether it failed */
export async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Used> {
  const answer = await client.callTool({ name, arguments: args });
  const texts = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { text: texts.join('\n'), data: answer.structuredContent, failed: answer.isError === true };
}
