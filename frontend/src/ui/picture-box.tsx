import { useState } from 'react';
import { styled } from '@mui/material/styles';
import { RADIUS } from '#frontend/theme/tokens.ts';

// the box has its size before the picture loads, so that the layout does not shift
const Frame = styled('div')(({ theme }) => ({
  aspectRatio: '16 / 9',
  overflow: 'hidden',
  borderRadius: RADIUS.control,
  backgroundColor: theme.vars.palette.background.sunken,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  marginBlockEnd: 20,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  '@media print': { maxWidth: '60%' },
}));

interface PictureBoxProps {
  readonly src: string;
  readonly alt: string;
  /** Visible when the page opens, so it loads eagerly. */
  readonly isFirst?: boolean;
}

/** A 16:9 picture. If it fails to load, the box disappears. */
export function PictureBox({ src, alt, isFirst = false }: PictureBoxProps) {
  const [lost, setLost] = useState<string | null>(null);
  if (lost === src) return null;
  return (
    <Frame>
      <img
        src={src}
        alt={alt}
        width={1280}
        height={720}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        onError={() => setLost(src)}
      />
    </Frame>
  );
}
