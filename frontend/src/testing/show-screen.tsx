import type { ReactNode } from 'react';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { theme } from '#frontend/theme/theme.ts';
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

export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/**
 * Answers every request of the test with `answer`, now or later, and records the requests. If it throws, the server counts as unreachable.
 */
export function stubServer(answer: (request: SentRequest) => Answer | Promise<Answer>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body:
        typeof init.body === 'string' ? JSON.parse(init.body) : init.body instanceof FormData ? Object.fromEntries(init.body) : undefined,
    };
    sent.push(request);
    const { status = 200, body } = await answer(request);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return sent;
}

/** The result of a call without any server. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A problem document as the server's rejections send it. */
export const problem = (status: number, detail: string, extra: object = {}) => ({
  status,
  body: { type: 'about:blank', title: detail, status, detail, code: 'test', request_id: 'request-1', ...extra },
});
