/** What the library says of each Node.js whose line is not in long-term support, ours among them, at every start. */
const UNSUPPORTED = 'oidc-provider WARNING: Unsupported runtime';

/** The library of the OAuth server, loaded without that warning: our tests run it on the Node.js that the product brings along. */
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
