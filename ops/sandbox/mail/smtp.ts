import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Faults } from '../control/faults.ts';
import type { Mailbox } from './mailbox.ts';

const MAX_MAIL_BYTES = 1024 * 1024;
/** Response delay of a slow server. */
const SLOW_MS = 3_000;

export interface SmtpServer {
  readonly port: number;
  close(): Promise<void>;
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/**
 * Starts an SMTP server on loopback that delivers into the mailbox. It requires authentication, as real ones do, with any name and password.
 * Addresses at `bounce.example` do not exist. Faults of the service 'mail': down (421 at once), slow, 500 (451 after the mail), hang, cut
 * (accepts the mail and breaks the connection before the reply).
 * @param port 0 takes a free one
 * @throws the listen error
 */
export async function startSmtp(port: number, mailbox: Mailbox, faults: Faults): Promise<SmtpServer> {
  const connections = new Map<string, { destroy(): void }>();
  const server = new SMTPServer({
    banner: 'Coursewright sandbox',
    size: MAX_MAIL_BYTES,
    // plain text never leaves this machine
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    onConnect: (_session, answer) => {
      const mode = faults.peek('mail')?.mode;
      if (mode !== 'down') return answer();
      faults.take('mail');
      answer(refusal(421, 'Service not available'));
    },
    onAuth: ({ username, password }, _session, answer) =>
      username && password ? answer(null, { user: username }) : answer(refusal(535, 'Authentication failed')),
    onRcptTo: ({ address }, _session, answer) =>
      address.endsWith('@bounce.example') ? answer(refusal(550, `<${address}>: no such mailbox`)) : answer(),
    onData: (stream, session, answer) => {
      takeMail(stream, session).then(answer, (error: unknown) => answer(error as Error));
    },
  });
  // clients that break their connection are expected here
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    const key = `${socket.remoteAddress}:${socket.remotePort}`;
    connections.set(key, socket);
    socket.once('close', () => connections.delete(key));
  });

  async function takeMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    if (stream.sizeExceeded) return refusal(552, 'Message too large');
    const mode = faults.take('mail')?.mode;
    if (mode === 'hang') return new Promise(() => undefined);
    if (mode === 'slow') await sleep(SLOW_MS);
    if (mode === '500') return refusal(451, 'Local error in processing');
    for (const { address } of session.envelope.rcptTo) await mailbox.receive(Buffer.concat(chunks), address);
    if (mode !== 'cut') return null;
    connections.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy();
    return new Promise(() => undefined);
  }

  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of connections.values()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
