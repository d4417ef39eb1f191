import { aiService, SERVICES, type AiServiceRow } from '#contract/platform/ai-services.ts';

const variables = (name: string, { fill, words }: AiServiceRow['colours']['light']) => ({
  [`--service-${name}`]: fill,
  [`--on-${name}`]: words,
});
const ofServices = (scheme: keyof AiServiceRow['colours']) =>
  Object.assign({}, ...SERVICES.map((service) => variables(service, aiService(service).colours[scheme]))) as Record<string, string>;

/** Colours of the AI services in charts, as CSS variables for a chart's root. `--on-<service>` is for text on them. */
export const SERVICE_COLOURS = {
  ...ofServices('light'),
  ...variables('none', { fill: '#6F7880', words: '#FFFFFF' }),
  '[data-scheme="dark"] &': {
    ...ofServices('dark'),
    ...variables('none', { fill: '#A9B0B6', words: '#12161A' }),
  },
};
