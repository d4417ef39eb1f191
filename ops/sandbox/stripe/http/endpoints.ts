import { createPrice, listPrices, retrievePrice, updatePrice } from '../catalogue/prices.ts';
import { createProduct, listProducts, retrieveProduct, updateProduct } from '../catalogue/products.ts';
import { createSession } from '../checkout/create-session.ts';
import { expireSession, listSessionLines, listSessions, retrieveSession } from '../checkout/sessions.ts';
import { createBalanceTransaction, listBalanceTransactions } from '../customers/balance-transactions.ts';
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer, updateCustomer } from '../customers/customers.ts';
import { detachPaymentMethod, listCustomerMethods, retrievePaymentMethod } from '../customers/payment-methods.ts';
import { listEvents, retrieveEvent } from '../events/events.ts';
import { listInvoicePayments, listInvoices, retrieveInvoice, retrieveInvoicePayment } from '../invoices/invoices.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { previewInvoice } from '../invoices/preview-invoice.ts';
import { retrieveCharge } from '../payments/charges.ts';
import { listDisputes, retrieveDispute } from '../payments/disputes.ts';
import { retrieveIntent } from '../payments/payment-intents.ts';
import { createRefund, listRefunds, retrieveRefund } from '../payments/refunds.ts';
import { createConfiguration, listConfigurations, retrieveConfiguration, updateConfiguration } from '../portal/configurations.ts';
import { createPortalSession } from '../portal/portal-sessions.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { createSchedule, listSchedules, releaseSchedule, retrieveSchedule, updateSchedule } from '../subscriptions/schedules.ts';
import { listSubscriptions, retrieveSubscription } from '../subscriptions/subscriptions.ts';
import { updateSubscription } from '../subscriptions/update-subscription.ts';
import { advanceTestClock, createTestClock, retrieveTestClock } from '../time/test-clocks.ts';

/** Answers one endpoint. `id` is the first placeholder of its path. */
export type Endpoint = (world: World, parameters: Parameters, id: string) => unknown;

const byId =
  (retrieve: (world: World, id: string) => unknown): Endpoint =>
  (world, _parameters, id) =>
    retrieve(world, id);
const withId =
  (work: (world: World, id: string, parameters: Parameters) => unknown): Endpoint =>
  (world, parameters, id) =>
    work(world, id, parameters);

const SUBSCRIPTION = '/v1/subscriptions/{subscription_exposed_id}';

/** What is simulated; the other endpoints of the schemas are refused as such. */
export const ENDPOINTS: Record<string, Endpoint> = {
  'post /v1/products': createProduct,
  'get /v1/products': listProducts,
  'get /v1/products/{id}': byId(retrieveProduct),
  'post /v1/products/{id}': withId(updateProduct),
  'post /v1/prices': createPrice,
  'get /v1/prices': listPrices,
  'get /v1/prices/{price}': byId(retrievePrice),
  'post /v1/prices/{price}': withId(updatePrice),
  'post /v1/customers': createCustomer,
  'get /v1/customers': listCustomers,
  'get /v1/customers/{customer}': byId(retrieveCustomer),
  'post /v1/customers/{customer}': withId(updateCustomer),
  'delete /v1/customers/{customer}': byId(deleteCustomer),
  'get /v1/customers/{customer}/payment_methods': withId(listCustomerMethods),
  'post /v1/customers/{customer}/balance_transactions': withId(createBalanceTransaction),
  'get /v1/customers/{customer}/balance_transactions': withId(listBalanceTransactions),
  'get /v1/payment_methods/{payment_method}': byId(retrievePaymentMethod),
  'post /v1/payment_methods/{payment_method}/detach': byId(detachPaymentMethod),
  'post /v1/checkout/sessions': createSession,
  'get /v1/checkout/sessions': listSessions,
  'get /v1/checkout/sessions/{session}': byId(retrieveSession),
  'get /v1/checkout/sessions/{session}/line_items': withId(listSessionLines),
  'post /v1/checkout/sessions/{session}/expire': byId(expireSession),
  'get /v1/payment_intents/{intent}': byId(retrieveIntent),
  'get /v1/charges/{charge}': byId(retrieveCharge),
  'post /v1/refunds': createRefund,
  'get /v1/refunds': listRefunds,
  'get /v1/refunds/{refund}': byId(retrieveRefund),
  'get /v1/disputes': listDisputes,
  'get /v1/disputes/{dispute}': byId(retrieveDispute),
  'get /v1/subscriptions': listSubscriptions,
  [`get ${SUBSCRIPTION}`]: byId(retrieveSubscription),
  [`post ${SUBSCRIPTION}`]: withId(updateSubscription),
  [`delete ${SUBSCRIPTION}`]: withId(cancelSubscription),
  'post /v1/subscription_schedules': createSchedule,
  'get /v1/subscription_schedules': listSchedules,
  'get /v1/subscription_schedules/{schedule}': byId(retrieveSchedule),
  'post /v1/subscription_schedules/{schedule}': withId(updateSchedule),
  'post /v1/subscription_schedules/{schedule}/release': withId(releaseSchedule),
  'get /v1/invoices': listInvoices,
  'get /v1/invoices/{invoice}': byId(retrieveInvoice),
  'post /v1/invoices/{invoice}/void': byId(voidInvoice),
  'post /v1/invoices/create_preview': previewInvoice,
  'get /v1/invoice_payments': listInvoicePayments,
  'get /v1/invoice_payments/{invoice_payment}': byId(retrieveInvoicePayment),
  'post /v1/billing_portal/sessions': createPortalSession,
  'post /v1/billing_portal/configurations': createConfiguration,
  'get /v1/billing_portal/configurations': listConfigurations,
  'get /v1/billing_portal/configurations/{configuration}': byId(retrieveConfiguration),
  'post /v1/billing_portal/configurations/{configuration}': withId(updateConfiguration),
  'get /v1/events': listEvents,
  'get /v1/events/{id}': byId(retrieveEvent),
  'post /v1/test_helpers/test_clocks': createTestClock,
  'get /v1/test_helpers/test_clocks/{test_clock}': byId(retrieveTestClock),
  'post /v1/test_helpers/test_clocks/{test_clock}/advance': withId(advanceTestClock),
};
