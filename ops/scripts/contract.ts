import { userInfo } from 'node:os';
import { ORGANISATION_PLANS } from '#contract/billing/catalogue.ts';
import { recordContract as endpoint } from '#contract/organisations/organisation.contract.ts';
import { recordContract } from '#domain/organisations/record-contract.command.ts';
import { readContractOptions } from './contract-options.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run contract -- <package_id> <owner-email> "<organisation>" --reference <ref> [--starts-on 2026-12-01]: records a signed contract, as
// operators do on their page. Audited under the system user's name.
await runWithDatabase(async (words) => {
  const given = endpoint.body.safeParse(readContractOptions(words));
  if (!given.success) {
    const [issue] = given.error.issues;
    throw new ScriptError(`${issue!.path.join('.')}: ${issue!.message}`);
  }
  const { package_id, owner_email, organisation_name, reference, starts_on } = given.data;
  const { isNew, orderId, organisationId, startsAt, endsAt } = await recordContract({
    actor: `script:${userInfo().username}`,
    packageId: package_id,
    ownerEmail: owner_email,
    organisationName: organisation_name,
    reference,
    startsOn: starts_on,
  });
  const plan = ORGANISATION_PLANS.find(({ id }) => id === package_id)!;
  const from = `${startsAt.toISOString().slice(0, 10)} to ${endsAt.toISOString().slice(0, 10)}`;
  console.log(
    isNew
      ? `Recorded ${reference}: ${plan.name} for ${organisation_name}, ${from}, ${plan.seats} seats, ${plan.tokens} tokens.`
      : `${reference} is already recorded; nothing changed.`,
  );
  console.log(`Order ${orderId}, organisation ${organisationId}.`);
});
