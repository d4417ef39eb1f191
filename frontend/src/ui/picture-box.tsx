import { useState } from 'react';
import { styled } from '@mui/material/styles';

// the box is there before its picture, so that nothing moves
const Frame = styled('div')(({ theme }) => ({
  aspectRatio: '16 / 9',
  overflow: 'hidden',
  borderRadius: 4,
  backgroundColor: theme.vars.palette.background.sunken,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  marginBlockEnd: 20,
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  '@media print': { maxWidth: '60%' },
}));

interface PictureBoxProps {
  readonly src: string;
  readonly alt: string;
  /** It is in sight when the page opens. */
  readonly isFirst?: boolean;
}

/** A picture of 16 to 9. One that cannot be had leaves no box. */
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
        decoding="async"
        onError={() => setLost(src)}
      />
    </Frame>
  );
}
