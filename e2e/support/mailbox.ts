import { inject } from 'vitest';
import type { ReceivedMail } from '#ops/sandbox/mail/mailbox.ts';

/** How long a mail may take, ms: workers look every second or two. */
const MAIL_WITHIN_MS = 20_000;

/** The newest mail to an address whose subject says this; waits until it is there. */
export async function mailTo(address: string, subject: string): Promise<ReceivedMail> {
  for (const giveUp = Date.now() + MAIL_WITHIN_MS; Date.now() < giveUp; await new Promise((again) => setTimeout(again, 200))) {
    const answer = await fetch(`${inject('sandboxUrl')}/control/mails?to=${encodeURIComponent(address)}`);
    const { mails } = (await answer.json()) as { mails: ReceivedMail[] };
    const found = mails.findLast((mail) => mail.subject.includes(subject));
    if (found) return found;
  }
  throw new Error(`no mail with '${subject}' came to ${address}`);
}

/** Where the link of the invite to an organisation leads: a path, because the journeys' browser knows the installation by its number. */
export async function invitedLink(address: string, organisation: string): Promise<string> {
  const { links } = await mailTo(address, `to ${organisation}`);
  const link = links.find((one) => one.includes('/organisation/join?token='));
  if (!link) throw new Error(`the invite of ${organisation} has no link`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
