import { lazy, Suspense, useState } from 'react';
import { styled } from '@mui/material/styles';
import { RADIUS } from '#frontend/theme/tokens.ts';

// fifty families of motifs, which the first load does without
const DrawnCover = lazy(() => import('./drawn-cover.tsx'));

const Frame = styled('div')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: '100%',
  aspectRatio: '16 / 10',
  overflow: 'hidden',
  borderRadius: RADIUS.inner,
  backgroundColor: theme.vars.palette.background.tint,
  // pale covers must not glare beside a dark page
  ...theme.applyStyles('dark', { filter: 'brightness(0.85)' }),
  '& > img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
}));

/** A picture of a course: its address and its alternative text. */
export interface CoverPicture {
  readonly src: string;
  readonly alt: string;
}

interface CourseCoverProps {
  readonly title: string;
  /** Category of a course in the market: it decides the drawing if no word of the title does. */
  readonly category?: string | null | undefined;
  /** If missing or not loadable, a drawn cover replaces it. */
  readonly picture?: CoverPicture | null | undefined;
  /** Visible when the page opens, so it loads eagerly. */
  readonly isFirst?: boolean;
}

/**
 * The cover of a course: its picture in a box of fixed size, so that the layout does not shift. A cover on its own keeps its proportions,
 * so that a course looks the same in a row, on a card and on its page; only covers stretched to the height of the text beside them are
 * cropped at the sides.
 */
export function CourseCover({ title, category, picture, isFirst = false }: CourseCoverProps) {
  const [lost, setLost] = useState<string | null>(null);
  if (!picture || picture.src === lost)
    return (
      <Frame data-cover>
        <Suspense>
          <DrawnCover title={title} category={category} />
        </Suspense>
      </Frame>
    );
  const { src, alt } = picture;
  return (
    <Frame data-cover>
      <img
        src={src}
        alt={alt}
        width={480}
        height={300}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        onError={() => setLost(src)}
      />
    </Frame>
  );
}

const Small = styled('div')({ flex: 'none', width: 80 });

/** The cover at the start of a list entry or in a table cell. */
export const SmallCover = (course: CourseCoverProps) => (
  <Small>
    <CourseCover {...course} />
  </Small>
);
