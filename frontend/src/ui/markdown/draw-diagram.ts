import mermaid from 'mermaid';
import fontAddress from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import zeroAddress from '#frontend/theme/open-zero/open-zero-400.woff2?url';
import { FONTS, SCHEMES, type SchemeName } from '#frontend/theme/tokens.ts';

/** Maximum length of a rendered source and its maximum number of arrows; more would block the page. */
const MAX_LENGTH = 10_000;
const MAX_EDGES = 200;

let count = 0;
/** The library has one configuration per page, so diagrams are rendered one after another. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * A font to embed in a drawing, because an image cannot use the fonts of its page. Empty when it cannot be loaded; another font is used
 * then.
 */
async function fontFace(address: string, family: string, rest: string): Promise<string> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return '';
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `@font-face{font-family:"${family}";${rest};src:url(data:font/woff2;base64,${btoa(text)})}`;
}

/** The interface's fonts. */
const fontFaces = async (): Promise<string> =>
  (
    await Promise.all([
      fontFace(zeroAddress, 'Open Zero', 'unicode-range:U+30'),
      fontFace(fontAddress, 'Atkinson Hyperlegible Next Variable', 'font-weight:200 800'),
    ])
  ).join('');
let font: Promise<string> | undefined;

/** The theme of a scheme, in Mermaid's names. */
function colours(scheme: SchemeName) {
  const { surface, sunken, tint, warm, text, control, primary, accent, onPrimary } = SCHEMES[scheme];
  return {
    darkMode: scheme === 'dark',
    // grey on any background; in the dark it would look like a glow
    dropShadow: 'none',
    background: surface,
    fontFamily: FONTS.ui,
    fontSize: '15px',
    textColor: text,
    titleColor: text,
    lineColor: control,
    primaryColor: tint,
    primaryTextColor: text,
    primaryBorderColor: primary,
    secondaryColor: warm,
    secondaryTextColor: text,
    secondaryBorderColor: accent,
    tertiaryColor: sunken,
    tertiaryTextColor: text,
    tertiaryBorderColor: control,
    mainBkg: tint,
    nodeBorder: primary,
    clusterBkg: sunken,
    clusterBorder: control,
    edgeLabelBackground: surface,
    actorBkg: tint,
    actorBorder: primary,
    actorTextColor: text,
    signalColor: text,
    signalTextColor: text,
    labelBoxBkgColor: sunken,
    labelBoxBorderColor: control,
    noteBkgColor: warm,
    noteBorderColor: accent,
    noteTextColor: text,
    activationBkgColor: sunken,
    activationBorderColor: control,
    sequenceNumberColor: onPrimary,
  };
}

/** Renders a diagram to an image URL, with its natural width. @throws when the source is not a diagram */
export function drawDiagram(source: string, scheme: SchemeName): Promise<{ address: string; width: number }> {
  const drawn = queue.then(async () => {
    if (source.length > MAX_LENGTH) throw new Error('The diagram is too long.');
    mermaid.initialize({
      startOnLoad: false,
      // a diagram must not run scripts, link or contain HTML; settings in the lesson's source are ignored
      securityLevel: 'strict',
      secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'theme', 'htmlLabels', 'fontFamily', 'themeCSS'],
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      maxTextSize: MAX_LENGTH,
      maxEdges: MAX_EDGES,
      suppressErrorRendering: true,
      theme: 'base',
      themeVariables: colours(scheme),
      fontFamily: FONTS.ui,
    });
    font ??= fontFaces();
    const face = await font;
    const { svg } = await mermaid.render(`lesson-diagram-${(count += 1)}`, source);
    const width = Number(/max-width:\s*([\d.]+)px/.exec(svg)?.[1] ?? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1] ?? 600);
    // a percentage has no meaning as the width of an image
    const sized = svg.replace(/width="100%"/, `width="${width}"`).replace('<style>', `<style>${face}`);
    return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`, width: Math.ceil(width) };
  });
  queue = drawn.catch(() => undefined);
  return drawn;
}
