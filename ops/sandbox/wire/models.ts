import type { Service } from './wire.ts';

/** Model ids the sandbox knows; any other is answered 404 as the vendor would. Ids rot in months, so more come by `SANDBOX_MODELS`. */
const KNOWN: Record<Service, readonly string[]> = {
  claude: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
  openai: ['gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-5.5'],
  grok: ['grok-4.7', 'grok-latest'],
  gemini: ['gemini-3.8-flash', 'gemini-4-pro'],
};
const PREFIX: Record<Service, RegExp> = { claude: /^claude-/, openai: /^(gpt-|o\d)/, grok: /^grok-/, gemini: /^gemini-/ };

/** The accepted ids by service. `extra` ids are sorted to a service by their prefix. */
export function acceptedModels(extra: readonly string[] = []): Record<Service, Set<string>> {
  const of = (service: Service): Set<string> => new Set([...KNOWN[service], ...extra.filter((id) => PREFIX[service].test(id))]);
  return { claude: of('claude'), openai: of('openai'), grok: of('grok'), gemini: of('gemini') };
}
