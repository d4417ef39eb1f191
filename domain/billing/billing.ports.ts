import type { Knex } from 'knex';
import type { AlarmKind } from '#contract/billing/alarms.contract.ts';
import type { PaymentDisputedData } from '#domain/mail/templates/payment-disputed.ts';
import { definePorts } from '#domain/platform/ports.ts';
import type { Order } from './checkout/order.ts';
import type { Cause } from './ledger/post-transaction.ts';

/** A price reduced by a code. */
export interface Discount {
  readonly codeId: string;
  /** Without the code. */
  readonly listCents: number;
}

/** Money of an order that goes back to its buyer. */
export interface TakenBack {
  readonly orderId: string;
  /** Identifies the ledger transaction: a refund, or a lost dispute. */
  readonly refundId: string;
  /** Amount; at most what was not refunded yet. */
  readonly cents: number;
  readonly isWhole: boolean;
  readonly cause?: Cause;
}

/** A year of an organisation that was paid. */
interface PaidYear {
  readonly orderId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Hooks of features that sell something: delivery, reversal and notifications, in the transaction of the payment. */
interface BillingPorts {
  /** Grants what is sold once. @returns why it cannot be granted, null when it was */
  readonly sold: Readonly<Record<'course' | 'event', (trx: Knex.Transaction, order: Order) => Promise<string | null>>>;
  /** Take back what an order has granted; each does nothing for orders of anything else. */
  readonly takeBack: readonly ((trx: Knex.Transaction, back: TakenBack) => Promise<void>)[];
  /** Takes one use of a code for a course that is being bought. @throws ProductError market.code_used_up */
  reserveCode(trx: Knex.Transaction, discount: Discount & { orderId: string }): Promise<void>;
  /** Tells whether a buyer has learned too much of the paid course for a refund. */
  isPastRefundLimit(trx: Knex, payment: { readonly order_id: string | null }): Promise<boolean>;
  /** Tells whoever sold something that a bank disputes its payment, and of the outcome. */
  notifySellerOfDispute(
    trx: Knex.Transaction,
    dispute: { orderId: string | null; cause: string; outcome: PaymentDisputedData['outcome'] },
  ): Promise<void>;
  readonly organisations: {
    create(trx: Knex.Transaction, paid: PaidYear & { packageId: string; ownerId: string; name: string }): Promise<unknown>;
    renew(trx: Knex.Transaction, year: PaidYear): Promise<unknown>;
    end(trx: Knex.Transaction, year: { orderId: string; startsAt: Date; at: Date }): Promise<void>;
  };
  /** The details of an alarm for operators. */
  readonly alerts: {
    open(trx: Knex.Transaction, alarm: { kind: AlarmKind; subject: string; alarmId: string; dueAt: Date | null }): Promise<void>;
    move(trx: Knex.Transaction, alarmId: string, dueAt: Date | null): Promise<unknown>;
    /** @param which selects them @returns how many ended */
    end(trx: Knex.Transaction, which: (alerts: Knex.QueryBuilder) => void): Promise<number>;
  };
}

export const billingPorts = definePorts<BillingPorts>('billing');
