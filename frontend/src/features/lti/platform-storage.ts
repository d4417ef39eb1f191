import { randomId } from '#frontend/lib/random-id.ts';

/**
 * How long a platform's frame may take to answer, in ms. On a slow device its page may be busy for seconds, and it may only listen once it
 * has loaded completely. Nothing else has the secret, so the launch waits. A frame that does not support these messages never answers.
 */
const WITHIN_MS = 20_000;
/** The same if this tab also stores the secret, in ms. */
const WITHIN_BESIDE_TAB_MS = 1_500;
/** A message sent before the frame listens is lost, so it is repeated at this interval, in ms. Storing and reading are idempotent. */
const AGAIN_MS = 500;
const PREFIX = 'lti-';

/** The platform's storage for the secret of a launch (LTI Client Side postMessages 1.0 and LTI postMessage Storage 0.1). */
export interface PlatformStorage {
  /** Name of the frame that stores; `_parent` is the parent frame. Absent if the platform offers none. */
  readonly target: string | undefined;
  /** Origin of the page at which the platform signs in; only that one may answer. */
  readonly origin: string | undefined;
}

function frameOf(target: string): Window | null {
  const outer = window.opener ?? window.parent;
  if (outer === window) return null;
  if (target === '_parent') return outer as Window;
  try {
    return ((outer as Window).frames as unknown as Record<string, Window>)[target] ?? null;
  } catch {
    return null;
  }
}

interface Message {
  readonly subject: 'lti.put_data' | 'lti.get_data';
  readonly key: string;
  readonly value?: string;
}

/**
 * Sends a message to the platform's frame until it answers.
 * @returns the value in the answer; null if the frame refuses or does not answer in time
 */
function ask({ target, origin }: PlatformStorage, message: Message, withinMs: number): Promise<string | null> {
  if (target === undefined || origin === undefined || (window.opener ?? window.parent) === window) return Promise.resolve(null);
  const id = randomId();
  return new Promise((resolve) => {
    const end = (value: string | null) => {
      clearTimeout(late);
      clearInterval(again);
      window.removeEventListener('message', onAnswer);
      resolve(value);
    };
    const onAnswer = ({ data, origin: from }: MessageEvent<Partial<Message> & { message_id?: string; subject?: string }>) => {
      if (from !== origin || data?.message_id !== id || data.subject !== `${message.subject}.response`) return;
      end(typeof data.value === 'string' ? data.value : null);
    };
    // the storage frame may load after ours
    const send = () => frameOf(target)?.postMessage({ ...message, message_id: id }, origin);
    const late = setTimeout(() => end(null), withinMs);
    const again = setInterval(send, AGAIN_MS);
    window.addEventListener('message', onAnswer);
    send();
  });
}

/**
 * Stores a secret until the launch returns: in this tab's storage, if the browser allows that in a frame, and in the platform's. No cookie
 * is needed.
 * @returns false if neither stores it
 */
export async function keepSecret(storage: PlatformStorage, state: string, secret: string): Promise<boolean> {
  const key = PREFIX + state;
  const isHere = keepHere(key, secret);
  const kept = await ask(storage, { subject: 'lti.put_data', key, value: secret }, isHere ? WITHIN_BESIDE_TAB_MS : WITHIN_MS);
  return isHere || kept === secret;
}

function keepHere(key: string, secret: string): boolean {
  try {
    sessionStorage.setItem(key, secret);
    return true;
  } catch {
    return false;
  }
}

/** Returns the secret of a launch that has returned; null if it began elsewhere. */
export async function takeSecret(storage: PlatformStorage, state: string): Promise<string | null> {
  const key = PREFIX + state;
  try {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) {
      sessionStorage.removeItem(key);
      return kept;
    }
  } catch {
    // then only the platform has it
  }
  return ask({ ...storage, target: storage.target ?? '_parent' }, { subject: 'lti.get_data', key }, WITHIN_MS);
}
