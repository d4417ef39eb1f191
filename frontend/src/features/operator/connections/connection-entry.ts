import { isPrivateAddress } from '#contract/operator/private-host.ts';
import {
  FREE,
  type ConnectionKind,
  type ConnectionPrice,
  type ServiceConnection,
  type ServiceConnections,
} from '#contract/operator/service-connections.contract.ts';
import { leadOf, servicesFor, type Service } from '#contract/platform/ai-services.ts';

/** The service to connect: an own server, or a vendor; null until one is chosen. */
export type Who = 'own' | Service | null;

/** The form's values; an empty field is omitted. */
export interface Entry {
  readonly who: Who;
  /** Which service's place it takes: the vendor's own, or the one found for an own server. */
  readonly place: Service;
  readonly isVertex: boolean;
  readonly key: string;
  readonly base_url: string;
  readonly model: string;
  readonly context_tokens: string;
  /** Empty until the operator has chosen. */
  readonly paid: 'free' | 'price' | '';
  readonly input: string;
  readonly output: string;
  readonly code: string;
}

/** Ollama's default address (docs.ollama.com/faq). */
const OLLAMA = 'http://127.0.0.1:11434';

export const connectionOf = (all: ServiceConnections, service: Service): ServiceConnection =>
  all.connections.find((one) => one.service === service)!;

/** Whether the place's service was connected on this page. */
const isStored = ({ state }: ServiceConnection): boolean => state === 'connected' || state === 'unreadable';
/** The environment overrides the values entered here. */
export const mayTake = (all: ServiceConnections, service: Service): boolean => connectionOf(all, service).state !== 'environment';

/** Finds the place for an own server: the first free one by importance of its role, else the first that can be taken. */
export function placeFor(all: ServiceConnections): Service {
  // by how demanding their roles are for a model
  const open = servicesFor('lesson').filter((service) => mayTake(all, service));
  return open.find((service) => !isStored(connectionOf(all, service))) ?? open[0] ?? leadOf('lesson');
}

const EMPTY = { isVertex: false, key: '', base_url: '', model: '', context_tokens: '', paid: '', input: '', output: '', code: '' } as const;

/** Returns the initial values of the fields: those stored for a place, or suggestions. */
export function entryOf(all: ServiceConnections, who: Who, at?: Service): Entry {
  const place = at ?? (who === 'own' || who === null ? placeFor(all) : who);
  const stored = connectionOf(all, place);
  const { kind, price, listed_since: since } = stored;
  const isSame = isStored(stored) && (kind === 'compatible') === (who === 'own');
  const own = isSame && since === null ? price : null;
  const entered = own && { input: String(own.input), output: String(own.output) };
  const base = { ...EMPTY, who, place, ...entered };
  if (who === null) return base;
  if (who === 'own') {
    const base_url = isSame ? stored.base_url : all.may_be_private ? OLLAMA : '';
    return {
      ...base,
      base_url,
      model: isSame ? stored.model : '',
      context_tokens: isSame && stored.context_tokens !== null ? String(stored.context_tokens) : '',
      paid: own ? (own.input + own.output === 0 ? 'free' : 'price') : paidAt(base_url),
    };
  }
  return {
    ...base,
    isVertex: isSame && kind === 'vertex',
    base_url: kind === 'compatible' ? '' : stored.base_url,
    model: isSame ? stored.model : stored.suggested_model,
    paid: own ? 'price' : '',
  };
}

/** A server on this machine or its network is free by default; for any other address the operator must choose. */
export const paidAt = (address: string): Entry['paid'] => (isPrivateAddress(address.trim()) ? 'free' : '');

export const kindOf = ({ who, isVertex }: Entry): ConnectionKind => (who === 'own' ? 'compatible' : isVertex ? 'vertex' : 'vendor');

/** The entered price; null if there is none, or only half of one. */
export function priceOf({ paid, input, output }: Entry): ConnectionPrice | null {
  if (paid === 'free') return FREE;
  return input === '' || output === '' ? null : { input: Number(input), output: Number(output) };
}

/** The body that the endpoints expect. */
export function bodyOf(entry: Entry) {
  const { key, base_url, model, context_tokens, who } = entry;
  const price = priceOf(entry);
  const asked = {
    kind: kindOf(entry),
    ...(base_url.trim() !== '' && { base_url: base_url.trim() }),
    ...(key !== '' && { key }),
  };
  return {
    asked,
    whole: {
      ...asked,
      model: model.trim(),
      ...(who === 'own' && context_tokens !== '' && { context_tokens: Number(context_tokens) }),
      ...(price && { price }),
    },
  };
}
