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
    ['can I try it first', '7 free days, and no card is needed. During the trial you have 20 tokens a day and up to 8 courses'],
    ['what is a token', 'Everyone gets 5 tokens a day and 40 tokens a month free. Packages cost from $9.99, for 100 tokens, to $149.99'],
    ['is it free', 'The Free Plan has 5 tokens a day, 40 tokens a month and one text course a month'],
    ['we are a university', ORGANISATION_PLANS.map(({ name }) => name).join('|')],
    ['can I get a refund', 'within 14 days'],
    ['do you have VR', 'AR/VR simulations'],
    ['how do courses come about', 'The outline appears first'],
    ['hello', 'Ask about prices'],
    ['the weather in Lisbon', 'I have no answer to that'],
  ])('LAND-15 are found by keyword: %s', (question, part) => {
    for (const words of part.split('|')) expect(answerTo(question)).toContain(words);
  });

  const PRICES = 'A year costs ten months, and you can begin free.';
  const COURSES = 'Describe what you want to learn.';
  const NONE = 'I have no answer to that.';
  it.each([
    ['I want to learn guitar', COURSES],
    ['Can I do a data science course?', COURSES],
    ['Do you have accounting courses?', COURSES],
    ['Which industry courses are there?', COURSES],
    ['a course about steam engines please', COURSES],
    ['Is there counselling among the courses?', COURSES],
    ['I am 40 years old, is learning still possible?', COURSES],
    ['Do lessons end with a test?', COURSES],
    ['I would like to learn business English', COURSES],
    ['Are explanations in simple words?', NONE],
    ['Is it there in my country?', NONE],
    ['I read about the planet Mars', NONE],
    ['Which is the latest one, I freelance', NONE],
    ['What is the latest price?', PRICES],
    ['How much is it a month?', PRICES],
    ['What happens to my data?', 'privacy policy'],
    ['how do I delete my account', 'open Account'],
    ['can my data be deleted', 'privacy policy'],
    ['Does it work on my phone?', 'Install App'],
    ['what does it cost for our company', 'Contact Sales'],
    ['Can I cancel, and is there money back?', 'within 14 days of paying, once in 12 months'],
  ])('LAND-15 look at whole words: %s', (question, part) => {
    expect(answerTo(question)).toContain(part);
  });

  it.each([
    ['Do I need a card?', 'No card is needed for the Free Plan or the free trial.'],
    ['Do I need a credit card?', 'No card is needed'],
    ['can I try it without a card', 'No card is needed'],
    ['I would like to learn card games', COURSES],
    ['I forgot my password', 'Forgot your password?'],
    ['How can I reset the password?', 'Forgot your password?'],
    ['which password should I choose', 'Get Started Free'],
    ['which ai models do you use', 'Grok, Claude, Gemini, OpenAI'],
    ['Is it ChatGPT?', 'Grok, Claude, Gemini, OpenAI'],
    ['a course about business models', COURSES],
    ['what happens when tokens run out', 'nothing new is written until'],
    ['And if I am out of tokens?', 'nothing is charged'],
    ['how do I cancel', 'on the Billing page'],
    ['thanks', 'You are welcome.'],
    ['Thank you, what is a token?', 'Packages cost from'],
    ['certificate?', 'some courses also require a passed final test'],
    ['do you accept paypal', 'Payments are taken by Stripe.'],
    ['student discount', 'There are no discounts'],
  ])('LAND-15 cover common questions before registration: %s', (question, part) => {
    expect(answerTo(question)).toContain(part);
  });

  it('begin with a greeting that names the product', () => {
    expect(greeting()).toContain('Coursewright');
  });
});
