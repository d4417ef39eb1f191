import { lookup } from '#contract/platform/lookup.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Speech } from './words.ts';

/** The output of a template: a subject, and paragraphs. A link is a paragraph of its own, so that it can be clicked and copied. */
export interface MailParts {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}
type Paragraph = string | { readonly label: string; readonly link: string } | { readonly rows: readonly (readonly [string, string])[] };

/** A template: a pure function of its data and the reader's language, in one file. */
export type Template<D> = (data: D, speech: Speech) => MailParts;

/** The light scheme's colours, and fonts that every mail program has, because a mail loads nothing. */
const COLOURS = { ground: '#F6F4EE', paper: '#FFFFFF', line: '#E2DDD0', text: '#16191D', muted: '#545A61', petrol: '#0B5C63' } as const;
const SANS = "'Atkinson Hyperlegible Next',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const SERIF = "Literata,Georgia,'Times New Roman',serif";
const WIDTH_PX = 560;
const MARGIN = 'margin:0 0 16px';

/** Renders plain text, with full links. */
export function asText({ paragraphs }: MailParts): string {
  const parts = paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return paragraph;
    if ('link' in paragraph) return `${paragraph.label}:\n${paragraph.link}`;
    return paragraph.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  });
  return `${[...parts, `-- \n${PRODUCT}`].join('\n\n')}\n`;
}

/** A text, or the rows of a table, as HTML. */
function htmlOf(paragraph: Exclude<Paragraph, { readonly link: string }>): string {
  if (typeof paragraph === 'string') return `<p style="${MARGIN}">${escapeHtml(paragraph)}</p>`;
  const cell = `padding:8px 0;border-top:1px solid ${COLOURS.line};text-align:start;vertical-align:top`;
  const rows = paragraph.rows.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${cell};padding-inline-end:16px;font-weight:400;color:${COLOURS.muted}">${escapeHtml(name)}</th>` +
      `<td style="${cell};font-weight:600">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" style="${MARGIN};border-collapse:collapse;border-bottom:1px solid ${COLOURS.line}">${rows.join('')}</table>`;
}

/**
 * Renders the first link as the mail's only button, with its address below for readers who cannot press it; further links as plain links.
 */
function linkHtml({ label, link }: { readonly label: string; readonly link: string }, isButton: boolean): string {
  const href = escapeHtml(link);
  const words = escapeHtml(label);
  if (!isButton) return `<p style="${MARGIN}"><a href="${href}" style="color:${COLOURS.petrol};font-weight:600">${words}</a></p>`;
  const button = `display:inline-block;padding:12px 22px;border-radius:10px;background-color:${COLOURS.petrol};color:#FFFFFF;font-weight:600;text-decoration:none`;
  const address = `font-size:13px;line-height:1.4;color:${COLOURS.muted};word-break:break-all`;
  return [
    `<p style="margin:24px 0 8px"><a href="${href}" style="${button}">${words}</a></p>`,
    `<p style="margin:0 0 24px;${address}"><a href="${href}" dir="ltr" style="color:${COLOURS.muted}">${href}</a></p>`,
  ].join('\n');
}

/**
 * Renders HTML in the product's look: its logo, a sheet of 560 px, one button. All styles are inline, because many mail programs drop
 * others, and nothing is loaded.
 */
export function asHtml({ subject, paragraphs }: MailParts, { language, direction }: Pick<Speech, 'language' | 'direction'>): string {
  const main = paragraphs.find((paragraph) => typeof paragraph !== 'string' && 'link' in paragraph);
  const parts = paragraphs.map((paragraph) =>
    typeof paragraph !== 'string' && 'link' in paragraph ? linkHtml(paragraph, paragraph === main) : htmlOf(paragraph),
  );
  const dir = direction === 'rtl' ? ' dir="rtl"' : '';
  const sheet = `padding:32px;background-color:${COLOURS.paper};border:1px solid ${COLOURS.line};border-radius:16px`;
  const mark = `padding-inline-start:12px;border-inline-start:3px solid ${COLOURS.petrol};font:600 21px/1.3 ${SERIF};color:${COLOURS.text}`;
  const heading = `margin:0 0 20px;font:600 24px/1.3 ${SERIF};color:${COLOURS.text}`;
  return [
    `<!doctype html><html lang="${language}"${dir}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body${dir} style="margin:0;padding:24px 12px;background-color:${COLOURS.ground};color:${COLOURS.text};font:400 16px/1.55 ${SANS}">`,
    `<table role="presentation" align="center" width="${WIDTH_PX}" style="width:100%;max-width:${WIDTH_PX}px;margin:0 auto;border-collapse:separate">`,
    `<tr><td style="padding:0 0 20px"><span style="${mark}">${PRODUCT}</span></td></tr>`,
    `<tr><td style="${sheet}"><h1 style="${heading}">${escapeHtml(subject)}</h1>`,
    ...parts,
    '</td></tr></table></body></html>',
  ].join('\n');
}

const ENTITIES: Record<string, string> = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
