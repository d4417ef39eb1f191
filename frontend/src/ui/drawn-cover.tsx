import { useMemo } from 'react';
import { coverArt, drawMotif, type MotifName } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH, seedOf } from '#contract/courses/cover-art/draw.ts';

/** Our own drawing as decoration, so screen readers skip it. */
function Drawing({ art, viewBox }: { readonly art: string; readonly viewBox: string }) {
  // safe markup: our own drawing, which the title only seeds
  const html = useMemo(() => ({ __html: art }), [art]);
  return (
    <svg
      style={{ display: 'block', width: '100%', height: '100%' }}
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={html}
    />
  );
}

interface DrawnCoverProps {
  readonly title: string;
  readonly category?: string | null | undefined;
}

/** The cover of a course without a picture: a motif of its subject, derived from its title. */
export default function DrawnCover({ title, category }: DrawnCoverProps) {
  const art = useMemo(() => coverArt({ title, category }), [title, category]);
  return <Drawing art={art} viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`} />;
}

/** The middle of a motif as a square, in the style of the covers; `name` seeds it. */
export function DrawnMotif({ motif, name }: { readonly motif: MotifName; readonly name: string }) {
  const art = useMemo(() => drawMotif(motif, seedOf(name)), [motif, name]);
  return <Drawing art={art} viewBox={`${(COVER_WIDTH - COVER_HEIGHT) / 2} 0 ${COVER_HEIGHT} ${COVER_HEIGHT}`} />;
}
