import { coursePictureFile, marketCover } from '#contract/courses/course-pictures.contract.ts';
import type { CoursePicture } from '#contract/courses/picture-schemas.ts';

type Size = 'small' | 'large';
const fill = (path: string, courseId: string, mediaId: string): string =>
  path.replace(':course_id', encodeURIComponent(courseId)).replace(':media_id', encodeURIComponent(mediaId));
const idOf = ({ media_id, thumb_id }: CoursePicture, size: Size): string => (size === 'small' ? thumb_id : media_id);

/** The address of a picture of the user's own course; the request needs the session cookie. */
export const pictureOf = (courseId: string, picture: CoursePicture, size: Size) => ({
  src: fill(coursePictureFile.path, courseId, idOf(picture, size)),
  alt: picture.alt,
});

/** The address of a video file of the user's own course; the request needs the session cookie. */
export const clipAddress = ({ path }: { readonly path: string }, courseId: string, clipId: string): string =>
  `${fill(path, courseId, '')}?clip=${encodeURIComponent(clipId)}`;

/** The cover of a published course, which is public. */
export const marketPictureOf = (courseId: string, picture: CoursePicture, size: Size) => ({
  src: fill(marketCover.path, courseId, idOf(picture, size)),
  alt: picture.alt,
});
