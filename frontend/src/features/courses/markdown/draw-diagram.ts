import mermaid from 'mermaid';

/** Longest source that is drawn, and most of its arrows: more would hold up the page. */
const MAX_LENGTH = 10_000;
const MAX_EDGES = 200;

let count = 0;
/** The library has one configuration for the page: diagrams are drawn one after another. */
let queue: Promise<unknown> = Promise.resolve();

/** Draws a diagram as the address of an image, with the width it wants. @throws when it is not a diagram */
export function drawDiagram(source: string, isOnDark: boolean): Promise<{ address: string; width: number }> {
  const drawn = queue.then(async () => {
    if (source.length > MAX_LENGTH) throw new Error('The diagram is too long.');
    mermaid.initialize({
      startOnLoad: false,
      // nothing in a diagram may run, link or bring HTML; what a lesson says about the settings is not heard
      securityLevel: 'strict',
      secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'theme', 'htmlLabels', 'fontFamily', 'themeCSS'],
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      maxTextSize: MAX_LENGTH,
      maxEdges: MAX_EDGES,
      suppressErrorRendering: true,
      theme: isOnDark ? 'dark' : 'neutral',
      // the library's own grey behind words at lines has a contrast of 4.43
      ...(isOnDark && { themeVariables: { edgeLabelBackground: '#2b2b2b' } }),
      fontFamily: 'system-ui, sans-serif',
    });
    const { svg } = await mermaid.render(`lesson-diagram-${(count += 1)}`, source);
    const width = Number(/max-width:\s*([\d.]+)px/.exec(svg)?.[1] ?? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1] ?? 600);
    // an image has no page to be as wide as
    const sized = svg.replace(/width="100%"/, `width="${width}"`);
    return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`, width: Math.ceil(width) };
  });
  queue = drawn.catch(() => undefined);
  return drawn;
}
