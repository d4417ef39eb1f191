import type { Page, Route } from '@playwright/test';
import { sample } from 'openapi-sampler';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { endpointAt, okStatus } from '#contract/platform/mocked-answer.factory.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { aCourse } from '#frontend/features/courses/course.factory.ts';
import { aRun } from '#frontend/features/generation/run/run.factory.ts';
import { takeMismatches } from '../mocks.ts';
import { ALL_SCENES } from './all-scenes.ts';
import type { Album } from './scene.ts';

/** These mock no answer: they need a built script, or an account of an installation. */
const IN_AN_INSTALLATION = ['loading error', 'account waits for its deletion'];

const ALBUM: Album = {
  userId: 'user-1',
  run: { taskId: 'run-1', outline: aRun({ items: [] }), middle: aRun(), course: aCourse() },
  failed: aRun({ status: 'failed' }),
  workshop: { course: aCourse(), proposalTaskId: 'run-2', keptCourseId: 'course-2', gateTaskId: 'run-3' },
};

type Handler = (route: Route) => unknown;
type Matches = (url: URL) => boolean;

/** A page that is never opened: it keeps the mocks of a scene. */
function unopenedPage() {
  const mocks: { readonly matches: Matches; readonly handler: Handler }[] = [];
  const page = {
    route: async (matches: Matches, handler: Handler) => void mocks.push({ matches, handler }),
    routeWebSocket: async () => undefined,
    addInitScript: async () => undefined,
  };
  return { page: page as unknown as Page, mocks };
}

const addressOf = ({ path }: Endpoint) => new URL(path.replaceAll(/:\w+/g, 'x'), 'http://scene');
/** A success of the server, made from the contract. */
const successOf = (endpoint: Endpoint) =>
  sample(z.toJSONSchema(endpoint.responses[okStatus(endpoint)]!, { io: 'output', unrepresentable: 'any' }) as object, { quiet: true });

/** Makes each call that a mock answers once. */
async function callAll({ matches, handler }: { readonly matches: Matches; readonly handler: Handler }): Promise<void> {
  for (const endpoint of ENDPOINTS.filter((one) => !one.media && !one.event && matches(addressOf(one)))) {
    const route = {
      request: () => ({ method: () => endpoint.method }),
      fetch: async () => ({ ok: () => true, json: async () => successOf(endpoint) }),
      fulfill: async () => undefined,
      abort: async () => undefined,
      fallback: async () => undefined,
    };
    await handler(route as unknown as Route);
  }
}

describe('every answer that a scene mocks is one that the server could give', () => {
  const scenes = ALL_SCENES.filter(({ arrange, name }) => arrange && !IN_AN_INSTALLATION.includes(name));

  it.each(scenes.map((scene) => [scene.name, scene] as const))('%s', async (_, { arrange }) => {
    const { page, mocks } = unopenedPage();
    await arrange!(page, ALBUM);
    for (const mock of mocks) await callAll(mock);
    expect(takeMismatches()).toEqual([]);
  });
});

it('the scenes that mock no answer are still there', () =>
  expect(IN_AN_INSTALLATION.filter((name) => !ALL_SCENES.some((scene) => scene.name === name))).toEqual([]));

it('a sample of the contract is an answer to the endpoint it was made for', () =>
  expect(endpointAt('GET', addressOf(ENDPOINTS.find(({ name }) => name === 'getCourse')!).href)?.name).toBe('getCourse'));
