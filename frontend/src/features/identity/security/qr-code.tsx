import { useMemo } from 'react';
import { create } from 'qrcode';
import { styled } from '@mui/material/styles';

/** Width of the quiet zone around it, in modules, as scanners require. */
const QUIET = 4;

// Black on white in every scheme, because scanners require it.
const Picture = styled('svg')({ display: 'block', width: 'min(100%, 208px)', background: '#fff', borderRadius: 4 });

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
    <Picture viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </Picture>
  );
}
