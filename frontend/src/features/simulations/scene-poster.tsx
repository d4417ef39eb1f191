import { useMemo } from 'react';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { POSTER_HEIGHT, POSTER_WIDTH, scenePoster } from '#contract/simulations/scene-poster.ts';

/** A still picture of a scene at its start, drawn without WebGL. Decorative: the scene's description says what it shows. */
export default function ScenePoster({ scene }: { readonly scene: Scene }) {
  const art = useMemo(() => scenePoster(scene), [scene]);
  return (
    <svg
      viewBox={`0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}`}
      aria-hidden="true"
      style={{ display: 'block', inlineSize: '100%' }}
      // drawn from numbers and a fixed list of colours; contains no text of the scene
      dangerouslySetInnerHTML={{ __html: art }}
    />
  );
}
