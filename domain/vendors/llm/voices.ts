import { LIBRARY, voiceOf, type Authorship } from '#contract/platform/authorship.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';

/** Returns the connected services, whether they answer or not. */
export const connectedServices = (): Service[] => SERVICES.filter((service) => config().vendors[service].apiKey !== '');

/**
 * Tells whether no AI service is connected, so that the demo library answers in place of all of them. What it gives was written by people:
 * no service, model or price is named for it.
 */
export const isDemo = (): boolean => config().demoLibrary !== null;

/** Returns the authorship of texts that a service writes now. @param model absent: the connected one */
export function authorshipOf(service: Service, model = config().vendors[service].model): Authorship {
  if (isDemo()) return { ...LIBRARY, model };
  return { model, connection: config().vendors[service].compatible ? 'own_server' : 'vendor' };
}

/**
 * Returns a test for services that now write with the model of an earlier text, whichever slot it is connected in. If the text's model was
 * not recorded, only the text's own service passes.
 */
export const speaksAs =
  ({ service: author, by }: { readonly service: Service | null; readonly by?: Authorship | undefined }) =>
  (service: Service): boolean =>
    by ? voiceOf(config().vendors[service].model) === voiceOf(by.model) : service === author;
