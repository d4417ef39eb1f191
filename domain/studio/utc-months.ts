/** A month in UTC, `2026-11`. */
type Month = string;

/** Returns a number of months up to the current one, oldest first. */
export function monthsUpTo(now: Date, count: number): [Month, ...Month[]] {
  const first = now.getUTCMonth() - count + 1;
  const months = Array.from({ length: count }, (_, index) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), first + index));
    return start.toISOString().slice(0, 7);
  });
  return months as [Month, ...Month[]];
}

/** Returns the start of a month. */
export const startOf = (month: Month): Date => new Date(`${month}-01T00:00:00Z`);

/** Returns its end, the start of the next one. */
export function endOf(month: Month): Date {
  const end = startOf(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
