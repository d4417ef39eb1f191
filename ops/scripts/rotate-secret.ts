import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resealSecondFactors } from '#domain/identity/second-factor/second-factor.commands.ts';
import { transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { resealSignIns } from '#domain/organisations/sign-in/connection.commands.ts';
import { resealLtiKeys } from '#domain/lti/signing-key.commands.ts';
import { resealConnections } from '#domain/vendors/connections/connection.commands.ts';
import { resealOauthKeys } from '#domain/identity/connected-apps/oauth-secret.commands.ts';
import { resealWebhooks } from '#domain/webhooks/webhook.commands.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run rotate-secret -- <file with the previous secret>: after a change of SESSION_SECRET, encrypts again what the previous secret encrypted:
// keys of AI services, secrets of organisations' sign-ins, of learning platforms and of webhooks, authenticators' and keys of the OAuth provider.
// The secret is in a file, for command lines are seen by others. Run twice, it changes nothing.
await runWithDatabase(async ([file]) => {
  if (!file) throw new ScriptError('Name a file that contains the previous secret: npm run rotate-secret -- old-secret.txt');
  const before = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ScriptError(`${file} cannot be read: ${error.message}`);
  });
  const secret = new TextEncoder().encode(before.trim());
  const { keys, signIns, platforms, authenticators, webhooks, oauth } = await transact(async (trx) => {
    const changed = {
      keys: await resealConnections(trx, secret),
      signIns: await resealSignIns(trx, secret),
      authenticators: await resealSecondFactors(trx, secret),
      webhooks: await resealWebhooks(trx, secret),
      oauth: await resealOauthKeys(trx, secret),
      platforms: await resealLtiKeys(trx, secret),
    };
    await recordAudit({ actor: `script:${userInfo().username}`, action: 'secret.rotate', subject: 'installation', detail: changed }, trx);
    return changed;
  });
  const theirs = `${keys} keys of services, ${signIns} secrets of organisations, ${platforms} for learning platforms`;
  const ours = `${authenticators} authenticators, ${webhooks} webhooks and ${oauth} keys of the OAuth provider`;
  console.log(`${theirs}, ${ours} are encrypted with the new secret.`);
});
