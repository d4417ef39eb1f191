import { vi } from 'vitest';
import type { ServerMessage } from '#contract/live/live.contract.ts';

/** A socket that the test opens, closes and sends through. */
export interface FakeSocket {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly said: unknown[];
  open(): void;
  receive(message: ServerMessage): void;
  /** Closes the socket from the server's side. */
  drop(code?: number): void;
}

/** Replaces the browser's sockets by fake ones. @returns the opened sockets, in order */
export function stubSockets(): FakeSocket[] {
  const asked: FakeSocket[] = [];
  class Fake extends EventTarget implements FakeSocket {
    static readonly OPEN = 1;
    readyState = 0;
    readonly said: unknown[] = [];
    readonly url: string;
    readonly protocols: readonly string[];
    constructor(url: string, protocols: string[]) {
      super();
      this.url = url;
      this.protocols = protocols;
      asked.push(this);
    }
    send(text: string) {
      this.said.push(JSON.parse(text));
    }
    close() {
      this.drop(1000);
    }
    open() {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    }
    receive(message: ServerMessage) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    }
    drop(code = 1006) {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.dispatchEvent(Object.assign(new Event('close'), { code }));
    }
  }
  vi.stubGlobal('WebSocket', Fake);
  return asked;
}
