import { inject } from 'vitest';
import type { Service } from '#contract/platform/status.contract.ts';

/** Speaks to the control interface of the journeys' sandbox. */
async function control(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${inject('sandboxUrl')}/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!answer.ok) throw new Error(`${method} control/${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export interface SandboxCall {
  readonly service: string;
  readonly purpose: string;
  readonly key: string;
  readonly status: number | null;
  readonly aborted: boolean;
}

export const sandbox = {
  /** Milliseconds every call takes; `perService` names those that take another time. */
  latency: (ms: number, perService: Partial<Record<Service, number>> = {}) => control('PUT', 'latency', { ms, per_service: perService }),
  fault: (service: string, mode: string, more: object = {}) => control('PUT', 'faults', { service, mode, ...more }),
  heal: () => control('DELETE', 'faults'),
  forget: () => control('DELETE', 'calls'),
  calls: async () => ((await control('GET', 'calls')) as { calls: SandboxCall[] }).calls,
};
