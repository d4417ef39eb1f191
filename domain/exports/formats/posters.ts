import sharp from 'sharp';
import type { Course } from '#contract/courses/courses.contract.ts';
import { PICTURE_SIZE } from '#contract/courses/course-pictures.contract.ts';
import { POSTER_HEIGHT, POSTER_WIDTH, scenePoster } from '#contract/simulations/scene-poster.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import { QUALITY, type ExportPicture } from './pictures.ts';

interface Posters {
  readonly simulations: readonly { readonly scene: Scene | null }[];
  /** A heading in the language of the course. @param about the simulation's title */
  readonly headingOf: (about: string) => string;
}

/** Returns a poster of each finished simulation, with what it shows and its tasks, for the end of the course's last chapter. */
export function postersFor({ modules }: Course, { simulations, headingOf }: Posters): Promise<ExportPicture[]> {
  const last = modules.findLastIndex(({ lessons }) => lessons.length > 0);
  const chapter = last === -1 ? 'preface' : `lesson-${last + 1}-${modules[last]!.lessons.length}`;
  return Promise.all(
    simulations
      .flatMap(({ scene }) => scene ?? [])
      .map(async (scene, index) => ({
        name: `simulation-${index + 1}.jpg`,
        chapter,
        place: '',
        alt: scene.title,
        simulation: { title: headingOf(scene.title), description: scene.description, tasks: scene.tasks.map(({ text }) => text) },
        bytes: await drawn(scene),
      })),
  );
}

const drawn = (scene: Scene): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}" viewBox="0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}">${scenePoster(scene)}</svg>`,
    ),
  )
    .jpeg({ quality: QUALITY })
    .toBuffer();
