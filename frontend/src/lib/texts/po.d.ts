/** A catalogue as Lingui's plugin for Vite compiles it. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
