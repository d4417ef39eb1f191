/** The library's warning at every start about Node.js versions without long-term support, including ours. */
const UNSUPPORTED = 'oidc-provider WARNING: Unsupported runtime';

/** The library of the OAuth server, loaded without that warning: our tests run it on the Node.js version that the product ships. */
async function load() {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes(UNSUPPORTED)) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

export const { Provider, errors } = await load();
