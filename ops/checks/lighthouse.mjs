// Lighthouse on a separate installation with the sample data, pictures and clips: the public pages and a learner's pages on a phone, the sign-in
// and start pages on a desktop. Also checks the JavaScript the landing page runs before any interaction.
// usage: node ops/checks/lighthouse.mjs [part of a page's name …]     exit 1 when a score is too low. Without a Chromium it
// prints that and exits with 0.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LANDING_BUDGET_KB } from './bundle-size.mjs';
import { findChromium } from './chromium.mjs';
import { givenPictures } from './lighthouse-samples.mjs';
import { SAMPLE } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';

/** The minimum score of a signed-in page on a phone: the goal is 80, and nobody notices a tenth less. */
const SIGNED_IN_LEAST = 72;
/**
 * The pages tested before and after the sample learner signs in, because the root then shows another page. `{course}`, `{creator}`,
 * `{own}` (a course of the learner's with pictures) and `{lesson}` come from the sample data.
 */
const PAGES = [
  { name: 'landing, mobile', address: '/', form: 'mobile', least: 90, isPictured: true },
  { name: 'terms, mobile', address: '/terms', form: 'mobile', least: 90 },
  { name: 'marketplace, mobile', address: '/market', form: 'mobile', least: 90, isPictured: true },
  { name: 'market course, mobile', address: '/market/{course}', form: 'mobile', least: 90, isPictured: true },
  { name: 'creator, mobile', address: '/market?creator={creator}', form: 'mobile', least: 90, isPictured: true },
  { name: 'landing', address: '/', form: 'desktop', least: 90 },
  { name: 'sign-in', address: '/sign-in', form: 'desktop', least: 90 },
  { name: 'AI Builder, signed in', address: '/create', form: 'desktop', least: 80, isSignedIn: true },
  { name: 'My Courses, mobile', address: '/courses', form: 'mobile', least: SIGNED_IN_LEAST, isSignedIn: true, isPictured: true },
  { name: 'lesson, mobile', address: '{lesson}', form: 'mobile', least: SIGNED_IN_LEAST, isSignedIn: true, isPictured: true },
  {
    name: 'pictured lesson, mobile',
    address: '/courses/{own}/learn/0/0',
    form: 'mobile',
    least: SIGNED_IN_LEAST,
    isSignedIn: true,
    isPictured: true,
  },
  { name: 'course details, mobile', address: '/courses/{own}', form: 'mobile', least: SIGNED_IN_LEAST, isSignedIn: true, isPictured: true },
  { name: 'videos, mobile', address: '/videos', form: 'mobile', least: SIGNED_IN_LEAST, isSignedIn: true, isPictured: true },
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/** Limits for a page with pictures on a phone: Largest Contentful Paint in ms, and Cumulative Layout Shift. */
const MOST = { lcpMs: 2_000, shift: 0.05 };
/**
 * Benchmark index of the desktop from which Lighthouse's default slowdown makes a mid-range phone. Slower machines are slowed down less:
 * otherwise they would measure a slower phone. Source: "Calibrating the CPU slowdown" in Lighthouse's docs/throttling.md.
 */
const DESKTOP_INDEX = 1_600;
const DEFAULT_SLOWDOWN = 4;
/** Loads per page; the median score counts, because a single load on a busy machine is unreliable. */
const LOADS = 5;

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
  const { chromium } = await import('@playwright/test');
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
    const wanted = process.argv.slice(2);
    /** @type {Record<string, string>} */
    const known = await givenPictures(stack.url);
    const mobileConfig = await phoneConfig(lighthouse, debugPort, `${stack.url}/terms`);
    let isSignedIn = false;
    for (const page of PAGES) {
      const { name, form, least } = page;
      if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
      if (page.isSignedIn && !isSignedIn) known.lesson = await signIn(context, stack.url);
      isSignedIn ||= page.isSignedIn === true;
      const address = page.address.replace(/\{(\w+)\}/, (_, key) => known[key] ?? '');
      /** @type {import('lighthouse').Result[]} */
      const reports = [];
      for (let load = 0; load < LOADS; load += 1) {
        const result = await lighthouse(
          stack.url + address,
          // local storage holds the session: it must survive the load
          { port: debugPort, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'silent' },
          form === 'desktop' ? desktopConfig : mobileConfig,
        );
        if (!result) throw new Error(`Lighthouse has no report on ${address}`);
        if (!result.lhr.finalDisplayedUrl.endsWith(address)) throw new Error(`${address} led to ${result.lhr.finalDisplayedUrl}`);
        reports.push(result.lhr);
        if (name === 'landing, mobile') scriptBytes = Math.max(scriptBytes, scriptBytesOf(result.lhr));
      }
      const scores = CATEGORIES.map((category) =>
        medianOf(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
      );
      // the machine's speed during the test: other work on it shows here
      const lcpMs = medianAudit(reports, 'largest-contentful-paint');
      const shift = medianAudit(reports, 'cumulative-layout-shift');
      const felt = [
        `LCP ${(lcpMs / 1000).toFixed(2)} s`,
        `CLS ${shift.toFixed(3)}`,
        `TBT ${medianAudit(reports, 'total-blocking-time').toFixed(0)} ms`,
        `CPU ${medianOf(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0)}`,
      ];
      console.log(`${name.padEnd(24)}${[...CATEGORIES.map((category, index) => `${category} ${scores[index]}`), ...felt].join('   ')}`);
      for (const line of new Set(reports.flatMap(shortcomings))) console.log(`  ${line}`);
      if (scores.some((score) => score < least)) {
        console.error(`  a score is under ${least}`);
        isHighEnough = false;
      }
      if (page.isPictured && (lcpMs > MOST.lcpMs || shift > MOST.shift)) {
        console.error(`  LCP is over ${MOST.lcpMs} ms, or CLS over ${MOST.shift}`);
        isHighEnough = false;
      }
    }
    if (wanted.length > 0) return isHighEnough;
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
 * Measures this machine with one load and returns the configuration under which it is a mid-range phone.
 * @param {typeof import('lighthouse').default} lighthouse
 * @param {number} port
 * @param {string} url
 * @returns {Promise<import('lighthouse').Config>}
 */
async function phoneConfig(lighthouse, port, url) {
  const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'silent' });
  const index = result?.lhr.environment.benchmarkIndex ?? DESKTOP_INDEX;
  const cpuSlowdownMultiplier = Math.min(DEFAULT_SLOWDOWN, (DEFAULT_SLOWDOWN * index) / DESKTOP_INDEX);
  console.log(
    `This machine has a benchmark index of ${index.toFixed(0)}: its CPU is slowed down ${cpuSlowdownMultiplier.toFixed(1)} times.`,
  );
  return { extends: 'lighthouse:default', settings: { throttling: { cpuSlowdownMultiplier } } };
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} url
 * @returns {Promise<string>} URL of the lesson the sample learner continues with
 */
async function signIn(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(SAMPLE.email);
  await page.getByLabel(/^Password/).fill(SAMPLE.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/courses');
  await page.goto(`${url}/courses`);
  const address = await page.locator('a[href*="/learn/"]').first().getAttribute('href');
  await page.close();
  return address ?? '';
}

/**
 * Returns the bytes of all scripts of a load, as transferred.
 * @param {import('lighthouse').Result} report
 */
function scriptBytesOf({ audits }) {
  const details = audits['network-requests']?.details;
  /** @type {{ resourceType?: string, transferSize?: number }[]} */
  const requests = details && 'items' in details ? details.items : [];
  return requests.reduce((sum, item) => sum + (item.resourceType === 'Script' ? (item.transferSize ?? 0) : 0), 0);
}

/**
 * @param {import('lighthouse').Result[]} reports
 * @param {string} id of an audit that measures
 */
function medianAudit(reports, id) {
  return medianOf(reports.map(({ audits }) => audits[id]?.numericValue ?? NaN));
}

/** @param {number[]} values */
function medianOf(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Returns what keeps a page from 100 in the categories, worst first.
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
