import { useMemo } from 'react';
import { create } from 'qrcode';

/** Width of the quiet zone around it, in modules, as scanners require. */
const QUIET = 4;

/** A text as a QR code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const dark = [...modules.data.keys()].filter((index) => modules.data[index]);
    return {
      size: modules.size,
      path: dark.map((index) => `M${(index % modules.size) + QUIET} ${Math.floor(index / modules.size) + QUIET}h1v1h-1z`).join(''),
    };
  }, [text]);
  const edge = size + 2 * QUIET;
  return (
    <svg width="208" viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label={label} shapeRendering="crispEdges">
      {/* black on white in every scheme, because scanners require it */}
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
