/** An id of twenty digits must not come out as its neighbour. */
export const keepsDigits = (written: string, number: number): boolean =>
  Number.isSafeInteger(number) || String(number) === written.replaceAll('_', '').replace('+', '')
