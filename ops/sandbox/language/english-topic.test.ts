import { expect, it } from 'vitest';
import { englishTopic } from './english-topic.ts';

it.each([
  ['Beekeeping', 'beekeeping'],
  ['Knots and rope', 'knots and rope'],
  ['Contract Law', 'contract law'],
  ['Kubernetes networking', 'Kubernetes networking'],
  ['Bayesian statistics', 'Bayesian statistics'],
  ['How to bake sourdough bread', 'baking sourdough bread'],
  ['I want to learn to knit', 'knitting'],
  ['Learn Python', 'Python'],
  ['Gardening in Norway', 'gardening in Norway'],
  ['History of Rome', 'history of Rome'],
  ['Play therapy', 'play therapy'],
  ['Design thinking', 'design thinking'],
  ['GDPR compliance', 'GDPR compliance'],
  ['statistics for product managers', 'statistics for product managers'],
  ['Public Speaking For Engineers', 'public speaking for engineers'],
  ['Build a chicken coop', 'building a chicken coop'],
  ['Run a marathon', 'running a marathon'],
])('“%s” reads “%s” inside an English sentence', (given, expected) => {
  expect(englishTopic(given)).toBe(expected);
});
