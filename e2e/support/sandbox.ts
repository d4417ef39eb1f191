import { expect } from '@playwright/test';
import type { Service } from '#contract/platform/status.contract.ts';
import type { ReceivedMail } from '#ops/sandbox/mail/mailbox.ts';
import { installation } from './installation.ts';

/** Calls the control API of the journeys' sandbox. @throws unless it is accepted */
export async function control(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${installation().sandboxUrl}/control/${path}`, {
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
  /** The injected fault of the call. */
  readonly fault: string | null;
}

export const sandbox = {
  /** Sets the duration of every call in ms; `perService` names exceptions. */
  latency: (ms: number, perService: Partial<Record<Service, number>> = {}) => control('PUT', 'latency', { ms, per_service: perService }),
  fault: (service: string, mode: string, more: object = {}) => control('PUT', 'faults', { service, mode, ...more }),
  /** Makes calls wait whose key ends with one of these, until they are no longer in the list. */
  hold: (ends: readonly string[]) => control('PUT', 'holds', { ends }),
  heal: () => control('DELETE', 'faults'),
  forget: () => control('DELETE', 'calls'),
  calls: async () => ((await control('GET', 'calls')) as { calls: SandboxCall[] }).calls,
};

/** Returns the newest mail to an address with this subject; waits until it arrives. */
export async function mailTo(address: string, subject: string): Promise<ReceivedMail> {
  const newest = async () => {
    const { mails } = (await control('GET', `mails?to=${encodeURIComponent(address)}`)) as { mails: ReceivedMail[] };
    return mails.findLast((mail) => mail.subject.includes(subject));
  };
  await expect.poll(newest, `a mail with '${subject}' to ${address}`).toBeDefined();
  return (await newest())!;
}

/** Returns the path of an organisation's invite link: no host, because the journeys' browser reaches the installation by IP address. */
export async function invitedLink(address: string, organisation: string): Promise<string> {
  const { links } = await mailTo(address, `to ${organisation}`);
  const link = links.find((one) => one.includes('/organisation/join?token='));
  if (!link) throw new Error(`the invite of ${organisation} has no link`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
