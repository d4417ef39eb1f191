import { describe, expect, it } from 'vitest';
import { FREE_PLAN, ORGANISATION_PLANS, PLANS, type Plan } from './catalogue.ts';

const LENGTHS: Record<string, number> = { 'one-minute': 60, 'five-minute': 300, 'one-hour': 3_600 };
const whole = (text: string): number => Number(text.replaceAll(',', ''));

/**
 * Returns the quotas that a plan's feature sentences promise, in the quotas' units.
 * @throws for a sentence that contains a number and is not recognised
 */
function promisedBy({ features }: Plan): { tokens: number } & Omit<Plan['quotas'], 'mentor_answer'> {
  const promised = { tokens: 0, text_course: 0, video_seconds: 0, vortex_session: 0, ar_vr_simulation: 0, imagen_visual: 0 };
  const readers: readonly (readonly [RegExp, (n: number, length: string) => void])[] = [
    [/^([\d,]+) tokens$/, (n) => (promised.tokens += n)],
    [/^(\d+) (?:text )?courses?$/, (n) => (promised.text_course += n)],
    [/^(\d+) (one-minute|five-minute|one-hour) AI videos?$/, (n, length) => (promised.video_seconds += n * LENGTHS[length]!)],
    [/^(\d+) Vortex sessions?$/, (n) => (promised.vortex_session += n)],
    [/^(\d+) AR\/VR simulations?$/, (n) => (promised.ar_vr_simulation += n)],
    [/^(\d+) Imagen visuals?$/, (n) => (promised.imagen_visual += n)],
    // not counted per period
    [/^(Marketplace access to \$5-\$10 courses|Achievement badges|70% revenue share)$/, () => {}],
  ];
  for (const feature of features) {
    const [reader, found] =
      readers.flatMap(([pattern, read]) => [pattern.exec(feature)].map((match) => [read, match] as const)).find(([, match]) => match) ?? [];
    if (!reader || !found) throw new Error(`${feature}: not understood`);
    reader(whole(found[1]!), found[2] ?? '');
  }
  return promised;
}

describe('the promises of the catalogue', () => {
  it.each(PLANS.map((plan) => [plan.id, plan] as const))(
    'ROLE-03 G17 %s: its feature sentences are its tokens and its quotas, all of them',
    (_, plan) => {
      // mentor answers are listed where they are used, and on the billing page
      const { mentor_answer: answers, ...quotas } = plan.quotas;
      expect(promisedBy(plan)).toEqual({ tokens: plan.tokens, ...quotas });
      expect(answers).toBeGreaterThan(FREE_PLAN.quotas.mentor_answer);
    },
  );

  it('PLAN-01 PLAN-02 PLAN-03 PLAN-04 has the specified prices and contents', () => {
    const has = (id: string) =>
      PLANS.filter(({ tier }) => tier === id).map(({ name, interval, amount_cents: cents }) => [name, interval, cents / 100]);
    const holds = (id: string) => PLANS.filter(({ tier }) => tier === id).map(({ features }) => features.join(', '));
    for (const [id, name, monthly, yearly, contents] of [
      [
        'basic',
        'Basic',
        15,
        150,
        '250 tokens, 4 text courses, 1 one-minute AI video, 1 Vortex session, Marketplace access to $5-$10 courses',
      ],
      ['standard', 'Standard', 30, 300, '600 tokens, 10 text courses, 2 five-minute AI videos, 3 Vortex sessions, 1 AR/VR simulation'],
      [
        'premium',
        'Premium',
        50,
        500,
        '1,400 tokens, 24 text courses, 3 one-hour AI videos, 7 Vortex sessions, 2 AR/VR simulations, 10 Imagen visuals, Achievement badges',
      ],
      [
        'creator_pro',
        'Creator Pro',
        240,
        2_400,
        '3,500 tokens, 61 courses, 7 one-hour AI videos, 76 Vortex sessions, 19 AR/VR simulations, 38 Imagen visuals, 70% revenue share',
      ],
    ] as const) {
      expect(has(id)).toEqual([
        [name, 'month', monthly],
        [name, 'year', yearly],
      ]);
      expect(holds(id)).toEqual([contents, contents]);
    }
  });

  it('PLAN-05 PLAN-06 ROLE-02 has the specified prices, tokens and seats of organisations', () => {
    expect(
      ORGANISATION_PLANS.map(({ name, amount_cents: cents, tokens, seats, seat_noun: noun }) => [
        name,
        cents / 100,
        tokens,
        `${seats} ${noun}`,
      ]),
    ).toEqual([
      ['Small Business', 5_000, 10_000, '50 employee accounts'],
      ['Corporate Starter', 25_000, 50_000, '200 employee accounts'],
      ['Enterprise', 100_000, 200_000, '1000 employee accounts'],
      ['Academic Starter', 50_000, 100_000, '500 student licenses'],
      ['University Pro', 250_000, 500_000, '5000 student licenses'],
      ['University Elite', 1_000_000, 2_000_000, '20000 student licenses'],
    ]);
  });

  it.each(ORGANISATION_PLANS.map((plan) => [plan.id, plan] as const))(
    'PLAN-05 PLAN-06 %s: the same of its tokens and its accounts',
    (_, plan) => {
      const [tokens, seats] = plan.features
        .map((feature) => /^([\d,]+)(M?) /.exec(feature)!)
        .map(([, n, million]) => whole(n!) * (million ? 1_000_000 : 1));
      expect([tokens, seats, plan.features.length]).toEqual([plan.tokens, plan.seats, 2]);
    },
  );
});
