import { useState } from 'react';
import { randomId } from './random-id.ts';

type SendOnce = <Answer>(asked: unknown, send: (headers: { 'idempotency-key': string }) => Promise<Answer>) => Promise<Answer>;

/**
 * Gives a button's requests an Idempotency-Key. Pressing again for the same variables repeats the key until an answer arrives, so that a
 * lost answer never starts or charges the work twice; the next press is a new request.
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

/** `createSendOnce` for the buttons of one component. */
export const useSendOnce = (): SendOnce => useState(createSendOnce)[0];
