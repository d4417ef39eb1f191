import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './setup-error.mjs';

/**
 * What the sandbox signs Stripe's webhooks with and the api checks them by: made on first use, by whichever of them comes first
 * (domain/platform/config.ts makes the same file in the same way).
 * @param {string} dataDir
 * @returns {string}
 */
export function webhookSecret(dataDir) {
  const file = path.join(dataDir, 'secrets', 'stripe-webhook');
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, `whsec_${randomBytes(32).toString('hex')}`, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
