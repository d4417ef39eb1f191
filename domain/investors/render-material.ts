import { lookup } from '#contract/platform/lookup.ts';
import { NOTICE, STATED, type Bars, type Material, type Part, type Phase, type Statement } from '#contract/investors/material.ts';

const STYLE = `
:root{color-scheme:light dark}
body{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem;font:400 1.0625rem/1.6 Georgia,'Times New Roman',serif;color:#1d2426;background:#fbfaf6}
h1,h2,h3{line-height:1.2;font-weight:600}h2{margin-block:2.5rem .5rem;padding-inline-start:.8rem;border-inline-start:3px solid #0f5c66}
.small,figcaption,dt,.stated,.label{font:400 .875rem/1.45 system-ui,sans-serif;color:#4b5557}
dl{display:flex;flex-wrap:wrap;gap:1rem 2.5rem}dl div{display:flex;flex-direction:column-reverse}dd{margin:0;font-size:1.6rem}.stated{display:block}
.label{font-weight:700;color:#8a3a17}
figure{margin:1.5rem 0}svg{width:100%;height:auto}svg text{font:14px system-ui,sans-serif;fill:currentColor}
.slide{min-height:60vh;break-after:page}
@media (prefers-color-scheme:dark){body{color:#e8e6df;background:#14191a}.small,figcaption,dt,.stated{color:#b3b8b5}.label{color:#e59a76}}
@media print{body{max-width:none;background:#fff;color:#000}h2{break-after:avoid}figure,dl{break-inside:avoid}}`.replaceAll('\n', '');

const ENTITIES: Readonly<Record<string, string>> = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Returns a self-contained page: no external script, font or picture. @param body HTML */
export const documentPage = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
${body}
</body></html>
`;

const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;

const statements = (items: readonly Statement[]): string =>
  `<dl>${items
    .map(
      ({ figure, label }) => `<div><dt>${escapeHtml(label)} <span class="stated">${STATED}</span></dt><dd>${escapeHtml(figure)}</dd></div>`,
    )
    .join('')}</dl>`;

const phase = ({ title, label, points }: Phase): string =>
  `<h3>${escapeHtml(title)} <span class="label">${label}</span></h3>${list(points)}`;

const ROW = 46;
const WIDTH = 640;
/** Minimum bar length, so that every value is visible. */
const LEAST = 2;

/** Renders bars as an SVG with text for words, so that it can be read aloud, searched and printed. */
function chart({ caption, longest, bars, ground }: Bars): string {
  const rows = bars.map(({ name, value, label }, index) => {
    const width = Math.max(LEAST, Math.round((value / longest) * WIDTH));
    const y = index * ROW;
    return `<text x="0" y="${y + 15}">${escapeHtml(`${name}: ${label}`)}</text><rect x="0" y="${y + 22}" width="${width}" height="14" fill="#0f7480"/>`;
  });
  const words = bars.map(({ name, label }) => `${name} ${label}`).join(', ');
  return `<figure><svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${escapeHtml(`${caption}: ${words}`)}">${rows.join('')}</svg>
<figcaption>${escapeHtml(caption)} (${STATED}). ${escapeHtml(ground)}</figcaption></figure>`;
}

function renderPart(part: Part, isSlide: boolean): string {
  return [
    `<section${isSlide ? ' class="slide"' : ''}><h2>${escapeHtml(part.title)}</h2>`,
    ...(part.text ?? []).map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(part.statements ? [statements(part.statements)] : []),
    ...(part.phases ?? []).map(phase),
    ...(part.points ? [list(part.points)] : []),
    ...(part.bars ?? []).map(chart),
    '</section>',
  ].join('\n');
}

/**
 * Renders a document of the material as one HTML file, in chunks.
 * @param isDeck whether each part is a slide, printed on its own page
 */
export function* renderMaterial(material: Material, { isDeck = false } = {}): Generator<string> {
  const [start, end] = documentPage(material.title, '\0').split('\0') as [string, string];
  yield start;
  yield `<h1>${escapeHtml(material.title)}</h1>\n<p>${escapeHtml(material.lead)}</p>\n<p class="small">${escapeHtml(NOTICE)}</p>\n`;
  for (const part of material.parts) yield `${renderPart(part, isDeck)}\n`;
  yield end;
}
