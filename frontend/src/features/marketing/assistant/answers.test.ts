import { describe, expect, it } from 'vitest';
import { ORGANISATION_PLANS } from '#contract/billing/catalogue.ts';
import { answerTo, greeting } from '#frontend/features/marketing/assistant/answers.ts';

describe('the assistant’s answers', () => {
  it('LAND-16 quote the three plans by the month and by the year', () => {
    expect(answerTo('What does it cost?')).toBe(
      'Basic is $15/month or $150/year, Standard $30/month or $300/year, Premium $50/month or $500/year. A year costs ten months, and you can begin free.',
    );
  });

  it.each([
    ['tell me about Basic', 'Basic is $15/month or $150/year: 250 tokens, 4 text courses, 1 one-minute AI video'],
    ['is standard enough?', 'Standard is $30/month or $300/year: 600 tokens'],
    ['PREMIUM please', 'Premium is $50/month or $500/year: 1,400 tokens'],
    ['I want to teach and sell', 'Creator Pro is $240/month or $2,400/year: 3,500 tokens'],
    ['can I try it first', '7 days free. No card is needed. During the trial: 20 tokens a day and up to 8 courses'],
    ['what is a token', 'Everybody has 5 tokens a day and 40 tokens a month free; packages go from $9.99 to $149.99, such as 100 tokens'],
    ['is it free', 'The Free Plan has 5 tokens a day, 40 tokens a month and one text course a month'],
    ['we are a university', ORGANISATION_PLANS.map(({ name }) => name).join('|')],
    ['can I get a refund', 'within 14 days'],
    ['do you have VR', 'not yet available'],
    ['how do courses come about', 'The outline appears first'],
    ['hello', 'Ask about prices'],
    ['the weather in Lisbon', 'I have no answer to that'],
  ])('LAND-15 are found by keyword: %s', (question, part) => {
    for (const words of part.split('|')) expect(answerTo(question)).toContain(words);
  });

  it('say beside AR/VR that it cannot be had yet (A18)', () => {
    expect(answerTo('standard')).toContain('1 AR/VR simulation (not yet available)');
  });

  it('begin with a greeting that names the product', () => {
    expect(greeting()).toContain('Coursewright');
  });
});
