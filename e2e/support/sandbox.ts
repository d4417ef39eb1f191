import type { Service } from '#contract/platform/status.contract.ts';
import type { ReceivedMail } from '#ops/sandbox/mail/mailbox.ts';
import { installation } from './installation.ts';

/** Maximum delay of a mail, ms: workers poll every second or two. */
const MAIL_WITHIN_MS = 20_000;

/** Calls the control API of the journeys' sandbox. */
async function control(method: string, path: string, body?: object): Promise<unknown> {
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
  heal: () => control('DELETE', 'faults'),
  forget: () => control('DELETE', 'calls'),
  calls: async () => ((await control('GET', 'calls')) as { calls: SandboxCall[] }).calls,
};

/** Returns the newest mail to an address with this subject; waits until it arrives. */
export async function mailTo(address: string, subject: string): Promise<ReceivedMail> {
  for (const giveUp = Date.now() + MAIL_WITHIN_MS; Date.now() < giveUp; await new Promise((again) => setTimeout(again, 200))) {
    const { mails } = (await control('GET', `mails?to=${encodeURIComponent(address)}`)) as { mails: ReceivedMail[] };
    const found = mails.findLast((mail) => mail.subject.includes(subject));
    if (found) return found;
  }
  throw new Error(`no mail with '${subject}' came to ${address}`);
}

/** Returns the path of an organisation's invite link: no host, because the journeys' browser reaches the installation by IP address. */
export async function invitedLink(address: string, organisation: string): Promise<string> {
  const { links } = await mailTo(address, `to ${organisation}`);
  const link = links.find((one) => one.includes('/organisation/join?token='));
  if (!link) throw new Error(`the invite of ${organisation} has no link`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
