import { FOR_ANYBODY, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { readForm } from '#api/platform/read-body.ts';

/** Codes and states are short, and the form contains nothing else. */
const MOST_BYTES = 16_384;
const PATH = '/sign-in/apple';

/**
 * Receives users whom Apple returns with a form POST instead of a URL. It only redirects to our page with the form's values in the URL; the
 * page's own call then carries the browser's cookie, which a cross-site form post does not.
 */
export const appleReturn = (limits: Limits): OpenDoor =>
  openDoor(
    limits,
    {
      name: 'appleReturn',
      at: `POST ${PATH}`,
      ...FOR_ANYBODY,
      bodyBytes: MOST_BYTES,
      limit: 'sign-in-return',
      takes: (ctx) => ctx.method === 'POST' && ctx.path === PATH,
    },
    async (ctx) => {
      const form = await readForm(ctx);
      const params = new URLSearchParams();
      for (const name of ['state', 'code', 'error']) {
        const value = form.get(name);
        if (value) params.set(name, value);
      }
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(`${PATH}?${params}`);
      // the browser follows a 303 with a GET
      ctx.status = 303;
    },
  );
