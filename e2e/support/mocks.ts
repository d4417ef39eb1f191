import type { Page, Request, Route } from '@playwright/test';
import type { AnswerOf, Endpoint } from '#contract/platform/endpoint.ts';
import type { ErrorCode, Problem } from '#contract/platform/errors.ts';
import {
  endpointAt,
  type EventOf,
  mismatch,
  mismatchedEvent,
  mocked,
  type MockedAnswer,
  okStatus,
  placeOf,
  problem,
  type Sent,
} from '#contract/platform/mocked-answer.factory.ts';

/** Values of parameters of the path or the query; a mock answers calls with any values of the others. */
type Chosen = Readonly<Record<string, string>>;

/** Answers that were served although the server never gives them, each with its endpoint and the place of its mock. */
const mismatches: string[] = [];
/** Returns the answers served since the last call that the server never gives. */
export const takeMismatches = (): string[] => mismatches.splice(0);

const hereOf = () => placeOf(new Error().stack, /support.mocks[.]ts|scenes.scene[.]ts/);

function isChosen(endpoint: Endpoint, { pathname, searchParams }: URL, chosen: Chosen): boolean {
  const parts = pathname.split('/');
  const inPath = Object.fromEntries(endpoint.path.split('/').map((word, at) => [word.slice(1), parts[at]]));
  return Object.entries(chosen).every(([name, value]) => (searchParams.get(name) ?? inPath[name]) === value);
}

/** Handles an endpoint's calls in place of the server; the newest matching mock handles a call. */
const handle = (page: Page, endpoint: Endpoint, chosen: Chosen, handler: (route: Route) => unknown): Promise<unknown> =>
  page.route(
    (url) => endpointAt(endpoint.method, url.pathname) === endpoint && isChosen(endpoint, url, chosen),
    (route) => (route.request().method() === endpoint.method ? handler(route) : route.fallback()),
  );

/** Serves an answer. One that the server never gives fails the test. */
function serve(route: Route, endpoint: Endpoint, answer: MockedAnswer, place: string): Promise<void> {
  const wrong = mismatch(endpoint, answer, place);
  if (wrong !== null) mismatches.push(wrong);
  return route.fulfill({ status: answer.status, json: answer.body });
}

/** Gives an endpoint's calls one answer. @throws if the server never gives this answer */
function give(page: Page, endpoint: Endpoint, answer: MockedAnswer, place: string, chosen: Chosen = {}): Promise<unknown> {
  const wrong = mismatch(endpoint, answer, place);
  if (wrong !== null) throw new Error(wrong);
  return handle(page, endpoint, chosen, (route) => serve(route, endpoint, answer, place));
}

/** Answers an endpoint's calls with a body of its success. @throws if the server never sends this body */
export const mockAnswer = <const E extends Endpoint>(page: Page, endpoint: E, body: Sent<AnswerOf<E>>, chosen?: Chosen): Promise<unknown> =>
  give(page, endpoint, mocked(endpoint, body), hereOf(), chosen);

/** Answers each of an endpoint's calls with what `answer` returns. */
export function mockAnswers(page: Page, endpoint: Endpoint, answer: (request: Request) => MockedAnswer): Promise<unknown> {
  const place = hereOf();
  return handle(page, endpoint, {}, (route) => serve(route, endpoint, answer(route.request()), place));
}

/** Answers an endpoint's calls with a stream of events that ends. @throws if the server never sends one of them */
export function mockEvents<const E extends Endpoint>(page: Page, endpoint: E, events: readonly EventOf<E>[]): Promise<unknown> {
  const place = hereOf();
  const wrong = events.flatMap((event) => mismatchedEvent(endpoint, event, place) ?? []);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return handle(page, endpoint, {}, (route) => route.fulfill({ contentType: 'text/event-stream', body }));
}

/** Answers an endpoint's calls with a file. */
export const mockFile = (page: Page, endpoint: Endpoint, contentType: string, body: string | Buffer): Promise<unknown> =>
  handle(page, endpoint, {}, (route) => route.fulfill({ contentType, body }));

/** Leaves an endpoint's calls unanswered. */
export const mockSilence = (page: Page, endpoint: Endpoint): Promise<unknown> => handle(page, endpoint, {}, () => undefined);

/** Makes an endpoint unreachable; without one, the whole server. */
export const mockOutage = (page: Page, endpoint?: Endpoint): Promise<unknown> =>
  endpoint ? handle(page, endpoint, {}, (route) => route.abort()) : page.route('**/api/**', (route) => route.abort());

/** Refuses an endpoint's calls with one of its error codes. @param more further fields of the problem document */
export function refusing(endpoint: Endpoint, code: ErrorCode, detail?: string, more?: Partial<Problem>, chosen?: Chosen) {
  const place = hereOf();
  return (page: Page): Promise<unknown> => give(page, endpoint, problem(code, detail, more), place, chosen);
}

/** Changes the server's answers to an endpoint's calls. */
export function mockChange<const E extends Endpoint>(
  page: Page,
  endpoint: E,
  change: (answer: AnswerOf<E>) => Sent<AnswerOf<E>>,
): Promise<unknown> {
  const place = hereOf();
  return handle(page, endpoint, {}, async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    return serve(route, endpoint, { status: okStatus(endpoint), body: change((await response.json()) as AnswerOf<E>) }, place);
  });
}
