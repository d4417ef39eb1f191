import { useState } from 'react';
import { randomId } from './random-id.ts';

type SendOnce = <Answer>(asked: unknown, send: (headers: { 'idempotency-key': string }) => Promise<Answer>) => Promise<Answer>;

/**
 * Names what a button sends by an Idempotency-Key of its own. Pressed again for the same thing it repeats the key until an answer has come
 * back, so that nothing is begun and paid twice because an answer was lost; the next press after that is a new request.
 */
export function createSendOnce(): SendOnce {
  const keys = new Map<string, string>();
  return async (asked, send) => {
    const name = JSON.stringify(asked) ?? '';
    const key = keys.get(name) ?? randomId();
    keys.set(name, key);
    const answer = await send({ 'idempotency-key': key });
    keys.delete(name);
    return answer;
  };
}

/** The same for the buttons of one component. */
export const useSendOnce = (): SendOnce => useState(createSendOnce)[0];
