/** What stubbed servers answered in the current test although the server never does: `stubServer` adds, `set-up.ts` reports. */
export const mismatches: string[] = [];
