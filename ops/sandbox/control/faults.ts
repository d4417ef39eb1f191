import { createRandom } from '../seeded-random.ts';
import { OVERSIZED_MODES } from '../oversized.ts';
import { ANSWERING, isObject, type Service } from '../wire/wire.ts';
import { BadControl } from './read-body.ts';

/** How an ordered clip or picture ends: refused, without a file, failed, or with a truncated file. With 'hang' it never ends. */
const VEO_MODES = ['safety', 'empty', 'fail', 'corrupt'] as const;
/** A picture that the service cannot draw as described: it says so, and charges nothing. */
const UNFIT = 'unfit';

export const FAULT_MODES = [
  'down',
  'slow',
  '429',
  '500',
  '529',
  'garbage',
  'fenced',
  'truncate',
  'hang',
  'cut',
  'linger',
  'bad-bytes',
  ...OVERSIZED_MODES,
  ...VEO_MODES,
  UNFIT,
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** The AI services, and other components that can be broken by name. '*' means all AI services. */
const BREAKABLE = [...ANSWERING, 'mail', 'stripe', 'veo', 'images'] as const;
type Breakable = (typeof BREAKABLE)[number];
const TEXT_MODES: readonly FaultMode[] = FAULT_MODES.filter((mode) => mode !== UNFIT && !VEO_MODES.some((one) => one === mode));
const CLIP_MODES: readonly FaultMode[] = ['429', '500', 'hang', ...VEO_MODES];
const IMAGE_MODES: readonly FaultMode[] = ['429', '500', 'hang', 'slow', 'safety', 'empty', 'corrupt', UNFIT];
/** The faults of the Stripe stand-in; `cut` loses the answer after the work is done. */
const STRIPE_MODES: readonly FaultMode[] = ['down', 'slow', '429', '500', 'garbage', 'hang', 'cut'];

const OWN_MODES: Readonly<Partial<Record<Breakable | '*', readonly FaultMode[]>>> = {
  stripe: STRIPE_MODES,
  veo: CLIP_MODES,
  images: IMAGE_MODES,
};

/** `times` null: until the fault is deleted. */
export interface Fault {
  service: Breakable | '*';
  mode: FaultMode;
  probability: number;
  retry_after_s: number | null;
  times: number | null;
}

const FIELDS = ['service', 'mode', 'probability', 'retry_after_s', 'times'];

/** One fault per service, and one for '*' (all AI services without their own). @throws BadControl */
export class Faults {
  #active = new Map<string, Fault>();
  #random: () => number;

  constructor(seed: string) {
    this.#random = createRandom(`faults ${seed}`);
  }

  list(): Fault[] {
    return [...this.#active.values()];
  }

  put(body: unknown): Fault {
    const fault = readFault(body);
    this.#active.set(fault.service, fault);
    return fault;
  }

  /** Removes the fault of one service, or all of them. */
  clear(service: string | null): void {
    if (service === null) return this.#active.clear();
    this.#active.delete(readService(service));
  }

  /** Returns the fault set for a service. */
  peek(service: Breakable): Fault | undefined {
    return this.#active.get(service) ?? (isService(service) ? this.#active.get('*') : undefined);
  }

  /** Returns the fault for this call, and counts it down. */
  take(service: Breakable): Fault | null {
    const fault = this.peek(service);
    if (!fault || (fault.probability < 1 && this.#random() >= fault.probability)) return null;
    if (fault.times !== null) {
      fault.times -= 1;
      if (fault.times <= 0) this.#active.delete(fault.service);
    }
    return fault;
  }
}

const isService = (name: Breakable): name is Service => ANSWERING.some((service) => service === name);

function readService(value: unknown): Breakable | '*' {
  const allowed = ['*', ...BREAKABLE];
  if (typeof value !== 'string' || !allowed.includes(value)) throw new BadControl(`service must be one of ${allowed.join(', ')}`);
  return value as Breakable | '*';
}

function readFault(body: unknown): Fault {
  if (!isObject(body)) throw new BadControl('a JSON object is required');
  const unknown = Object.keys(body).find((key) => !FIELDS.includes(key));
  if (unknown) throw new BadControl(`unknown field ${unknown}; known are ${FIELDS.join(', ')}`);
  const mode = FAULT_MODES.find((known) => known === String(body.mode));
  if (!mode) throw new BadControl(`mode must be one of ${FAULT_MODES.join(', ')}`);
  const { probability = 1, retry_after_s: retryAfter = null, times = null } = body;
  if (typeof probability !== 'number' || !(probability > 0 && probability <= 1)) {
    throw new BadControl('probability must be a number above 0 and at most 1');
  }
  if (retryAfter !== null && (typeof retryAfter !== 'number' || !(retryAfter >= 0))) {
    throw new BadControl('retry_after_s must be a number of seconds, 0 or more');
  }
  if (times !== null && (typeof times !== 'number' || !Number.isInteger(times) || times < 1)) {
    throw new BadControl('times must be a whole number of at least 1');
  }
  const service = readService(body.service);
  const own = OWN_MODES[service] ?? TEXT_MODES;
  if (!own.includes(mode)) throw new BadControl(`mode must be one of ${own.join(', ')} for ${service}`);
  return { service, mode, probability, retry_after_s: retryAfter, times };
}
