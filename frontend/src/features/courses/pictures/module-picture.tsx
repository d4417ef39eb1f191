import { useQuery } from '@tanstack/react-query';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { PictureBox } from '#frontend/ui/picture-box.tsx';
import { picturesOf } from './picture-queries.ts';

interface ModulePictureProps {
  readonly of: { readonly courseId: string };
  /** From 0. */
  readonly module: number;
}

/** The picture of a module, where its first lesson begins. */
export function ModulePicture({ of: { courseId }, module }: ModulePictureProps) {
  const { data } = useQuery(picturesOf(courseId));
  const picture = data?.modules[module]?.picture;
  return picture ? <PictureBox {...pictureOf(courseId, picture, 'large')} isFirst /> : null;
}
