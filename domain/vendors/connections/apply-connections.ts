import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config, setConfig, type Config } from '#domain/platform/config.ts';
import { database, onDisconnect } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';
import { unseal } from '#domain/platform/secrets/sealed.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import type { StoreListener } from '#domain/platform/store-listener.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { serviceAccountIn } from './service-account.ts';
import type { ServiceConnection as Connection } from './service-connection.model.ts';

type ServiceConnection = Row<Connection>;

/** The Postgres channel that announces changes to all processes. */
export const CONNECTIONS_CHANNEL = 'service_connection';
/** Placeholder key: such servers usually accept any key, but the client requires one. */
const NO_KEY = 'none';

/** Returns the sealing context of a service's key, so that a sealed key moved to another row cannot be read. */
export const keyContext = (service: Service): string => `service-connection:${service}`;

/** Tells whether the environment configures a service, which overrides the stored connection. */
export function isSetByEnvironment({ aiMode, vendors }: Config, service: Service): boolean {
  return aiMode === 'local' || (aiMode === 'live' && vendors[service].apiKey !== '');
}

/** Returns a connection's settings, or null when its key was sealed with another installation's secret. */
export function settingsOf(connection: ServiceConnection): VendorSettings | null {
  const { service, kind, key_sealed: sealed, base_url: baseURL, model, context_tokens: contextTokens } = connection;
  const key = sealed && unseal(sealed, keyContext(service));
  if (sealed && !key) return null;
  const { price_input: input, price_output: output } = connection;
  const price = input === null || output === null ? null : { input, output };
  const vertex = kind === 'vertex' ? serviceAccountIn(key!.toString(), baseURL) : null;
  return {
    baseURL,
    apiKey: vertex?.privateKey ?? key?.toString() ?? NO_KEY,
    model,
    compatible: kind === 'compatible' ? { contextTokens: contextTokens!, price } : null,
    vertex,
    price,
    isStored: true,
  };
}

/**
 * Returns the configuration with the services that administrators have connected. Once one service is connected, the sandbox no longer
 * answers texts: services without a connection are left out, and the connected ones take their roles. Payments, mail, files and pictures
 * stay as the environment configures them.
 */
export function withConnections(base: Config, connections: readonly ServiceConnection[]): Config {
  const connected = new Map<Service, VendorSettings>();
  for (const connection of connections) {
    const settings = isSetByEnvironment(base, connection.service) ? null : settingsOf(connection);
    if (settings) connected.set(connection.service, settings);
  }
  if (connected.size === 0) return base;
  const vendors = { ...base.vendors };
  const accounts = { ...base.accounts };
  for (const service of SERVICES) {
    const settings = connected.get(service);
    if (settings) {
      vendors[service] = settings;
      if (!settings.compatible && !settings.vertex)
        accounts[service] = { baseURL: settings.baseURL, apiKey: settings.apiKey, isStored: true };
    } else if (!isSetByEnvironment(base, service)) vendors[service] = { ...vendors[service], apiKey: '' };
  }
  const isLocal = [...connected.values()].every(({ compatible }) => compatible !== null);
  return {
    ...base,
    vendors,
    accounts,
    aiMode: base.aiMode === 'sandbox' ? (isLocal ? 'local' : 'live') : base.aiMode,
    demoLibrary: null,
    services: { ...base.services, translation: true },
  };
}

let applied: { readonly base: Config; readonly result: Config } | null = null;

/** Returns this process's configuration without the services that administrators have connected. */
export const environmentConfig = (): Config => (applied && config() === applied.result ? applied.base : config());

let begun = 0;
let newest = 0;

/** Reads the connections and applies them in this process. New calls use them; calls in progress finish as they began. */
export async function applyConnections(): Promise<void> {
  const mine = (begun += 1);
  const connections = await database()('service_connection').select();
  // a read that began later has already applied newer rows
  if (mine < newest) return;
  newest = mine;
  const base = environmentConfig();
  const result = withConnections(base, connections);
  applied = { base, result };
  setConfig(result);
}

const RETRY_MS = 1_000;
let retry: NodeJS.Timeout | undefined;
let isWatched = false;
onDisconnect(() => {
  isWatched = false;
  clearTimeout(retry);
});

/**
 * Applies each change in this process as soon as it is announced, and catches up on changes missed while the database connection was down.
 * A failed read is retried until it succeeds, because a change is announced only once.
 */
export function watchConnections(): StoreListener {
  isWatched = true;
  const apply = () => {
    clearTimeout(retry);
    applyConnections().catch((error: unknown) => {
      logger().warn({ err: error }, 'connections: could not be read, the last known ones stay in use');
      if (isWatched) retry = setTimeout(apply, RETRY_MS).unref();
    });
  };
  return { channel: CONNECTIONS_CHANNEL, onMessage: apply, onUp: apply, onDown: () => undefined };
}
