import { createPrice, listPrices, updatePrice } from '../catalogue/prices.ts';
import { createProduct } from '../catalogue/products.ts';
import { createSession } from '../checkout/create-session.ts';
import { expireSession } from '../checkout/sessions.ts';
import { createAccount, createAccountLink, createLoginLink } from '../connect/accounts.ts';
import { createTransfer, listTransfers } from '../connect/transfers.ts';
import { createBalanceTransaction, listBalanceTransactions } from '../customers/balance-transactions.ts';
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer } from '../customers/customers.ts';
import { voidInvoice } from '../invoices/collect-invoice.ts';
import { listInvoicePayments, listInvoices } from '../invoices/invoices.ts';
import { previewInvoice } from '../invoices/preview-invoice.ts';
import { createRefund } from '../payments/refunds.ts';
import { createConfiguration, createPortalSession, listConfigurations } from '../portal/portal.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { Kind, Kinds } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { createSchedule, releaseSchedule, updateSchedule } from '../subscriptions/schedules.ts';
import { listSubscriptions, updateSubscription } from '../subscriptions/update-subscription.ts';
import { advanceTestClock, createTestClock } from '../time/test-clocks.ts';
import { listRows } from './lists.ts';
import { invalid } from './stripe-api-error.ts';

/** Answers one endpoint. `id` is the first placeholder of its path. */
type Endpoint = (world: World, parameters: Parameters, id: string) => unknown;

const find =
  (kind: Kind): Endpoint =>
  (world, _parameters, id) =>
    world.find(kind, id);
const list =
  <K extends Kind>(kind: K, url: string, fields: readonly (keyof Kinds[K] & string)[]): Endpoint =>
  (world, parameters) =>
    listRows(world, kind, parameters, url, { fields });
const byId =
  (retrieve: (world: World, id: string) => unknown): Endpoint =>
  (world, _parameters, id) =>
    retrieve(world, id);
const withId =
  (work: (world: World, id: string, parameters: Parameters) => unknown): Endpoint =>
  (world, parameters, id) =>
    work(world, id, parameters);

const SUBSCRIPTION = '/v1/subscriptions/{subscription_exposed_id}';

/** The simulated endpoints; the others of the schemas are rejected as such. */
export const ENDPOINTS: Record<string, Endpoint> = {
  'post /v1/products': createProduct,
  'post /v1/prices': createPrice,
  'get /v1/prices': listPrices,
  'get /v1/prices/{price}': find('prices'),
  'post /v1/prices/{price}': withId(updatePrice),
  'post /v1/customers': createCustomer,
  'get /v1/customers': listCustomers,
  'get /v1/customers/{customer}': byId(retrieveCustomer),
  'delete /v1/customers/{customer}': byId(deleteCustomer),
  'post /v1/customers/{customer}/balance_transactions': withId(createBalanceTransaction),
  'get /v1/customers/{customer}/balance_transactions': withId(listBalanceTransactions),
  'post /v1/checkout/sessions': createSession,
  'get /v1/checkout/sessions': list('sessions', '/v1/checkout/sessions', ['customer', 'payment_intent', 'subscription', 'status']),
  'get /v1/checkout/sessions/{session}': find('sessions'),
  'post /v1/checkout/sessions/{session}/expire': byId(expireSession),
  'get /v1/payment_intents/{intent}': find('payment_intents'),
  'get /v1/charges/{charge}': find('charges'),
  'post /v1/refunds': createRefund,
  'get /v1/refunds': list('refunds', '/v1/refunds', ['charge', 'payment_intent']),
  'get /v1/refunds/{refund}': find('refunds'),
  'get /v1/disputes': list('disputes', '/v1/disputes', ['charge', 'payment_intent']),
  'get /v1/disputes/{dispute}': find('disputes'),
  'get /v1/subscriptions': listSubscriptions,
  [`get ${SUBSCRIPTION}`]: find('subscriptions'),
  [`post ${SUBSCRIPTION}`]: withId(updateSubscription),
  [`delete ${SUBSCRIPTION}`]: withId(cancelSubscription),
  'post /v1/subscription_schedules': createSchedule,
  'get /v1/subscription_schedules/{schedule}': find('schedules'),
  'post /v1/subscription_schedules/{schedule}': withId(updateSchedule),
  'post /v1/subscription_schedules/{schedule}/release': withId(releaseSchedule),
  'get /v1/invoices': listInvoices,
  'get /v1/invoices/{invoice}': find('invoices'),
  'post /v1/invoices/{invoice}/void': byId(voidInvoice),
  'post /v1/invoices/create_preview': previewInvoice,
  'get /v1/invoice_payments': listInvoicePayments,
  'post /v1/billing_portal/sessions': createPortalSession,
  'post /v1/billing_portal/configurations': createConfiguration,
  'get /v1/billing_portal/configurations': listConfigurations,
  'post /v1/accounts': createAccount,
  'get /v1/accounts/{account}': find('accounts'),
  'post /v1/accounts/{account}/login_links': byId(createLoginLink),
  'post /v1/account_links': createAccountLink,
  'post /v1/transfers': createTransfer,
  'get /v1/transfers': listTransfers,
  'get /v1/transfers/{transfer}': find('transfers'),
  'get /v1/events': listEvents,
  'get /v1/events/{id}': find('events'),
  'post /v1/test_helpers/test_clocks': createTestClock,
  'post /v1/test_helpers/test_clocks/{test_clock}/advance': withId(advanceTestClock),
};

function listEvents(world: World, parameters: Parameters) {
  const { type, types, delivery_success: delivered } = parameters as { type?: string; types?: string[]; delivery_success?: boolean };
  if (type !== undefined && types !== undefined) throw invalid('You may not pass both `type` and `types`.', 'types');
  const wanted = types ?? (type === undefined ? undefined : [type]);
  return listRows(world, 'events', parameters, '/v1/events', {
    names: ['type', 'types', 'delivery_success'],
    also: (row) =>
      (wanted?.some((name) => matches(row.type, name)) ?? true) && (delivered === undefined || (row.pending_webhooks === 0) === delivered),
  });
}

/** `invoice.*` means every invoice event. */
const matches = (type: string, wanted: string): boolean => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);
