import { createElement, useState } from 'react';
import { styled } from '@mui/material/styles';
import { COVER_HEIGHT, COVER_WIDTH, drawnCover } from '#contract/courses/drawn-cover.ts';

const Frame = styled('svg')(({ theme }) => ({
  display: 'block',
  flex: 'none',
  width: '100%',
  aspectRatio: '4 / 3',
  borderRadius: 4,
  backgroundColor: theme.vars.palette.background.sunken,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  '& [data-ink="first"]': { color: theme.vars.palette.primary.main },
  '& [data-ink="second"]': { color: theme.vars.palette.secondary.main },
  '& [data-ink="third"]': { color: theme.vars.palette.line.waiting },
}));

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  aspectRatio: '4 / 3',
  objectFit: 'cover',
  borderRadius: 4,
  backgroundColor: theme.vars.palette.background.sunken,
  boxSizing: 'border-box',
  border: `1px solid ${theme.vars.palette.line.hairline}`,
}));

/** A picture of a course: its address and its alternative text. */
export interface CoverPicture {
  readonly src: string;
  readonly alt: string;
}

interface CourseCoverProps {
  readonly title: string;
  /** Missing or not loadable: a drawn cover replaces it. */
  readonly picture?: CoverPicture | null | undefined;
}

/** The cover of a course: its picture, in a box of fixed size so that the layout does not shift. */
export function CourseCover({ title, picture }: CourseCoverProps) {
  const [lost, setLost] = useState<string | null>(null);
  if (!picture || picture.src === lost) return <DrawnCover title={title} />;
  const { src, alt } = picture;
  return <Picture src={src} alt={alt} width={480} height={360} loading="lazy" decoding="async" onError={() => setLost(src)} />;
}

/**
 * The cover of a course without a picture: a pattern derived from its title, in the colours of the scheme. It is decorative, so screen readers
 * skip it.
 */
function DrawnCover({ title }: { readonly title: string }) {
  return (
    <Frame viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`} aria-hidden="true" focusable="false" data-cover>
      {drawnCover(title).map(({ tag, ink, attributes: { 'stroke-width': strokeWidth, ...attributes } }, nth) =>
        createElement(tag, { key: nth, 'data-ink': ink, strokeWidth, ...attributes }),
      )}
    </Frame>
  );
}
