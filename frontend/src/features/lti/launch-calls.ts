import type { AnswerOf, Endpoint } from '#contract/platform/endpoint.ts';
import { call, type Given as Options } from '#frontend/lib/api-client.ts';

/** What the platform has sent with the page: the fields of its form, by their names, with the step. */
export interface Given {
  readonly platform_id: string;
  readonly step: 'login' | 'launch' | 'register' | 'open';
  /** Where the platform signs in; of the server, for the platform's storage. */
  readonly storage_origin?: string;
  readonly [field: string]: string | undefined;
}

/** Reads what the server has put into the page. @returns null on a page without it */
export function readGiven(): Given | null {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="lti"]')!.content) as Given;
  } catch {
    return null;
  }
}

/** Calls endpoints of a launch. */
export type LaunchCall = <const E extends Endpoint>(endpoint: E, ...options: Options<E>) => Promise<AnswerOf<E>>;

/** Returns what calls with the token of a launch, which this page alone has: nothing stores it. */
export const callsOf =
  (token: string): LaunchCall =>
  (endpoint, ...options) =>
    call(endpoint, ...([{ ...options[0], isAlone: true, headers: { authorization: `Bearer ${token}` } }] as unknown as typeof options));
