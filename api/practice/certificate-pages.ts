import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Middleware } from 'koa';
import { certificatePicture } from '#contract/practice/certificate.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { SHARE_SHAPES } from '#contract/site.ts';
import { certificateNote } from '#domain/practice/certificates/certificate-picture.queries.ts';
import { getCertificate } from '#domain/practice/certificates/issue-certificate.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { shareTags } from '#api/market/page-parts.ts';

const CERTIFICATE = /^\/certificates\/([^/]+)\/?$/;
const APP = 'index.html';

/**
 * Serves the app at a certificate's address with what a shared link shows: its course, its holder and its picture. A certificate that is
 * missing or revoked is left to the app, which says so. Search engines do not list it: who has its address may read it.
 */
export function certificatePages({ directory, origin }: { readonly directory: string; readonly origin: string }): Middleware {
  return async (ctx, next) => {
    const id = CERTIFICATE.exec(ctx.path)?.[1];
    if (id === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD') || !ctx.accepts('html')) return next();
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
  };
}
