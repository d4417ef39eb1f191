import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'koa';
import { certificatePicture } from '#contract/practice/certificate.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { SHARE_SHAPES } from '#contract/site.ts';
import { certificateNote } from '#domain/practice/certificates/certificate-picture.queries.ts';
import { getCertificate } from '#domain/practice/certificates/issue-certificate.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { FOR_ANYBODY, isRead, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { shareTags } from '#api/market/page-parts.ts';

const CERTIFICATE = /^\/certificates\/([^/]+)\/?$/;
const APP = 'index.html';

/**
 * Serves the app at a certificate's address with the metadata for shared links: its course, its holder and its picture. A missing or
 * revoked certificate is left to the app, which says so. Search engines do not index it: it is only for people who have its address.
 */
export function certificatePages({ directory, origin, limits }: { directory: string; origin: string; limits: Limits }): OpenDoor {
  const door = {
    name: 'certificatePages',
    at: 'GET /certificates/:certificate_id',
    ...FOR_ANYBODY,
    takes: (ctx: Context) => CERTIFICATE.test(ctx.path) && isRead(ctx) && Boolean(ctx.accepts('html')),
  };
  return openDoor(limits, door, async (ctx, _, next) => {
    const id = CERTIFICATE.exec(ctx.path)![1]!;
    const certificate = await getCertificate(id).catch((error: unknown) => {
      if (error instanceof ProductError && error.code === 'not_found') return null;
      throw error;
    });
    const app = certificate?.revoked_at === null && (await readFile(path.join(directory, APP), 'utf8').catch(() => null));
    if (!certificate || !app) return next();
    const tags = shareTags(
      {
        title: `${certificate.course_title} · ${PRODUCT}`,
        description: certificateNote(certificate),
        path: `/certificates/${certificate.id}`,
        picture: {
          path: certificatePicture.path.replace(':certificate_id', certificate.id),
          alt: `${certificateNote(certificate)}: ${certificate.course_title}`,
          ...SHARE_SHAPES.wide,
        },
      },
      origin,
    );
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = app.replace('</head>', () => `${['<meta name="robots" content="noindex" />', ...tags].join('\n    ')}\n  </head>`);
  });
}
