import { useState, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';

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

const INKS = ['first', 'second', 'third'] as const;
type Ink = (typeof INKS)[number];
const WIDTH = 64;
const HEIGHT = 48;

/** FNV-1a, 32 bits: the same title has the same cover on every machine. */
function hashOf(title: string): number {
  let hash = 0x811c9dc5;
  for (const sign of title) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** Returns whole numbers below `limit`, each from other bits of the hash. */
function drawsFrom(hash: number): (limit: number) => number {
  let state = hash;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % limit;
  };
}

type Motif = (draw: (limit: number) => number, ink: (nth: number) => Ink) => ReactNode;

const arcs: Motif = (draw, ink) => {
  const x = draw(WIDTH);
  return [14, 24, 34, 44].map((radius, nth) => (
    <circle
      key={radius}
      data-ink={ink(nth)}
      cx={x}
      cy={HEIGHT}
      r={radius}
      fill="none"
      stroke="currentColor"
      strokeWidth={nth % 2 ? 2 : 5}
    />
  ));
};

const columns: Motif = (draw, ink) =>
  [0, 1, 2, 3, 4, 5, 6].map((nth) => {
    const height = 8 + draw(34);
    return <rect key={nth} data-ink={ink(nth)} x={4 + nth * 8} y={HEIGHT - height} width={6} height={height} fill="currentColor" />;
  });

const dots: Motif = (draw, ink) =>
  [0, 1, 2, 3, 4].flatMap((column) =>
    [0, 1, 2].map((row) => (
      <circle
        key={`${column} ${row}`}
        data-ink={ink(column + row)}
        cx={8 + column * 12}
        cy={9 + row * 15}
        r={2 + draw(4)}
        fill="currentColor"
      />
    )),
  );

const waves: Motif = (draw, ink) => {
  const swing = 5 + draw(7);
  return [10, 20, 30, 40].map((y, nth) => (
    <path
      key={y}
      data-ink={ink(nth)}
      d={`M0 ${y} q8 ${-swing} 16 0 t16 0 t16 0 t16 0`}
      fill="none"
      stroke="currentColor"
      strokeWidth={nth % 2 ? 2 : 4}
    />
  ));
};

const MOTIFS: readonly Motif[] = [arcs, columns, dots, waves];

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
  const draw = drawsFrom(hashOf(title));
  const motif = MOTIFS[draw(MOTIFS.length)]!;
  const turn = draw(INKS.length);
  return (
    <Frame viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false" data-cover>
      {motif(draw, (nth) => INKS[(nth + turn) % INKS.length]!)}
    </Frame>
  );
}
