import type { Certificate } from '#contract/practice/certificate.contract.ts';
import { drawSharePicture } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { notFound } from '#domain/platform/errors.ts';
import { getCertificate } from './issue-certificate.command.ts';

/** Returns the description of a certificate for link previews. */
export const certificateNote = ({ holder_name: holder }: Pick<Certificate, 'holder_name'>): string => `Certificate · ${holder}`;

/** Draws a certificate for shared links, as PNG. @throws ProductError not_found, also for a revoked one */
export async function getCertificatePicture(id: string): Promise<Buffer> {
  const certificate = await getCertificate(id);
  if (certificate.revoked_at !== null) throw notFound('certificate');
  return drawSharePicture({ title: certificate.course_title, note: certificateNote(certificate), picture: null, shape: 'wide' });
}
