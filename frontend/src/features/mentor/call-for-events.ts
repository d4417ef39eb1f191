import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { callForStream, type CallOptions } from '#frontend/lib/api-client.ts';
import { networkError } from '#frontend/lib/api-error.ts';

/** The prefix of a data line of server-sent events. */
const DATA = 'data: ';

type EventOf<E extends Endpoint> = E['event'] extends z.ZodMiniType ? z.output<E['event']> : never;

/**
 * Calls an endpoint that streams events, and passes on each one as it arrives. Resolves after the last one.
 * @throws ApiError for refusals, and when the connection breaks before the end
 */
export async function callForEvents<const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  onEvent: (event: EventOf<E>) => void,
): Promise<void> {
  const reader = (await callForStream(endpoint, options)).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw networkError();
    });
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(DATA)) onEvent(JSON.parse(line.slice(DATA.length)) as EventOf<E>);
  }
}
