/** A number with its noun, such as "3 calls". */
export const several = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`
