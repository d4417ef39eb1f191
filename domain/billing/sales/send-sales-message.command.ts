import { organisationPlanById } from '#contract/billing/catalogue.ts';
import type { sendSalesMessage as endpoint } from '#contract/billing/sales.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { raiseAlarm } from '#domain/billing/alarms/raise-alarm.command.ts';
import { transact } from '#domain/platform/database.ts';

/** Lists a message among what operators have to look at, once per message. Its text is private: no log has it. */
export async function sendSalesMessage({ message_id: occasion, package_id: packageId, ...detail }: BodyOf<typeof endpoint>): Promise<void> {
  const plan = organisationPlanById(packageId ?? '');
  await transact((trx) =>
    raiseAlarm(trx, { kind: 'sales.asked', occasion, subject: plan ? `plan:${plan.id}` : 'plan:any', detail, isPrivate: true }),
  );
}
