import { uuidv7 } from 'uuidv7';
import { deviceName } from '#contract/identity/device-name.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { hashToken, newToken } from '#domain/platform/links/secret-link.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { storedUserAgent } from '#domain/identity/sessions/session.model.ts';
import { deviceCookieOf, payerOf, readDevice } from './device-cookie.ts';
import type { KnownDevice } from './known-device.model.ts';

interface SignedInHere {
  readonly accountId: string;
  /** The new session. */
  readonly sessionId: string;
  /** The device's cookie as sent, or null. */
  readonly device: string | null;
  readonly userAgent: string;
}

/**
 * Records the browser of a sign-in, and reports the first sign-in from a new browser by mail. Call it before answering the sign-in, so that
 * no session is used without a recorded device.
 * @returns the device's cookie: the one sent, if it is signed
 */
export async function recordDevice({ accountId, sessionId, device, userAgent }: SignedInHere): Promise<string> {
  const sent = device === null ? null : readDevice(device);
  const secret = sent?.secret ?? newToken();
  await transact(async (trx) => {
    const account = await trx('account').where({ id: accountId }).forShare().first('email', 'first_name');
    const stored = storedUserAgent(userAgent);
    const otherSession = sql`from session where account_id = ${accountId} and id <> ${sessionId}`;
    const [row] = await rowsOf<Pick<KnownDevice, 'id'> & Record<'is_new' | 'has_devices' | 'has_sessions' | 'has_alike', boolean>>(
      trx,
      sql`insert into known_device (id, account_id, device_hash, user_agent) values (${uuidv7()}, ${accountId}, ${hashToken(secret)}, ${stored})
          on conflict (account_id, device_hash) do update set last_seen_at = now(), user_agent = excluded.user_agent
          returning id, xmax = 0 as is_new,
            exists (select from known_device other where other.account_id = ${accountId}) as has_devices,
            exists (select ${otherSession}) as has_sessions,
            exists (select ${otherSession} and user_agent = ${stored}) as has_alike`,
    );
    const { id, is_new: isNew, has_devices: hasDevices, has_sessions: hasSessions, has_alike: hasAlike } = row!;
    // before devices were recorded, there were only sessions to compare with
    if (!account || !isNew || !(hasDevices || (hasSessions && !hasAlike))) return;
    const { browser, system } = deviceName(userAgent);
    const data = { first_name: account.first_name, at: new Date().toISOString(), browser, system, link: '/account' };
    await addMail(trx, { kind: 'new-device', cause: `new-device:${id}`, accountId, to: account.email, data });
  });
  return deviceCookieOf(secret, sent?.payer ?? payerOf(accountId));
}
