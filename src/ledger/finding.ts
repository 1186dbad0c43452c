/** Something in the records that is not what was written. */
export type Finding = {
  readonly session: string | null
  readonly file: string
  readonly line: number | null
  readonly check: string
  readonly expected: string
  readonly actual: string
}
