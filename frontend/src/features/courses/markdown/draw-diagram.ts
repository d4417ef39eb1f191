import mermaid from 'mermaid';

/** Longest rendered source, and its maximum number of arrows: more would block the page. */
const MAX_LENGTH = 10_000;
const MAX_EDGES = 200;

let count = 0;
/** The library has one configuration per page, so diagrams are rendered one after another. */
let queue: Promise<unknown> = Promise.resolve();

/** Renders a diagram to an image URL, with its natural width. @throws when the source is not a diagram */
export function drawDiagram(source: string, isOnDark: boolean): Promise<{ address: string; width: number }> {
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
      theme: isOnDark ? 'dark' : 'neutral',
      // the library's own grey behind edge labels has a contrast of 4.43
      ...(isOnDark && { themeVariables: { edgeLabelBackground: '#2b2b2b' } }),
      fontFamily: 'system-ui, sans-serif',
    });
    const { svg } = await mermaid.render(`lesson-diagram-${(count += 1)}`, source);
    const width = Number(/max-width:\s*([\d.]+)px/.exec(svg)?.[1] ?? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1] ?? 600);
    // a percentage width has no meaning in an image
    const sized = svg.replace(/width="100%"/, `width="${width}"`);
    return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`, width: Math.ceil(width) };
  });
  queue = drawn.catch(() => undefined);
  return drawn;
}
