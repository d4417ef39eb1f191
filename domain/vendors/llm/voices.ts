import { voiceOf, type Authorship } from '#contract/platform/authorship.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';

/** Returns the services that are connected, whether they answer or not. */
export const connectedServices = (): Service[] => SERVICES.filter((service) => config().vendors[service].apiKey !== '');

/** Returns with what a service writes now. @param model absent: the one that it is connected with */
export function authorshipOf(service: Service, model = config().vendors[service].model): Authorship {
  return { model, connection: config().vendors[service].compatible ? 'own_server' : 'vendor' };
}

/**
 * Returns a function that tells which services speak with the voice of who wrote something: those that answer with its model now, whatever
 * slot that stands in. Where the model was not recorded, the service itself.
 */
export const speaksAs =
  ({ service: author, by }: { readonly service: Service | null; readonly by?: Authorship | undefined }) =>
  (service: Service): boolean =>
    by ? voiceOf(config().vendors[service].model) === voiceOf(by.model) : service === author;
