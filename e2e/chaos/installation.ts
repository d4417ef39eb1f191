import knexFactory, { type Knex } from 'knex';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { findChromium } from '#ops/checks/chromium.mjs';
import { startStack, type Stack } from '#ops/testing/stack.ts';

const PASSWORD = 'a long enough password';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--enable-unsafe-swiftshader',
];

/** An adult test user whose texts are trusted, with a page. */
export interface TestAccount {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly userId: string;
  readonly token: string;
}

/** A separate installation, and a browser in which several users are signed in to it. */
export interface Installation {
  readonly stack: Stack;
  readonly knex: Knex;
  /** Registers a user and opens a screen as that user. @param prepare sets up the browser profile before its first page */
  enter(name: string, screen: string, prepare?: (context: BrowserContext) => Promise<unknown>): Promise<TestAccount>;
  /** The violations so far, as sentences. */
  readonly problems: string[];
  stop(): Promise<void>;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** @param share of the values that the result is not below, 0 to 1 */
export const quantile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN);

/** Starts the installation and the browser. @param env of the installation @throws when there is no Chromium for this machine */
export async function openInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here: set CHROMIUM_PATH.');
  // the users here are new, and their first texts would otherwise wait for the second judge
  const stack = await startStack({ MODERATION_FIRST_TEXTS: '0', ...env });
  const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 2 } });
  const browser: Browser = await chromium.launch({ executablePath, args: FLAGS });
  return {
    stack,
    knex,
    problems: [],
    async enter(name, screen, prepare) {
      const email = `${name.toLowerCase()}-${Date.now().toString(36)}@example.com`;
      const person = { email, password: PASSWORD, first_name: name, last_name: 'Moreno', terms_accepted: true };
      const answer = await fetch(`${stack.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(person),
      });
      if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
      const { access_token: token, user } = (await answer.json()) as SessionAnswer;
      await knex('account').where({ id: user.user_id }).update({ birth_year: 1990, roles: '{learner,operator}' });
      const context = await browser.newContext({ baseURL: stack.url, viewport: { width: 1280, height: 800 } });
      await context.grantPermissions(['camera', 'microphone']);
      await prepare?.(context);
      // a browser is slow while the machine is busy
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel(/^Password/).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      // operators start on a different screen than learners
      await page.waitForURL(({ pathname }) => !pathname.startsWith('/sign-in'));
      await page.goto(screen);
      return { page, context, userId: user.user_id, token };
    },
    async stop() {
      await browser.close();
      await knex.destroy();
      await stack.stop();
    },
  };
}
