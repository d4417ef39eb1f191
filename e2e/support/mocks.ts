import type { CDPSession, Page } from '@playwright/test';

/** A parsed answer of the api. */
type Json = ReturnType<typeof JSON.parse>;

/** What a mock can do with a request of its page; it must do one of these, or the request stays unanswered. */
export interface MockedRequest {
  readonly url: string;
  readonly method: string;
  answer(json: object, status?: number): Promise<void>;
  /** Answers with a file. */
  answerFile(contentType: string, body: Buffer): Promise<void>;
  /** Fails the request, as without a connection. */
  abort(): Promise<void>;
  /** Sends it to the server. */
  pass(): Promise<void>;
  /** Asks the server without answering the page. @returns the parsed body */
  ask(): Promise<Json>;
}

type Handler = (request: MockedRequest) => unknown;
interface Mock {
  readonly pattern: RegExp;
  readonly handle: Handler;
}
interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string; readonly headers: Record<string, string> };
}

const mocksOf = new WeakMap<Page, { readonly mocks: Mock[]; readonly isReady: Promise<unknown> }>();

/** `**` is anything, `*` anything within a part of the path, everything else itself. */
const patternOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split(/(\*\*?)/)
      .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)))
      .join('')}$`,
  );

/**
 * Mocks a page's api calls; the newest matching mock handles a call. Unlike Playwright's routes, it keeps the browser's script cache enabled and
 * does not intercept other requests: with routes, opening a page takes twice the processor time.
 * @param address of the calls: a glob for the whole URL, or a pattern that its URL contains
 */
export async function mock(page: Page, address: string | RegExp, handle: Handler): Promise<void> {
  const own: Mock = { pattern: typeof address === 'string' ? patternOf(address) : address, handle };
  const known = mocksOf.get(page);
  if (known) known.mocks.unshift(own);
  else {
    const mocks = [own];
    mocksOf.set(page, { mocks, isReady: intercept(page, mocks) });
  }
  await mocksOf.get(page)?.isReady;
}

async function intercept(page: Page, mocks: readonly Mock[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  browser.on('Fetch.requestPaused', (paused: Paused) => {
    const request = mockedRequest(browser, paused);
    const mocked = mocks.find(({ pattern }) => pattern.test(request.url));
    void (mocked ? mocked.handle(request) : request.pass());
  });
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
}

/** Mocks calls with one answer. */
export const mockAnswer = (page: Page, address: string | RegExp, json: object, status = 200): Promise<void> =>
  mock(page, address, (request) => request.answer(json, status));

function mockedRequest(browser: CDPSession, { requestId, request }: Paused): MockedRequest {
  const { url, method, headers } = request;
  // a page may be closed before its call is answered
  const unlessClosed = (done: Promise<unknown>) => done.then(() => undefined).catch(() => undefined);
  const answerFile = (contentType: string, body: Buffer, status = 200) =>
    unlessClosed(
      browser.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: contentType }],
        body: body.toString('base64'),
      }),
    );
  return {
    url,
    method,
    answer: (json, status) => answerFile('application/json', Buffer.from(JSON.stringify(json)), status),
    answerFile,
    abort: () => unlessClosed(browser.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })),
    pass: () => unlessClosed(browser.send('Fetch.continueRequest', { requestId })),
    ask: async () => (await fetch(url, { method, headers })).json(),
  };
}
