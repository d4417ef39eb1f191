import { INTERFACE_LANGUAGES } from '#contract/translation/interface-languages.ts';
import { interfaceTexts, prepareInterfaceTexts, type InterfaceTexts } from '#contract/translation/translation.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import type { Dictionary } from '#frontend/lib/text.ts';
import { pause, withRetries } from './retries.ts';

const POLL_MS = 1_500;
const MOST_LOOKS = 160;

/**
 * Loads the machine-translated texts of a language. When a signed-in user chooses it, missing texts are translated first; before the first
 * screen only the existing ones are loaded.
 * @param signal of the first screen; null when the user chooses the language
 * @throws when there are no texts or they do not arrive
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
  throw new Error('the texts took too long');
}

async function fetchTexts(address: string, signal: AbortSignal | null): Promise<Dictionary> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const texts = (await answer.json()) as Readonly<Record<string, unknown>>;
  // This browser may have cached a file of an older release, whose plural forms are objects: those sentences stay English.
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
