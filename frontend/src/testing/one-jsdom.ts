import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/** One jsdom for all test files of a process: making one takes longer than most files. `clean-page.ts` empties it after each file. */
export default {
  ...jsdom,
  name: 'one-jsdom',
  async setup(global, options) {
    if (!('jsdom' in global)) await jsdom.setup(global, options);
    return { teardown: () => undefined };
  },
} satisfies Environment;
