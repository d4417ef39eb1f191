/** The fields of a lot that spending needs. Times in milliseconds; null: never expires. */
export interface Burnable {
  readonly id: string;
  readonly priority: number;
  readonly remaining: number;
  readonly effectiveMs: number;
  readonly expiresMs: number | null;
}

/** Orders lots for spending: lower priority first, then earlier expiry, then older. */
export function byBurnOrder(a: Burnable, b: Burnable): number {
  return (
    a.priority - b.priority ||
    Math.sign((a.expiresMs ?? Infinity) - (b.expiresMs ?? Infinity)) || // Infinity - Infinity is NaN, so two lots without expiry are compared by age
    a.effectiveMs - b.effectiveMs ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Takes an amount from lots in that order. @returns each lot's share, or null when the lots have too little together */
export function allocate(lots: readonly Burnable[], amount: number): { id: string; amount: number }[] | null {
  const taken: { id: string; amount: number }[] = [];
  let missing = amount;
  for (const { id, remaining } of lots.toSorted(byBurnOrder)) {
    if (missing === 0) break;
    const share = Math.min(missing, remaining);
    if (share > 0) taken.push({ id, amount: share });
    missing -= share;
  }
  return missing === 0 ? taken : null;
}
