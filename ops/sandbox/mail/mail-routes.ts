import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackRequest } from '../control/control-routes.ts';
import type { Mailbox } from './mailbox.ts';
import { listPage, mailPage, missingPage } from './mailbox-pages.ts';

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Mails can be viewed and their links followed; scripts and external resources are blocked. */
const MAIL_POLICY = `${PAGE_POLICY}; sandbox allow-popups allow-top-navigation-by-user-activation`;

/** Answers the mailbox's paths: HTML pages for people, JSON for tests. @returns false for every other path */
export function answerMail(req: IncomingMessage, res: ServerResponse, url: URL, mailbox: Mailbox): boolean {
  const isControl = url.pathname === '/control/mails';
  const [, id, html] = /^\/mailbox(?:\/(\d+)(\/html)?)?$/.exec(url.pathname) ?? [];
  if (!isControl && !/^\/mailbox(\/|$)/.test(url.pathname)) return false;
  const send = (status: number, type: string, body: string, policy = PAGE_POLICY) => {
    res.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    });
    res.end(body);
    return true;
  };
  const sendJson = (status: number, body: unknown) => send(status, 'application/json', JSON.stringify(body));
  const sendPage = (status: number, body: string, policy?: string) => send(status, 'text/html; charset=utf-8', body, policy);

  // links in mails sign users in: a web page must not read them under another host name
  if (!isLoopbackRequest(req)) return sendJson(403, { message: 'the mailbox answers loopback only' });
  const to = url.searchParams.get('to')?.trim() || undefined;
  if (isControl && req.method === 'DELETE') mailbox.clear();
  if (isControl && (req.method === 'GET' || req.method === 'DELETE')) return sendJson(200, { mails: mailbox.list(to) });
  if (isControl || req.method !== 'GET') return sendJson(405, { message: `not ${req.method}` });
  if (url.pathname === '/mailbox') return sendPage(200, listPage(mailbox.list(to), to ?? ''));
  const mail = id === undefined ? undefined : mailbox.find(id);
  if (!mail) return sendPage(404, missingPage());
  return html ? sendPage(200, mail.html || mailPage(mail), MAIL_POLICY) : sendPage(200, mailPage(mail));
}
