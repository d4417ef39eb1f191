import { ORGANISATION_PLANS } from '#contract/billing/catalogue.ts';
import { ScriptError } from './run-script.ts';

export const CONTRACT_USAGE = `Usage: npm run contract -- <package> <owner's email> "<organisation>" --reference <reference> [--starts-on <yyyy-mm-dd>]
Packages: ${ORGANISATION_PLANS.map(({ id }) => id).join(', ')}.`;

/** Converts the arguments of `npm run contract` to the endpoint's body, unvalidated. @throws ScriptError if one is missing or unknown */
export function readContractOptions(words: readonly string[]): Record<string, string> {
  const plain: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const [, name, inline] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) {
      plain.push(word);
      continue;
    }
    if (name !== 'reference' && name !== 'starts-on') throw new ScriptError(CONTRACT_USAGE);
    const value = inline ?? words[(i += 1)];
    if (!value) throw new ScriptError(`--${name} needs a value.`);
    options[name] = value;
  }
  const [packageId, email, organisation] = plain;
  if (plain.length !== 3 || !packageId || !email || !organisation || !options.reference) throw new ScriptError(CONTRACT_USAGE);
  return {
    package_id: packageId,
    owner_email: email,
    organisation_name: organisation,
    reference: options.reference,
    ...(options['starts-on'] !== undefined && { starts_on: options['starts-on'] }),
  };
}
