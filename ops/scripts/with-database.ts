import type { Knex } from 'knex';
import { config, ConfigError } from '#domain/platform/config.ts';
import { disconnectDatabase, isDatabaseUnavailable } from '#domain/platform/database.ts';
import { OldDatabaseError } from '#domain/platform/migrate.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { refusePooler } from '#domain/platform/refuse-pooler.ts';
import { runScript, ScriptError } from './run-script.ts';
import { connectWithEngine } from './with-engine.ts';

const NO_SUCH_TABLE = '42P01';
/** Host unknown or unreachable; wrong user or password; no such database; no permission to connect. */
const NO_WAY_IN = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', '28000', '28P01', '3D000', '42501']);

const sqlState = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Like `runScript`, for scripts that use the environment's database: connects it and the engine, runs, disconnects. */
export function runWithDatabase(main: (words: string[], knex: Knex) => Promise<void>): Promise<void> {
  return runScript(
    async (words) => {
      const options = { poolMax: 2, statementTimeoutMs: 0, applicationName: 'coursewright-script' };
      const knex = await connectWithEngine(config().databaseUrl, options);
      try {
        await refusePooler();
        await main(words, knex);
      } catch (error) {
        if (sqlState(error) === NO_SUCH_TABLE) {
          throw new ScriptError('The database has no tables yet. Run `npm run migrate` first.');
        }
        if (!isDatabaseUnavailable(error) && !NO_WAY_IN.has(sqlState(error) ?? '')) throw error;
        throw new ScriptError(
          `The database at ${new URL(config().databaseUrl).host} (DATABASE_URL) cannot be reached: ${(error as Error).message || 'no answer'}.`,
        );
      } finally {
        await disconnectDatabase();
      }
    },
    (error) => error instanceof ProductError || error instanceof ConfigError || error instanceof OldDatabaseError,
  );
}
