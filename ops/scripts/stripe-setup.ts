import { ensureAllPrices } from '#domain/billing/catalogue/price.commands.ts';
import { config, ConfigError } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { runScript, ScriptError } from './run-script.ts';

// npm run stripe-setup: makes a product and a price at Stripe for every catalogue entry sold there that has none yet, and compares the existing
// ones. Repeating it changes nothing; differences are reported and left unchanged.
await runScript(
  async () => {
    const { mode } = config().payments;
    if (mode === 'off') throw new ScriptError('Set STRIPE_SECRET_KEY first.');
    const { made, fine, wrong } = await ensureAllPrices({ make: true });
    console.log(`Stripe (${mode}): ${made.length} prices created, ${fine.length} match the catalogue.`);
    if (wrong.length > 0)
      throw new ScriptError(`These prices differ from the catalogue, and are not sold until they are corrected:\n  ${wrong.join('\n  ')}`);
  },
  (error) => error instanceof ProductError || error instanceof ConfigError,
);
