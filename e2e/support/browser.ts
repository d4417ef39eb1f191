import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** $CHROMIUM_PATH, else a chromium on the PATH, else the one that comes as an npm package (with its own NSS libraries). */
export async function launchChromium(): Promise<Browser> {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'chromium'));
  const installed = [process.env.CHROMIUM_PATH, ...onPath].find((file) => file && existsSync(file));
  if (installed) return chromium.launch({ executablePath: installed, args: FLAGS });
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return chromium.launch({ executablePath: await bundled.executablePath(), args: [...bundled.args, ...FLAGS] });
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors the browser has written to its console, and uncaught ones. */
  readonly problems: string[];
}

/**
 * A browser for the calling test file. Every visitor is a fresh profile; a test fails when any page of it wrote an error to the console,
 * unless `tolerate` names it.
 */
export function useBrowser(): { visit: (options?: { viewport?: { width: number; height: number }; tolerate?: RegExp }) => Promise<Visitor> } {
  let browser: Browser;
  let visitors: (Visitor & { tolerate?: RegExp })[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    const seen = visitors;
    visitors = [];
    for (const visitor of seen) await visitor.context.close();
    const problems = seen.flatMap((visitor) => visitor.problems.filter((problem) => !visitor.tolerate?.test(problem)));
    expect(problems).toEqual([]);
  });
  afterAll(() => browser.close());
  return {
    visit: async ({ viewport = DESKTOP, tolerate } = {}) => {
      const context = await browser.newContext({ baseURL: inject('appUrl'), viewport, reducedMotion: 'reduce', locale: 'en-GB' });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      page.setDefaultTimeout(15_000);
      visitors.push({ page, context, problems, tolerate });
      return { page, context, problems };
    },
  };
}

/** Signs a page in through the form, as a sample account. */
export async function signInAs(page: Page, email = 'learner@example.com'): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('coursewright-demo');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/create');
}
