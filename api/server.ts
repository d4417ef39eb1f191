import Koa, { type Middleware } from 'koa';
import { providerLogout, samlReturn } from '#api/identity/organisation-sign-in.routes.ts';
import { appleReturn } from '#api/identity/apple-return.ts';
import { ltiPages } from '#api/lti/lti-pages.ts';
import { certificatePages } from '#api/practice/certificate-pages.ts';
import { marketPages } from '#api/market/market-pages.ts';
import { mcpEndpoint } from '#api/mcp/mcp-endpoint.ts';
import { oauthEndpoint } from '#api/mcp/oauth/oauth-endpoint.ts';
import type { LiveHub } from '#api/live/live-hub.ts';
import { createApiRouter, type ApiRouter, type RequestState } from '#api/platform/api-router.ts';
import { onlyByDoors, type OpenDoor } from '#api/platform/doors.ts';
import { problems, unknownRoute } from '#api/platform/errors.ts';
import { docsPage } from '#api/platform/openapi/docs-page.ts';
import { limitRequests } from '#api/platform/limit-requests.ts';
import { openLimits, type Limits } from '#api/platform/limits.ts';
import type { Metrics } from '#api/platform/metrics.ts';
import type { Readiness } from '#api/platform/health/readiness.ts';
import { packAnswers } from '#api/platform/pack-answers.ts';
import { requestLog, requestId, traceRequest } from '#api/platform/request-log.ts';
import { securityHeaders } from '#api/platform/security-headers.ts';
import { readSessionCookie } from '#api/platform/session-cookie.ts';
import { staticFiles } from '#api/platform/static.ts';
import { mountAll } from '#api/routes.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';

/** Maximum number of query parameters: more than any of our addresses has. */
const MOST_PARAMETERS = 100;

/** Koa's parsing time grows with the square of the number of query parameters: thousands of them would block everybody. */
const refuseManyParameters: Middleware = (ctx, next) => {
  if (ctx.querystring.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS) {
    throw new ProductError('validation.failed', 'The address has too many parameters.', {
      data: { errors: [{ path: 'query', message: 'Has too many parameters.' }] },
    });
  }
  return next();
};

interface AppParts {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly live: LiveHub;
  /** Fires when the process is asked to stop. */
  readonly closing: AbortSignal;
  /** Directory of the built frontend. */
  readonly pages: string;
  readonly limits?: Limits;
  /** As in `mountAll`, for tests. */
  readonly mayLack?: boolean;
}

/** Creates the whole HTTP application, outermost middleware first. */
export function createApp({
  metrics,
  readiness,
  live,
  closing,
  pages,
  limits = openLimits({ local: config().rateLimits === 'loose' }),
  mayLack = false,
}: AppParts): Koa<RequestState> {
  const router = createApiRouter({ limits, closing });
  mountAll(router, { readiness, live, mayLack });

  const { trustedProxies } = config();
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error) => logger().debug({ err: error }, 'connection error'));
  app.use(requestId);
  app.use(async (ctx, next) => {
    await next();
    // a kept-alive connection would delay the stop until its client closes it
    if (closing.aborted) ctx.set('Connection', 'close');
  });
  app.use(traceRequest);
  app.use(requestLog);
  app.use(metrics.measure);
  app.use(securityHeaders());
  app.use(packAnswers());
  app.use(problems);
  // before everything that answers, so that everything is counted
  app.use(limitRequests(limits));
  // before any code reads the parameters
  app.use(refuseManyParameters);
  app.use(onlyByDoors);
  for (const { listen } of openAll({ pages, limits, router })) app.use(listen);
  return app;
}

/** Returns everything that answers requests, in order. Only opened doors can be added. */
export function openAll({ pages, limits, router }: Pick<AppParts, 'pages'> & { limits: Limits; router: ApiRouter }): readonly OpenDoor[] {
  const origin = config().publicOrigin;
  const isSignedIn = (ctx: Koa.Context) => readSessionCookie(ctx) !== null;
  return [
    router.routes,
    mcpEndpoint(router),
    oauthEndpoint(router),
    docsPage(limits),
    appleReturn(limits),
    samlReturn(limits),
    providerLogout(limits),
    ltiPages(pages, limits),
    certificatePages({ directory: pages, origin, limits }),
    marketPages({ directory: pages, origin, isSignedIn, turn: router.turn, limits }),
    staticFiles(pages, { isSignedIn, origin, limits }),
    unknownRoute(limits, router.methodsOf),
  ];
}
