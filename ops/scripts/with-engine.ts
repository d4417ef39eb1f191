import type { Knex } from 'knex';
import { connectDatabase } from '#domain/platform/database.ts';
import { hasUnconnectedPorts } from '#domain/platform/ports.ts';

/** Connects the engine if a loaded module has ports: loading every feature takes seconds, which a migration and most starts do not need. */
async function connectEngine(): Promise<void> {
  if (!hasUnconnectedPorts()) return;
  const { startEngine } = await import('#domain/kinds.ts');
  startEngine();
}

/**
 * Connects a script, a measurement or a storm to its database, as the product's processes are connected: with the engine, if one of its modules
 * has ports. `npm run check -- files` names programs below ops/ that connect without it.
 */
export async function connectWithEngine(...[url, options]: Parameters<typeof connectDatabase>): Promise<Knex> {
  await connectEngine();
  return connectDatabase(url, options);
}

/** Resolves with what is imported only when needed, once its ports are connected. */
export async function withEngine<Module>(loading: Promise<Module>): Promise<Module> {
  const loaded = await loading;
  await connectEngine();
  return loaded;
}
