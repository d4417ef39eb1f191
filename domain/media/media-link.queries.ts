import { createHmac, timingSafeEqual } from 'node:crypto';
import { opensToOthers } from '#domain/identity/accounts/account.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findMedia, type MediaObject } from './store-media.command.ts';

/** How long a link to a file works for everybody who has it, in ms. */
export const LINK_MS = 24 * 60 * 60_000;

/** Returns a signed address that allows reading a file until a certain time, so that a player on another device needs no session. */
export function mediaLink(id: string, expiresAt: Date): string {
  const payload = `${id}.${expiresAt.getTime().toString(36)}`;
  return `${payload}.${signatureOf(payload)}`;
}

/**
 * Returns the file that a link leads to.
 * @throws ProductError media.link_expired; not_found for a link that is not ours, when the file or its owner is gone, and while the owner's
 * account is closed
 */
export async function fileOfLink(token: string, now = new Date()): Promise<MediaObject> {
  const [id = '', until = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(`${id}.${until}`));
  const given = Buffer.from(signature);
  if (!isUuid(id) || given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound('file');
  if (parseInt(until, 36) <= now.getTime()) throw new ProductError('media.link_expired');
  const file = await findMedia(id);
  const [owner] = await rowsOf(database(), sql`select 1 from account where id = ${file.account_id} and ${opensToOthers(sql`account`)}`);
  if (!owner) throw notFound('file');
  return file;
}

const signatureOf = (payload: string): string =>
  createHmac('sha256', config().sessionSecret).update(`media:${payload}`).digest('base64url');
