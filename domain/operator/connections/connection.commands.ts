import type { Knex } from 'knex';
import { isPrivateAddress } from '#contract/operator/private-host.ts';
import {
  FREE,
  type ConnectionKind,
  type ConnectionPrice,
  type LearntOfModel,
  type ServiceBudget,
  type ServiceConnections,
} from '#contract/operator/service-connections.contract.ts';
import { reachOf } from '#domain/platform/network/public-address.ts';
import { aiService, SERVICES, type Service } from '#contract/platform/ai-services.ts';
import { forgetChosenModel } from '#domain/generation/answers/default-cast.commands.ts';
import { withCode } from '#domain/identity/second-factor/second-factor.commands.ts';
import { findSecondFactor } from '#domain/identity/second-factor/second-factor.queries.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { startConnectionTest } from '#domain/generation/trial/connection-test.commands.ts';
import { runningTest, trialTokens } from '#domain/generation/trial/connection-test.queries.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import { applyConnections, environmentConfig, isSetByEnvironment, settingsOf } from '#domain/vendors/connections/apply-connections.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { deleteConnection, storeBudget, storeConnection } from '#domain/vendors/connections/connection.commands.ts';
import type { ServiceConnection } from '#domain/vendors/connections/service-connection.model.ts';
import { serviceAccountIn, vertexAddress } from '#domain/vendors/connections/service-account.ts';
import { listModels, type ListedModels } from '#domain/vendors/connections/try-connection.ts';
import { listPriceOf, listPrices } from '#domain/vendors/llm/prices.ts';
import { learntTraits, profileOf } from '#domain/vendors/llm/profile/model-profile.queries.ts';
import type { ModelAt } from '#domain/vendors/llm/profile/model-profile.ts';
import { listServiceBudgets, type BudgetRow } from '#domain/vendors/llm/service-budget.queries.ts';

const DEFAULT_CONTEXT_TOKENS = 8_192;
/** An administrator who acts on connections. */
interface Admin extends Operator {
  readonly accountId: string;
  readonly isAdmin: boolean;
}

/** The values that an administrator has entered. */
export interface Entered {
  readonly service: Service;
  readonly kind: ConnectionKind;
  readonly base_url?: string | undefined;
  readonly key?: string | undefined;
}

interface Saved extends Entered {
  readonly model: string;
  readonly context_tokens?: number | undefined;
  readonly price?: ConnectionPrice | undefined;
  readonly code?: string | undefined;
}

/** Returns how each service is connected, for the console. */
export async function listServiceConnections({ accountId, isAdmin }: Pick<Admin, 'accountId' | 'isAdmin'>): Promise<ServiceConnections> {
  const rows: (Row<ServiceConnection> & { email: string | null })[] = await database()('service_connection')
    .leftJoin('account', 'account.id', 'service_connection.changed_by')
    .select('service_connection.*', 'account.email');
  const { on } = await findSecondFactor(accountId);
  const budgets = await listServiceBudgets();
  const [base, now] = [environmentConfig(), config()];
  return {
    test: trialTokens(),
    list_prices: listPrices(new Date()),
    running_test: await runningTest(accountId),
    connections: await Promise.all(
      SERVICES.map(async (service) => {
        const row = rows.find((one) => one.service === service);
        const isEnvironment = isSetByEnvironment(base, service);
        const vendor = now.vendors[service];
        const spending = spendingOf(budgets.find((one) => one.service === service));
        if (!row || isEnvironment) {
          const state = isEnvironment ? 'environment' : now.aiMode === 'sandbox' ? 'sandbox' : 'none';
          const listed = vendor.compatible ? null : listPriceOf(vendor.model, new Date());
          return {
            service,
            state,
            kind: vendor.compatible ? 'compatible' : 'vendor',
            base_url: isEnvironment ? vendor.baseURL : aiService(service).address,
            model: vendor.model,
            key_hint: null,
            context_tokens: vendor.compatible?.contextTokens ?? null,
            price: vendor.compatible?.price ?? withoutDay(listed),
            listed_since: listed?.since ?? null,
            changed_at: null,
            changed_by: null,
            suggested_model: aiService(service).model,
            learnt: isEnvironment ? await learntOf(vendor) : [],
            ...spending,
          } as const;
        }
        const settings = settingsOf(row);
        const listed = row.kind !== 'compatible' && row.price_input === null ? listPriceOf(row.model, new Date()) : null;
        return {
          service,
          state: settings ? 'connected' : 'unreadable',
          kind: row.kind,
          base_url: row.base_url,
          model: row.model,
          key_hint: row.key_hint,
          context_tokens: row.context_tokens,
          price: settings?.price ?? withoutDay(listed),
          listed_since: listed?.since ?? null,
          changed_at: row.changed_at.toISOString(),
          changed_by: row.email,
          suggested_model: aiService(service).model,
          learnt: await learntOf({ baseURL: row.base_url, model: row.model }),
          ...spending,
        } as const;
      }),
    ),
    may_change: isAdmin,
    needs_code: isAdmin && on,
    may_be_private: now.privateConnections,
  };
}

/** The learnt traits of a model, in readable form. */
async function learntOf(at: ModelAt): Promise<LearntOfModel[]> {
  const traits = await learntTraits(at);
  return traits.map(({ trait, value, source, learntAt, isOld }) => ({
    trait,
    value,
    source,
    learnt_at: learntAt.toISOString(),
    is_old: isOld,
  }));
}

/** A service's budget, and its cost so far. */
function spendingOf(row: BudgetRow | undefined) {
  const budget = row?.at_end ? { day_cents: row.day_cents, month_cents: row.month_cents, at_end: row.at_end } : null;
  return {
    budget,
    spent_today_micro_usd: row?.today ?? 0,
    spent_month_micro_usd: row?.month ?? 0,
    used_up_until: row?.until?.toISOString() ?? null,
  };
}

const withoutDay = (listed: ReturnType<typeof listPriceOf>): ConnectionPrice | null =>
  listed && { input: listed.input, output: listed.output };

/** Lists the models that a service offers for a key or address. @throws ProductError access.denied, validation.failed */
export async function listServiceModels(entered: Entered, admin: Admin): Promise<ListedModels> {
  assertAdmin(admin);
  return listModels(entered.service, await enteredSettings(database(), { ...entered, model: '' }));
}

/**
 * Starts a test of the entered values.
 * @returns id of its run
 * @throws ProductError access.denied, validation.failed, spend.install_cap, queue.full
 */
export async function testServiceConnection(entered: Omit<Saved, 'code'>, admin: Admin): Promise<string> {
  assertAdmin(admin);
  const { service, kind, context_tokens = null } = entered;
  const { accountId, requestId } = admin;
  const settings = await enteredSettings(database(), entered);
  return startConnectionTest({ service, kind, context_tokens, settings, accountId, requestId });
}

/**
 * Connects a service, or changes its connection. Other processes apply it when they are notified of the commit. Audited, without the key.
 * @throws ProductError access.denied, validation.failed, auth.code_wrong, limits.rate
 */
export async function saveServiceConnection(saved: Saved, admin: Admin): Promise<ServiceConnections> {
  const { service, kind, model } = saved;
  await changing(admin, saved.code, async (trx) => {
    const settings = await enteredSettings(trx, saved);
    const { price } = settings;
    if (settings.compatible && !price) throw invalid('price', 'Enter the service’s price per million tokens, or 0 if it is free.');
    const holds = saved.context_tokens ?? (await profileOf(settings)).context;
    await forgetChosenModel(trx, service);
    const before = await storeConnection(trx, {
      service,
      kind,
      base_url: settings.baseURL,
      key: saved.key,
      hint: settings.vertex?.email,
      model,
      context_tokens: settings.compatible ? (holds ?? settings.compatible.contextTokens) : null,
      price_input: price?.input ?? null,
      price_output: price?.output ?? null,
      changed_by: admin.accountId,
    });
    await auditAct(trx, admin, {
      action: 'connection.save',
      subject: `service:${service}`,
      before,
      after: { kind, base_url: settings.baseURL, model, is_new_key: saved.key !== undefined },
    });
  });
  return listServiceConnections(admin);
}

/** Deletes a connection and its key. Audited. @throws ProductError access.denied, auth.code_wrong, limits.rate */
export async function removeServiceConnection(
  { service, code }: { service: Service; code?: string | undefined },
  admin: Admin,
): Promise<ServiceConnections> {
  await changing(admin, code, async (trx) => {
    await forgetChosenModel(trx, service);
    const before = await deleteConnection(trx, service);
    if (before) await auditAct(trx, admin, { action: 'connection.remove', subject: `service:${service}`, before });
  });
  return listServiceConnections(admin);
}

/** Sets or removes the cost limits of a service; they apply from the next call. Audited. @throws ProductError access.denied */
export async function changeServiceBudget(
  { service, ...budget }: { service: Service } & ServiceBudget,
  admin: Admin,
): Promise<ServiceConnections> {
  assertAdmin(admin);
  await transact(async (trx) => {
    const before = await storeBudget(trx, { service, ...budget, changed_by: admin.accountId });
    await auditAct(trx, admin, { action: 'connection.budget', subject: `service:${service}`, before, after: budget });
  });
  return listServiceConnections(admin);
}

/**
 * Makes a change in a transaction and applies it in this process. Requires the code of the administrator's second factor, if there is one.
 */
async function changing(admin: Admin, code: string | undefined, change: (trx: Knex.Transaction) => Promise<void>): Promise<void> {
  assertAdmin(admin);
  await withCode(admin.accountId, code ?? '', change);
  await applyConnections();
}

function assertAdmin({ isAdmin }: Admin): void {
  if (!isAdmin) throw new ProductError('access.denied', 'Only administrators can connect services.');
}

/**
 * Returns the settings as entered. A stored key is used only with the address it was entered for: with another address it must be entered
 * again, or anybody who may change addresses could read it.
 */
async function enteredSettings(
  db: Knex,
  { service, kind, base_url, key, model, context_tokens, price }: Omit<Saved, 'code'>,
): Promise<VendorSettings> {
  if (kind === 'vertex' && aiService(service).wire !== 'generate-content') throw invalid('kind', 'Vertex AI is available for Gemini only.');
  const file = kind === 'vertex' && key !== undefined ? serviceAccountIn(key) : null;
  if (kind === 'vertex' && key !== undefined && !file) throw invalid('key', 'This is not the JSON key file of a service account.');
  const baseURL = addressIn(base_url ?? (file ? vertexAddress(file) : kind === 'vendor' ? aiService(service).address : undefined));
  const stored = await db('service_connection').where({ service, kind, base_url: baseURL }).first();
  const known = key === undefined && stored ? settingsOf(stored) : null;
  if (key === undefined && kind !== 'compatible' && !known)
    throw invalid('key', stored ? 'The key must be entered again.' : 'Enter a key.');
  const vertex = file ? serviceAccountIn(key!, baseURL) : (known?.vertex ?? null);
  const paid = price ?? (kind === 'compatible' && isPrivateAddress(baseURL) ? FREE : null);
  return {
    baseURL,
    apiKey: vertex?.privateKey ?? key ?? known?.apiKey ?? 'none',
    model,
    vertex,
    compatible: kind === 'compatible' ? { contextTokens: context_tokens ?? DEFAULT_CONTEXT_TOKENS, price: paid } : null,
    price: paid,
    isStored: true,
  };
}

function addressIn(typed: string | undefined): string {
  const address = typed === undefined ? null : URL.parse(typed.trim());
  if (!address || !['http:', 'https:'].includes(address.protocol) || address.username || address.password || address.hash || address.search)
    throw invalid('base_url', 'Enter an address such as https://api.example.com/v1.');
  if (reachOf(address.hostname) === 'metadata')
    throw invalid('base_url', 'This is the address of a cloud’s metadata service, not of an AI service.');
  if (address.protocol === 'http:' && !config().privateConnections) throw invalid('base_url', 'The address must begin with https://.');
  return address.href.replace(/\/$/, '');
}

const invalid = (path: string, message: string): ProductError =>
  new ProductError('validation.failed', message, { data: { errors: [fieldProblem(path, message)] } });
