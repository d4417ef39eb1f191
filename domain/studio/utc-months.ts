/** A month of UTC, `2026-11`. */
type Month = string;

/** So many months up to the one that runs, oldest first. */
export function monthsUpTo(now: Date, count: number): [Month, ...Month[]] {
  const first = now.getUTCMonth() - count + 1;
  const months = Array.from({ length: count }, (_, index) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), first + index));
    return start.toISOString().slice(0, 7);
  });
  return months as [Month, ...Month[]];
}

/** When a month began. */
export const startOf = (month: Month): Date => new Date(`${month}-01T00:00:00Z`);

/** When it ends and the next begins. */
export function endOf(month: Month): Date {
  const end = startOf(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
