import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'koa';
import { lookup } from '#contract/platform/lookup.ts';
import { FOR_ANYBODY, openDoor, type Door, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { readForm } from '#api/platform/read-body.ts';
import { ID_TOKEN_CHARS } from '#contract/lti/launch.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';
import { framePlaces } from '#domain/lti/platform.queries.ts';
import { registeringOrigins } from '#domain/lti/register-platform.command.ts';

/** A signed message with its accompanying fields. */
const MOST_BYTES = ID_TOKEN_CHARS + 16_384;
const PAGE = /^\/lti\/([0-9a-f-]{36})\/(login|launch|register|open)(?:\/[0-9a-f-]{36})?$/;
/** The built page that is used as the template. */
const SHELL = 'lti.html';
const PLACE = '<!--lti-->';
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${PRODUCT}</title>${PLACE}`;

/** The fields that the page reads, per step; all other fields that a platform sends are ignored. */
const FIELDS: Readonly<Record<string, readonly string[]>> = lookup({
  login: ['iss', 'login_hint', 'target_link_uri', 'lti_message_hint', 'lti_deployment_id', 'client_id', 'lti_storage_target'],
  launch: ['id_token', 'state', 'error', 'lti_storage_target'],
  register: ['code', 'openid_configuration', 'registration_token'],
  open: [],
});

const DOOR: Door = {
  name: 'ltiPages',
  at: '/lti/:platform_id/login, launch, register, open',
  ...FOR_ANYBODY,
  bodyBytes: MOST_BYTES,
  limit: 'launch-page',
};
const isForm = ({ method, path: at }: Context): boolean => method === 'POST' && /\/(?:login|launch)(?:\/|$)/.test(at);

/**
 * Serves the page that learning platforms open in a frame. Platforms send their forms here from their own site, which our endpoints refuse:
 * the page only receives the form's fields, and calls the endpoints itself, which check everything. No cookie is read or set.
 * Only these pages can be framed, and only by an origin of the platform that the address names; for a registration, by the origin into
 * which the secret address was copied.
 * @param directory of the built frontend
 */
export const ltiPages = (directory: string, limits: Limits): OpenDoor =>
  openDoor(limits, { ...DOOR, takes: (ctx) => PAGE.test(ctx.path) && (ctx.method === 'GET' || isForm(ctx)) }, async (ctx) => {
    const [, platformId = '', step = ''] = PAGE.exec(ctx.path) ?? [];
    const form = isForm(ctx) ? await readForm(ctx) : new URLSearchParams(ctx.querystring);
    const fields = FIELDS[step]!.flatMap((name) => {
      const value = form.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const given = Object.fromEntries(fields);
    const { origins, storage_origin } = await placesOf(platformId, step, given);
    allowFrames(ctx, origins);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Robots-Tag', 'noindex, nofollow');
    // a registration's address contains a secret
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.type = 'html';
    const shell = await readFile(path.join(directory, SHELL), 'utf8').catch(() => null);
    ctx.status = shell === null ? 503 : 200;
    const data = escapeHtml(JSON.stringify({ platform_id: platformId, step, ...(storage_origin && { storage_origin }), ...given }));
    ctx.body = (shell ?? NOT_BUILT).replace(PLACE, () => `<meta name="lti" content="${data}">`);
  });

/** Returns the origins that can frame the page, and the origin that stores its state. */
async function placesOf(platformId: string, step: string, { code = '', openid_configuration: at = '' }: Readonly<Record<string, string>>) {
  if (step !== 'register') return framePlaces(platformId);
  return { origins: await registeringOrigins(platformId, code, at), storage_origin: null };
}

/** Allows pages of these origins to frame this response and receive its forms. */
function allowFrames(ctx: Context, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const listed = origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).origin);
  const policy = String(ctx.response.get('Content-Security-Policy'))
    .replace("frame-ancestors 'none'", `frame-ancestors ${listed.join(' ')}`)
    .replace("form-action 'self'", `form-action 'self' ${listed.join(' ')}`);
  ctx.set('Content-Security-Policy', policy);
  // it cannot name origins, and would forbid what the policy allows
  ctx.remove('X-Frame-Options');
}
