import { askProvider, NotAsked } from '#domain/vendors/identity-providers/ask-provider.ts';
import { readSamlMetadata } from '#domain/vendors/identity-providers/saml.client.ts';
import type { ReadMetadata } from '#domain/vendors/identity-providers/saml.task.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';

/** Reads a provider's metadata. @param id of the connection @throws SignInRefused unreadable */
export const parseMetadata = (id: string, xml: Uint8Array): Promise<ReadMetadata> => readSamlMetadata(id, xml);

/** Fetches a provider's metadata and reads it. @param id of the connection @throws SignInRefused provider_away, unreadable */
export async function fetchMetadata(id: string, address: string): Promise<ReadMetadata> {
  let bytes: Uint8Array;
  try {
    const answer = await askProvider(address);
    if (answer.status !== 200) throw new SignInRefused('provider_away', `${address} answered ${answer.status}`);
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    throw new SignInRefused('provider_away', `the metadata could not be fetched from ${address}: ${error.message}`, { cause: error });
  }
  return parseMetadata(id, bytes);
}
