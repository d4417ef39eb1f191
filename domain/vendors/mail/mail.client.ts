import { createTransport, type Transporter } from 'nodemailer';
import type { MailSettings } from '#domain/platform/config.ts';

/** A mail ready to leave. `messageId` with its angle brackets; the same for every try at the same mail. */
export interface Letter {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where a mail program can post to so that no more of these come (RFC 8058); null: the mail is needed. */
  readonly unsubscribe: string | null;
}

/** `retryable`: the server is away, busy or wrongly set up. `refused`: it will never take this mail. */
export class MailFailure extends Error {
  readonly kind: 'retryable' | 'refused';

  constructor(kind: 'retryable' | 'refused', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

/** Longest silence of the server, and longest conversation; both are well within the lease of a claimed mail. */
const SILENCE_MS = 15_000;
export const LONGEST_MS = 45_000;

/**
 * Hands a mail to the SMTP server. When this resolves the server has taken it; when it rejects the server may have taken it all the same,
 * if the connection broke before its answer came.
 * @throws MailFailure
 */
export async function sendLetter({ smtpUrl, from }: { smtpUrl: string; from: MailSettings['from'] }, letter: Letter): Promise<void> {
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
        // as an object: never read as a list of addresses
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
        // what a template says is text: it must never make us read a file or an address
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    ]);
  } catch (error) {
    throw asFailure(error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

function openTransport(smtpUrl: string): Transporter {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // passwords and links do not cross a network in the clear
    requireTLS: !secure && !isLocal,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
  });
}

/** A 5xx about the recipient or the content is final. One about our sign-in or our sender is a matter of settings, which people mend. */
function asFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, command, responseCode = 0, message } = error as Error & { code?: string; command?: string; responseCode?: number };
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || code === 'EMESSAGE');
  return new MailFailure(isFinal ? 'refused' : 'retryable', message, error);
}
