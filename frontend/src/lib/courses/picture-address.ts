import { coursePictureFile, marketCover } from '#contract/courses/course-pictures.contract.ts';
import type { CoursePicture } from '#contract/courses/pictured.ts';

type Size = 'small' | 'large';
const fill = (path: string, courseId: string, mediaId: string): string =>
  path.replace(':course_id', encodeURIComponent(courseId)).replace(':media_id', encodeURIComponent(mediaId));
const idOf = ({ media_id, thumb_id }: CoursePicture, size: Size): string => (size === 'small' ? thumb_id : media_id);

/** A picture of a course of one's own; the session's cookie goes along. */
export const pictureOf = (courseId: string, picture: CoursePicture, size: Size) => ({
  src: fill(coursePictureFile.path, courseId, idOf(picture, size)),
  alt: picture.alt,
});

/** The cover of a published course, which everybody may see. */
export const marketPictureOf = (courseId: string, picture: CoursePicture, size: Size) => ({
  src: fill(marketCover.path, courseId, idOf(picture, size)),
  alt: picture.alt,
});
