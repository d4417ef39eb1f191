import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import PostalMime from 'postal-mime';

/** A received mail. `deliveries` counts how often it arrived: an uncertain sender repeats it with the same Message-ID. */
export interface ReceivedMail {
  readonly id: string;
  readonly message_id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** URLs in the text, in their order. */
  readonly links: readonly string[];
  /** The one-click unsubscribe URL and its body; null if the mail has none. */
  readonly unsubscribe: { readonly url: string; readonly post: string } | null;
  readonly at: string;
  readonly deliveries: number;
}

/** Mails contain links that sign users in, so other system users must not read the file. */
const PRIVATE = { mode: 0o600 };
export const MAX_MAILS = 500;

/** The newest mails, oldest first. With a file they survive a restart. */
export class Mailbox {
  #mails = new Map<string, ReceivedMail>();
  #file: string | null;
  #serial = 0;
  #lines = 0;

  constructor(file: string | null = null) {
    this.#file = file;
    if (file !== null && existsSync(file)) this.#reload(file);
  }

  /** Returns all mails, or those to one address. */
  list(to?: string): ReceivedMail[] {
    const all = [...this.#mails.values()];
    return to === undefined ? all : all.filter((mail) => mail.to.toLowerCase() === to.toLowerCase());
  }

  find(id: string): ReceivedMail | undefined {
    return this.list().find((mail) => mail.id === id);
  }

  /**
   * Stores a mail, once for each Message-ID and recipient.
   * @param raw as received
   * @param to the envelope's recipient
   */
  async receive(raw: Buffer, to: string): Promise<ReceivedMail> {
    const { messageId, from, subject, text, html, headers } = await PostalMime.parse(raw);
    const key = `${messageId ?? `none-${this.#serial + 1}`} ${to}`;
    const known = this.#mails.get(key);
    const mail: ReceivedMail = known
      ? { ...known, deliveries: known.deliveries + 1 }
      : {
          id: String(++this.#serial),
          message_id: messageId ?? '',
          to,
          from: from?.address ?? '',
          subject: subject ?? '',
          text: text ?? '',
          html: html ?? '',
          links: linksIn(text ?? ''),
          unsubscribe: unsubscribeIn(headers),
          at: new Date().toISOString(),
          deliveries: 1,
        };
    this.#mails.set(key, mail);
    this.#trim();
    this.#write(key, mail);
    return mail;
  }

  clear(): void {
    this.#mails.clear();
    this.#lines = 0;
    if (this.#file !== null && existsSync(this.#file)) truncateSync(this.#file, 0);
  }

  #trim(): void {
    for (const key of this.#mails.keys()) {
      if (this.#mails.size <= MAX_MAILS) return;
      this.#mails.delete(key);
    }
  }

  #write(key: string, mail: ReceivedMail): void {
    if (this.#file === null) return;
    appendFileSync(this.#file, `${JSON.stringify([key, mail])}\n`, PRIVATE);
    this.#lines += 1;
    if (this.#lines > MAX_MAILS * 4) this.#compact(this.#file);
  }

  #compact(file: string): void {
    writeFileSync(file, [...this.#mails].map((entry) => `${JSON.stringify(entry)}\n`).join(''), PRIVATE);
    this.#lines = this.#mails.size;
  }

  /** A killed process can leave a partial line, which is skipped. */
  #reload(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        const [key, mail] = JSON.parse(line) as [string, ReceivedMail];
        this.#mails.set(key, mail);
        this.#serial = Math.max(this.#serial, Number(mail.id) || 0);
      } catch {
        continue;
      }
    }
    this.#trim();
    this.#compact(file);
  }
}

const linksIn = (text: string): string[] => [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link);

function unsubscribeIn(headers: readonly { readonly key: string; readonly value: string }[]): ReceivedMail['unsubscribe'] {
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value;
  const url = /<([^>]+)>/.exec(valueOf('list-unsubscribe') ?? '')?.[1];
  return url === undefined ? null : { url, post: valueOf('list-unsubscribe-post') ?? '' };
}
