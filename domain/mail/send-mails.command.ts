import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { announcing } from '#domain/platform/periodic/announcement.commands.ts';
import { handleDueRows, type FailedTry } from '#domain/platform/rows/handle-due-rows.ts';
import type { Busy } from '#domain/platform/rows/row-turns.ts';
import { expression, preparedRowsOf, sql } from '#domain/platform/sql.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { LONGEST_MS, MailFailure, deliverMail } from '#domain/vendors/mail/mail.client.ts';
import { renderMail } from './render-mail.ts';
import { speechFor } from './mail.queries.ts';

/** Longer than any SMTP conversation, so that no mail is sent twice at the same time. */
const LEASE_S = 90;
export const MOST_ATTEMPTS = 14;
/** Pauses of 10 s, 30 s, 90 s … at most an hour: the last try is about nine hours after the first. */
const RETRIES = { most: MOST_ATTEMPTS, firstPauseS: 10, longestPauseS: 3_600 };
/** Time to store that a mail was sent, even if the database restarts meanwhile. */
const STORE_PATIENCE_MS = 20_000;
/** Concurrent SMTP conversations per process. */
const AT_ONCE = 4;
/** Mails per call, so that a stopping worker finishes soon. */
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
 * Sends due mails. Every worker may call it at any time: each mail is claimed by one worker, under a lease, and sent outside any
 * transaction.
 * A mail is sent at least once. It is sent a second time only if the process crashes, or the connection breaks, between the server's
 * acceptance and storing it; both have the same Message-ID, by which mail programs recognise the duplicate.
 * Failed mails are retried with growing pauses; a mail that the server refuses for good, or that fails 14 times, is dead and keeps its last
 * error. Without an SMTP server configured, all mails wait unchanged.
 * @returns number of mails sent
 */
export async function sendMails(): Promise<number> {
  const { smtpUrl, from } = config().mail;
  if (smtpUrl === null) return 0;
  return handleDueRows({
    what: 'mail',
    announce: announcing('mail'),
    claim: claimMail,
    turnOf: ({ account_id: account, recipient }) => ({ account: account ?? recipient }),
    handle: (mail) => sendOne({ smtpUrl, from }, mail),
    storeFailure,
    // a mail that cannot be rendered is a bug of ours: it is retried, because the next version may render it
    judge: (error) => (error instanceof MailFailure && error.kind === 'refused' ? 'final' : 'again'),
    reasonOf: (error) => withoutAddresses(error instanceof Error ? error.message : String(error)),
    identify: ({ id, kind }) => ({ mail_id: id, kind }),
    retries: RETRIES,
    withinMs: LONGEST_MS + 5_000,
    atOnce: AT_ONCE,
    most: MOST_IN_A_ROW,
  });
}

async function claimMail(busy: Busy): Promise<ClaimedMail | undefined> {
  const [claimed] = await preparedRowsOf<ClaimedMail>(
    database(),
    sql`update outgoing_mail set attempts = attempts + 1, lease_until = now() + ${LEASE_S} * interval '1 second'
      where id = (select id from outgoing_mail
                   where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
                     and coalesce(account_id::text, recipient) <> all(${busy.accounts}::text[])
                   order by due_at, id limit 1 for update skip locked)
      returning id, kind, account_id, recipient, data, message_id, attempts`,
  );
  return claimed;
}

async function sendOne(server: { smtpUrl: string; from: string }, mail: ClaimedMail): Promise<void> {
  const letter = renderMail(mail.kind, mail.data, { speech: await speechFor(mail.account_id), accountId: mail.account_id });
  await deliverMail(server, { ...letter, to: mail.recipient, messageId: mail.message_id });
  // the data is no longer needed, and secrets such as the link of an invite should not stay in the database
  await settle(mail, { state: 'sent', ended_at: database().fn.now(), last_error: null, data: '{}' });
}

const storeFailure = (mail: ClaimedMail, { reason, pauseS, attempts }: FailedTry): Promise<void> =>
  settle(mail, {
    last_error: reason,
    attempts,
    ...(pauseS === null
      ? { state: 'dead', ended_at: database().fn.now() }
      : { due_at: expression(database(), sql`now() + ${pauseS} * interval '1 second'`) }),
  });

/** Updates the row only while the claim is valid; after another worker has taken over, it changes nothing. */
async function settle(mail: ClaimedMail, change: Record<string, unknown>): Promise<void> {
  await retryWhileDatabaseUnavailable(STORE_PATIENCE_MS, () =>
    database()('outgoing_mail')
      .where({ id: mail.id, attempts: mail.attempts, state: 'waiting' })
      .update({ ...change, lease_until: null }),
  );
}

/** Removes addresses: servers quote the refused address, which must not appear in the log or in the row's last error. */
const withoutAddresses = (text: string): string => text.replace(/(?<![^\s<>@])[^\s<>@]+@[^\s<>]+/g, '(address)');
