import type { ReceivedMail } from './mailbox.ts';

const STYLE = `
  :root { color-scheme: light dark }
  body { color: light-dark(#16191d, #ece9e2); background: light-dark(#f6f4ee, #14181d) }
  a { color: light-dark(#0b5c63, #6fc7c7) }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
  h1 { font-size: 1.5rem; margin: 0 0 1rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: 1rem }
  label { display: block; font-weight: 600 }
  input, button { font: inherit; padding: .5rem .75rem; min-height: 2.75rem; box-sizing: border-box; border: 1px solid GrayText; border-radius: 4px }
  ul { list-style: none; padding: 0; margin: 0 }
  li { border-block-end: 1px solid GrayText; padding-block: .75rem }
  li a { font-weight: 600 }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; overflow-wrap: anywhere }
  dt { font-weight: 600 } dd { margin: 0 }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; border-inline-start: 3px solid GrayText; padding-inline-start: 1rem }
`;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Sandbox mailbox</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

/** Renders the list of mails, newest first. @param to filters by recipient, empty for all */
export function listPage(mails: readonly ReceivedMail[], to: string): string {
  const rows = mails
    .toReversed()
    .map(
      (mail) =>
        `<li><a href="/mailbox/${mail.id}">${escape(mail.subject)}</a><br>to ${escape(mail.to)}, <time datetime="${mail.at}">${mail.at.slice(0, 16).replace('T', ' ')} UTC</time></li>`,
    );
  const none = to === '' ? 'No mail yet.' : `No mail to ${escape(to)} yet.`;
  return page(
    'Mails',
    `<h1>Mailbox</h1>
<p>Every mail that this installation sends arrives here. Nothing leaves this machine.</p>
<form method="get" action="/mailbox"><div><label for="to">To</label><input id="to" name="to" type="search" value="${escape(to)}" autocomplete="off"></div><button>Show</button></form>
${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${none}</p>`}`,
  );
}

/** Renders one mail as plain text with clickable links. */
export function mailPage(mail: ReceivedMail): string {
  const more = mail.deliveries > 1 ? `<dt>Deliveries</dt><dd>${mail.deliveries}</dd>` : '';
  return page(
    mail.subject,
    `<p><a href="/mailbox">All mails</a></p><h1>${escape(mail.subject)}</h1>
<dl><dt>To</dt><dd>${escape(mail.to)}</dd><dt>From</dt><dd>${escape(mail.from)}</dd><dt>Time</dt><dd>${mail.at}</dd>${more}</dl>
<pre>${withLinks(mail.text)}</pre>
<p><a href="/mailbox/${mail.id}/html">Show its HTML</a></p>`,
  );
}

export const missingPage = (): string => page('No such mail', '<h1>No such mail</h1><p><a href="/mailbox">All mails</a></p>');

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)))
    .join('');
}
