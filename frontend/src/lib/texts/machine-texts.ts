import { INTERFACE_LANGUAGES } from '#contract/translation/interface-languages.ts';
import { interfaceTexts, prepareInterfaceTexts, type InterfaceTexts } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import type { Dictionary } from '#frontend/lib/text.ts';

/** I18N-07. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 350;
const POLL_MS = 1_500;
const MOST_LOOKS = 160;

const pause = (ms: number, signal: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/** A refused request would be refused again. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Retries up to five times, after 350 ms, 700 ms and so on (I18N-07). @throws the last error; the signal's reason */
async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal | null = null): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await work();
    } catch (error) {
      if (retry === RETRIES || signal?.aborted || isFinal(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** retry, signal);
    }
  }
}

/**
 * Loads machine-translated texts of a language. When a signed-in user chooses it, missing texts are translated first; before the first screen
 * only the existing ones are loaded.
 * @param signal of the first screen; null when the language is chosen
 * @throws when there are no texts, or they do not arrive
 */
export async function loadMachineTexts(language: string, signal: AbortSignal | null): Promise<Dictionary> {
  if (!Object.hasOwn(INTERFACE_LANGUAGES, language)) throw new Error(`there are no texts in ${language}`);
  const params = { language };
  const found = await withRetries(() => call(interfaceTexts, { params, ...(signal && { signal }) }), signal);
  const mayPrepare = signal === null && readSession().accessToken !== null;
  // texts of an older release are shown at once; the missing ones come with the next page
  const asked = mayPrepare ? await call(prepareInterfaceTexts, { params }).catch(() => found) : found;
  const { address } = found.address === null && asked.state === 'preparing' ? await prepared(language) : asked;
  if (address === null) throw new Error(`there are no texts in ${language} yet`);
  return withRetries(() => fetchTexts(address, signal), signal);
}

async function prepared(language: string): Promise<InterfaceTexts> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await pause(POLL_MS, null);
    const texts = await withRetries(() => call(interfaceTexts, { params: { language } }));
    if (texts.state !== 'preparing') return texts;
  }
  throw new Error('they take too long');
}

async function fetchTexts(address: string, signal: AbortSignal | null): Promise<Dictionary> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const texts = (await answer.json()) as Readonly<Record<string, unknown>>;
  // this browser may keep a file of an older release, which has plural forms as objects: those sentences stay English
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
