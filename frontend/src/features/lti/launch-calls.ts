import type { AnswerOf, Endpoint } from '#contract/platform/endpoint.ts';
import { call, type Given as Options } from '#frontend/lib/api-client.ts';

/** The data that the platform sent with the page: its form fields by name, with the step. */
export interface Given {
  readonly platform_id: string;
  readonly step: 'login' | 'launch' | 'register' | 'open';
  /** Origin where the platform signs in, from the server; for the platform's storage. */
  readonly storage_origin?: string;
  readonly [field: string]: string | undefined;
}

/** Reads the data that the server has embedded in the page. @returns null on a page without it */
export function readGiven(): Given | null {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="lti"]')!.content) as Given;
  } catch {
    return null;
  }
}

/** Calls the endpoints of a launch. */
export type LaunchCall = <const E extends Endpoint>(endpoint: E, ...options: Options<E>) => Promise<AnswerOf<E>>;

/** Returns a function that calls endpoints with the token of a launch. Only this page has the token; it is stored nowhere. */
export const callsOf =
  (token: string): LaunchCall =>
  (endpoint, ...options) =>
    call(endpoint, ...([{ ...options[0], isAlone: true, headers: { authorization: `Bearer ${token}` } }] as unknown as typeof options));
