// Lighthouse on an installation of its own: desktop on the landing page, the sign-in page and the signed-in AI Builder; mobile on the
// landing page and the terms. Also what JavaScript the landing page runs before anybody has done anything.
// usage: node ops/checks/lighthouse.mjs     exit 1 when something is below its mark; says so, and exits 0, when there is no Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LANDING_BUDGET_KB } from './bundle-size.mjs';
import { findChromium } from './chromium.mjs';
import { startStack } from '../testing/stack.ts';

/** Mobile first: the desktop runs end signed in, and the root is then another page. */
const PAGES = [
  { name: 'landing, mobile', address: '/', form: 'mobile', least: 95 },
  { name: 'terms, mobile', address: '/terms', form: 'mobile', least: 95 },
  { name: 'marketplace, mobile', address: '/market', form: 'mobile', least: 95 },
  { name: 'landing', address: '/', form: 'desktop', least: 98 },
  { name: 'sign-in', address: '/sign-in', form: 'desktop', least: 98 },
  { name: 'AI Builder, signed in', address: '/create', form: 'desktop', least: 98 },
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const SAMPLE = { email: 'learner@example.com', password: 'coursewright-demo' };
/** Each page is loaded so often, and its median performance counts: one load on a busy machine says little. */
const LOADS = 3;

const executablePath = await findChromium();
if (executablePath === null) {
  console.log('There is no Chromium here: set CHROMIUM_PATH, or put chromium on the PATH. Lighthouse did not run.');
} else {
  process.exitCode = (await judge(executablePath)) ? 0 : 1;
}

/**
 * @param {string} chromiumPath
 * @returns {Promise<boolean>} whether every score is high enough
 */
async function judge(chromiumPath) {
  const { chromium } = await import('playwright-core');
  const { default: lighthouse, desktopConfig } = await import('lighthouse');
  const profile = mkdtempSync(path.join(os.tmpdir(), 'coursewright-lighthouse-'));
  const stack = await startStack();
  const debugPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', `--remote-debugging-port=${debugPort}`],
  });
  try {
    let isHighEnough = true;
    let scriptBytes = 0;
    for (const { name, address, form, least } of PAGES) {
      if (address === '/create') await signIn(context, stack.url);
      /** @type {import('lighthouse').Result[]} */
      const reports = [];
      for (let load = 0; load < LOADS; load += 1) {
        const result = await lighthouse(
          stack.url + address,
          // what is stored is the session: it must survive the load
          { port: debugPort, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'silent' },
          form === 'desktop' ? desktopConfig : undefined,
        );
        if (!result) throw new Error(`Lighthouse has no report on ${address}`);
        if (!result.lhr.finalDisplayedUrl.endsWith(address)) throw new Error(`${address} led to ${result.lhr.finalDisplayedUrl}`);
        reports.push(result.lhr);
        if (name === 'landing, mobile') scriptBytes = Math.max(scriptBytes, scriptBytesOf(result.lhr));
      }
      const scores = CATEGORIES.map((category) =>
        medianOf(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
      );
      console.log(`${name.padEnd(24)}${CATEGORIES.map((category, index) => `${category} ${scores[index]}`).join('   ')}`);
      for (const line of new Set(reports.flatMap(shortcomings))) console.log(`  ${line}`);
      if (scores.some((score) => score < least)) {
        console.error(`  a score is under ${least}`);
        isHighEnough = false;
      }
    }
    console.log(`landing page, JavaScript before any interaction: ${(scriptBytes / 1000).toFixed(1)} kB over the wire`);
    if (scriptBytes === 0 || scriptBytes > LANDING_BUDGET_KB * 1000) {
      console.error(`Its budget is ${LANDING_BUDGET_KB} kB.`);
      isHighEnough = false;
    }
    return isHighEnough;
  } finally {
    await context.close();
    await stack.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function signIn(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(SAMPLE.email);
  await page.getByLabel(/^Password/).fill(SAMPLE.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/create');
  await page.close();
}

/**
 * Bytes of all scripts a load brought, as they travelled.
 * @param {import('lighthouse').Result} report
 */
function scriptBytesOf({ audits }) {
  const details = audits['network-requests']?.details;
  /** @type {{ resourceType?: string, transferSize?: number }[]} */
  const requests = details && 'items' in details ? details.items : [];
  return requests.reduce((sum, item) => sum + (item.resourceType === 'Script' ? (item.transferSize ?? 0) : 0), 0);
}

/** @param {number[]} values */
function medianOf(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * What keeps a page from 100 in the categories, worst first.
 * @param {import('lighthouse').Result} report
 */
function shortcomings({ categories, audits }) {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.title}${audits[id]?.displayValue ? `, ${audits[id].displayValue}` : ''}`),
  );
}

/** @returns {Promise<number>} */
async function freePort() {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
