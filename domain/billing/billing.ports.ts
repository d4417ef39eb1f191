import type { Knex } from 'knex';
import type { AlarmKind } from '#contract/billing/alarms.contract.ts';
import type { PaymentDisputedData } from '#domain/mail/templates/payment-disputed.ts';
import { definePorts } from '#domain/platform/ports.ts';
import type { Order } from './checkout/order.ts';
import type { Cause } from './ledger/post-transaction.ts';

/** A price reduced by a discount code. */
export interface Discount {
  readonly codeId: string;
  /** The price without the code. */
  readonly listCents: number;
}

/** Money of an order that is returned to its buyer. */
export interface TakenBack {
  readonly orderId: string;
  /** Unique key of the ledger transaction: the refund's, or the lost dispute's. */
  readonly refundId: string;
  /** Amount, at most the part not yet refunded. */
  readonly cents: number;
  readonly isWhole: boolean;
  readonly cause?: Cause;
}

/** A paid year of an organisation. */
interface PaidYear {
  readonly orderId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Hooks of features that sell something: delivery, reversal and notifications, in the transaction of the payment. */
interface BillingPorts {
  /** Grants a purchase, once. @returns why it cannot be granted, or null when it was */
  readonly sold: Readonly<Record<'course' | 'event', (trx: Knex.Transaction, order: Order) => Promise<string | null>>>;
  /** Reverse what an order granted; each hook ignores orders of other products. */
  readonly takeBack: readonly ((trx: Knex.Transaction, back: TakenBack) => Promise<void>)[];
  /** Takes one use of a discount code for the purchase of a course. @throws ProductError market.code_used_up */
  reserveCode(trx: Knex.Transaction, discount: Discount & { orderId: string }): Promise<void>;
  /** Notifies the seller that a bank disputes the payment, and of the outcome. */
  notifySellerOfDispute(
    trx: Knex.Transaction,
    dispute: { orderId: string | null; cause: string; outcome: PaymentDisputedData['outcome'] },
  ): Promise<void>;
  readonly organisations: {
    create(trx: Knex.Transaction, paid: PaidYear & { packageId: string; ownerId: string; name: string }): Promise<unknown>;
    renew(trx: Knex.Transaction, year: PaidYear): Promise<unknown>;
    end(trx: Knex.Transaction, year: { orderId: string; startsAt: Date; at: Date }): Promise<void>;
  };
  /** Alerts of alarms; an alert carries the details for operators. */
  readonly alerts: {
    open(trx: Knex.Transaction, alarm: { kind: AlarmKind; subject: string; alarmId: string; dueAt: Date | null }): Promise<void>;
    move(trx: Knex.Transaction, alarmId: string, dueAt: Date | null): Promise<unknown>;
    /** @param which picks the alerts @returns number of alerts ended */
    end(trx: Knex.Transaction, which: (alerts: Knex.QueryBuilder) => void): Promise<number>;
  };
}

export const billingPorts = definePorts<BillingPorts>('billing');
