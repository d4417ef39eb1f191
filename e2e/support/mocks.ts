import type { Page } from '@playwright/test';

/** Answers a page's calls; the newest matching mock answers a call. @param address a glob for the whole URL, or a pattern that it contains */
export const mockAnswer = (page: Page, address: string | RegExp, json: object, status = 200): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status, json }));

/** Leaves a page's calls unanswered. */
export const mockSilence = (page: Page, address: string): Promise<unknown> => page.route(address, () => undefined);

/** Refuses a page's calls. @param more further fields of the problem document */
export const refusing =
  (address: string | RegExp, status: number, detail: string, more: object = {}) =>
  (page: Page): Promise<unknown> =>
    mockAnswer(page, address, { status, detail, code: 'internal', request_id: 'a1b2c3', ...more }, status);

/** Changes the server's answers to a page's reading calls. */
export async function mockChange<T extends object>(page: Page, address: string | RegExp, change: (answer: T) => object): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: change((await response.json()) as T) });
  });
}
