import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { withStorePatience } from '#domain/platform/store-patience.ts';
import { MailFailure, sendLetter } from '#domain/vendors/mail/mail.client.ts';
import { renderMail } from './render-mail.ts';
import { speechFor } from './reader-speech.queries.ts';

/** Longer than any conversation with the server may take, so nobody sends what somebody is still sending. */
const LEASE_S = 90;
/** Waits of 10 s, 30 s, 90 s … at most an hour: the last try is some nine hours after the first. */
const FIRST_PAUSE_S = 10;
const LONGEST_PAUSE_S = 3_600;
export const MOST_ATTEMPTS = 14;
/** A store that restarts must not make us forget that a mail has left. */
const STORE_PATIENCE_MS = 20_000;
/** Conversations with the server at a time, in each process. */
const AT_ONCE = 4;
/** Mails one call takes at most, so that a worker that must stop can. */
const MOST_IN_A_ROW = 100;

interface ClaimedMail {
  readonly id: number;
  readonly kind: string;
  readonly account_id: string | null;
  readonly recipient: string;
  readonly data: Record<string, unknown>;
  readonly message_id: string;
  readonly attempts: number;
}

/**
 * Sends what is due. Every worker may call it at any time: each mail is claimed by one of them, under a lease, and sent outside any
 * transaction.
 *
 * A mail is sent at least once. It is sent a second time only when the process dies, or the connection breaks, between the server's taking it
 * and our writing that down; both carry the same Message-ID, by which mail programs know them for one.
 *
 * What fails is tried again with growing pauses; what the server refuses for good, or fails 14 times, is dead and keeps its last error.
 * Without an SMTP server configured everything waits untouched.
 * @returns how many were sent
 */
export async function sendMails(): Promise<number> {
  const { smtpUrl, from } = config().mail;
  if (smtpUrl === null) return 0;
  let sent = 0;
  let left = MOST_IN_A_ROW;
  const work = async () => {
    while (left-- > 0) {
      const mail = await claimMail();
      if (!mail) return;
      if (await sendOne({ smtpUrl, from }, mail)) sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sent;
}

async function claimMail(): Promise<ClaimedMail | undefined> {
  const { rows } = await database().raw(
    `update outgoing_mail set attempts = attempts + 1, lease_until = now() + interval '${LEASE_S} seconds'
      where id = (select id from outgoing_mail
                   where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
                   order by due_at, id limit 1 for update skip locked)
      returning id, kind, account_id, recipient, data, message_id, attempts`,
  );
  return rows[0];
}

async function sendOne(server: { smtpUrl: string; from: string }, mail: ClaimedMail): Promise<boolean> {
  try {
    const letter = renderMail(mail.kind, mail.data, { speech: await speechFor(mail.account_id), accountId: mail.account_id });
    await sendLetter(server, { ...letter, to: mail.recipient, messageId: mail.message_id });
  } catch (error) {
    await settleFailure(mail, error);
    return false;
  }
  // the data has served: an invite's link, say, need not lie about
  await settle(mail, { state: 'sent', ended_at: database().fn.now(), last_error: null, data: '{}' });
  return true;
}

async function settleFailure(mail: ClaimedMail, error: unknown): Promise<void> {
  // what cannot be rendered is a bug of ours: it is tried again too, because the next version may be able to
  const isOver = (error instanceof MailFailure && error.kind === 'refused') || mail.attempts >= MOST_ATTEMPTS;
  const pauseS = Math.min(FIRST_PAUSE_S * 3 ** (mail.attempts - 1), LONGEST_PAUSE_S);
  const message = withoutAddresses(error instanceof Error ? error.message : String(error));
  logger()[isOver ? 'error' : 'warn'](
    { mail_id: mail.id, kind: mail.kind, attempt: mail.attempts, reason: message },
    isOver ? 'mail: given up' : 'mail: not sent, trying again',
  );
  await settle(mail, {
    last_error: message.slice(0, 500),
    ...(isOver
      ? { state: 'dead', ended_at: database().fn.now() }
      : { due_at: database().raw(`now() + ? * interval '1 second'`, [pauseS * (0.9 + Math.random() * 0.2)]) }),
  });
}

/** Only while the claim holds: one that came back after its lease was taken over changes nothing. */
async function settle(mail: ClaimedMail, change: Record<string, unknown>): Promise<void> {
  await withStorePatience(STORE_PATIENCE_MS, () =>
    database()('outgoing_mail')
      .where({ id: mail.id, attempts: mail.attempts, state: 'waiting' })
      .update({ ...change, lease_until: null }),
  );
}

/** Servers quote the address they refuse; it belongs neither into the log nor into the row's last words. */
const withoutAddresses = (text: string): string => text.replace(/[^\s<>]+@[^\s<>]+/g, '(address)');
