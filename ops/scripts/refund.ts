import { userInfo } from 'node:os';
import { refundPart } from '#domain/billing/refunds/refund-payment.command.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

// npm run refund -- <payment id> <cents>: refunds a part of a payment, as an operator may at any time. Audited under the system user's name; the
// payment's id is in its owner's list of payments and in the table billing_payment.
await runWithDatabase(async ([paymentId, cents]) => {
  if (!paymentId || !cents || !/^\d+$/.test(cents))
    throw new ScriptError('Name the payment and the amount: npm run refund -- <payment id> <cents>');
  await refundPart({ paymentId, amountCents: Number(cents), actor: `script:${userInfo().username}` });
  console.log(`${cents} cents of payment ${paymentId} have been refunded.`);
});
