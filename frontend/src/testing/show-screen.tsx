import type { ReactNode } from 'react';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import type { AnswerOf, Endpoint } from '#contract/platform/endpoint.ts';
import type { about } from '#contract/platform/health.contract.ts';
import { endpointAt, mismatch, okStatus, placeOf, type MockedAnswer } from '#contract/platform/mocked-answer.factory.ts';
import { completed, fieldsOf } from '#contract/platform/partial-answer.factory.ts';
import { theme } from '#frontend/theme/theme.ts';
import { anAgePage } from './age-page.factory.ts';
import { aBalance } from './balance.factory.ts';
import { mismatches } from './mismatches.ts';
import { aUser } from './user.factory.ts';
import './patience.ts';

/** Renders a component as on a screen: with theme, query cache and a router that shows it at every path. @param at the initial path */
export async function showScreen(element: ReactNode, at = '/here') {
  const root = createRootRoute();
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => element });
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history: createMemoryHistory({ initialEntries: [at] }) });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  await router.load();
  const shown = render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={cache}>
        {/* The type belongs to the product's own router, whose routes a test does not use. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { ...shown, cache, address: () => router.state.location.href };
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What the screens of most tests ask besides: nothing is forbidden, everything is sold and connected. */
const USUAL: Readonly<Record<string, () => object>> = {
  about: (): AnswerOf<typeof about> => ({
    product: 'Coursewright',
    ai_mode: 'live',
    takes_payments: true,
    translates: true,
    transcribes: true,
  }),
  me: () => ({ user: aUser() }),
  getAgePage: () => anAgePage(),
  userTokens: () => aBalance(),
};

/**
 * An answer of which a test says only what it is about. Each request gets a success of its own endpoint: the fields of `part` that it has,
 * and the simplest values for all others.
 * @param status if the endpoint has it
 */
export const partly = (part: object = {}, status?: number): Answer => ({ part, body: undefined, ...(status !== undefined && { status }) });

/** Whether a body is sent as JSON, also by an endpoint that sends a file. */
const isPlain = (body: unknown) => Object.getPrototypeOf(body ?? {}) === Object.prototype;

/** Returns an answer as it is sent. */
function sentAnswer(endpoint: Endpoint | undefined, { status, body, broken, part }: Answer): MockedAnswer {
  if (!part || !endpoint) return { status: status ?? 200, body, ...(broken !== undefined && { broken }) };
  const declared = status !== undefined && status in endpoint.responses ? status : okStatus(endpoint);
  const schema = endpoint.responses[declared]!;
  const fields = fieldsOf(schema);
  const own = Object.fromEntries(Object.entries(part).filter(([key]) => fields.has(key)));
  return { status: declared, body: completed(schema, { ...USUAL[endpoint.name]?.(), ...own }) };
}

/** `problem` and `brokenAnswer` make the others than plain successes. */
export interface Answer extends Omit<MockedAnswer, 'status'> {
  readonly status?: number;
  /** Instead of `body`; see `partly`. */
  readonly part?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of JSON: what somebody between us and the server answers, such as a captive portal. */
  readonly page?: string;
}

/**
 * Answers every request of the test with `answer`, now or later, and records the requests. If it throws, the server counts as unreachable.
 * An answer that the request's endpoint never gives fails the test, with the place of this call.
 */
export function stubServer(answer: (request: SentRequest) => Answer | Promise<Answer>): SentRequest[] {
  const sent: SentRequest[] = [];
  const place = placeOf(new Error().stack, /testing.show-screen[.]tsx/);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body:
        typeof init.body === 'string' ? JSON.parse(init.body) : init.body instanceof FormData ? Object.fromEntries(init.body) : undefined,
    };
    sent.push(request);
    const endpoint = endpointAt(request.method, path);
    const said = await answer(request);
    if (said.page !== undefined) return new Response(said.page, { status: said.status ?? 200 });
    const given = sentAnswer(endpoint, said);
    const wrong = endpoint ? mismatch(endpoint, given, place) : `no endpoint is ${request.method} ${path}, mocked at ${place}`;
    if (wrong !== null) mismatches.push(wrong);
    const { status, body } = given;
    const isStreamed = status < 400 && (endpoint?.media !== undefined || endpoint?.event !== undefined);
    return new Response(isStreamed && !isPlain(body) ? (body as BodyInit) : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...said.headers },
    });
  });
  return sent;
}

/** The result of a call without any server. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};
