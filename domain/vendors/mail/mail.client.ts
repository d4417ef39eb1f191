import { connect } from 'node:net';
import { createTransport, type Transporter } from 'nodemailer';
import type { MailSettings } from '#domain/platform/config.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';

/** A mail ready to be sent. `messageId` includes its angle brackets and is the same for every try. */
export interface Letter {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** URL for one-click unsubscribe (RFC 8058); null: the mail is essential. */
  readonly unsubscribe: string | null;
}

/** `retryable`: the server is unavailable, busy or misconfigured. `refused`: it will never accept this mail. */
export class MailFailure extends OutsideFailure {
  readonly kind: 'retryable' | 'refused';

  constructor(kind: 'retryable' | 'refused', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

/** Socket timeout, and timeout of the whole conversation; both are well within the lease of a claimed mail. */
const SILENCE_MS = 15_000;
export const LONGEST_MS = 45_000;

/**
 * Sends a mail to the SMTP server. Resolves once the server has accepted it. If the connection breaks before the server's answer, it
 * rejects although the server may have accepted the mail.
 * @throws MailFailure
 */
export async function deliverMail({ smtpUrl, from }: { smtpUrl: string; from: MailSettings['from'] }, letter: Letter): Promise<void> {
  const transport = openTransport(smtpUrl);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailFailure('retryable', `no answer within ${LONGEST_MS / 1000} s`)), LONGEST_MS);
  });
  try {
    await Promise.race([
      late,
      transport.sendMail({
        from,
        // as an object, so that it is never parsed as a list of addresses
        to: { name: '', address: letter.to },
        messageId: letter.messageId,
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(letter.unsubscribe !== null && {
            'List-Unsubscribe': `<${letter.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        // template output is text: it must never make us read a file or an address
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    ]);
  } catch (error) {
    throw asFailure(error, smtpUrl);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

function openTransport(smtpUrl: string): Transporter {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  const [host, number] = [hostname.replace(/^\[|\]$/g, ''), port ? Number(port) : secure ? 465 : 587];
  return createTransport({
    host,
    port: number,
    secure,
    // by itself the library resolves the name and connects to an address, which no network policy could recognise
    getSocket: (_options, done) => {
      const socket = outgoing('mail', () => connect({ host, port: number, timeout: SILENCE_MS }));
      const failed = (error: Error) => done(error, false);
      socket.once('error', failed);
      socket.once('timeout', () => socket.destroy(new Error(`no connection within ${SILENCE_MS / 1000} s`)));
      socket.once('connect', () => {
        socket.off('error', failed).removeAllListeners('timeout').setTimeout(0);
        done(null, { connection: socket });
      });
    },
    // never send passwords and links unencrypted over a network
    requireTLS: !secure && !isLocal,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
  });
}

/**
 * Classifies an error. A 5xx about the recipient or the content is final. A 5xx about our login or our sender is a configuration fault,
 * which can be fixed.
 */
function asFailure(error: unknown, smtpUrl: string): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, command, responseCode = 0, message } = error as Error & { code?: string; command?: string; responseCode?: number };
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || code === 'EMESSAGE');
  return new MailFailure(isFinal ? 'refused' : 'retryable', withoutLogin(message, smtpUrl), error);
}

/** Some servers repeat what was sent to them: the password as text, or as AUTH sends it: in Base64, alone or after the name. */
function withoutLogin(words: string, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl);
  if (password === '') return words;
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const forms = [secret, password, ...[secret, `\0${name}\0${secret}`].map((one) => Buffer.from(one).toString('base64'))];
  return forms.reduce((left, form) => left.replaceAll(form, '[key]'), words);
}
