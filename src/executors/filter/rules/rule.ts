/** The six kinds of secret that the base layer knows; besides, values that the runtime holds, and personal data. */
export const SECRET_CATEGORIES = [
  'api_key',
  'auth_token',
  'private_key',
  'password',
  'connection_string',
  'cloud_metadata',
] as const
export type SecretCategory = (typeof SECRET_CATEGORIES)[number]
export const OTHER_CATEGORIES = ['known_value', 'personal_data'] as const
export type FoundCategory = SecretCategory | (typeof OTHER_CATEGORIES)[number]

export type SecretRule = {
  readonly id: string
  readonly category: SecretCategory
  /**
   * Tried only where a keyword stands. Replaces the group `secret`, or the whole match with `head`, the text right
   * before it.
   */
  readonly pattern: RegExp
  /** Lower case, compared without case; every match begins with one of them. */
  readonly keywords: readonly string[]
  /** A match may begin in the middle of a word. */
  readonly midWord?: true
  /** All of a match was looked at: if it is refused, nothing within it needs to be tried. */
  readonly whole?: true
  /** A second look at what the pattern found, where its form alone proves too little. */
  readonly accepts?: (secret: string) => boolean
}

/** Makes rules of one category; `keywords` are separated by bars. */
const rulesOf =
  (category: SecretCategory) =>
  (id: string, pattern: RegExp, keywords: string): SecretRule => ({
    id,
    category,
    pattern,
    keywords: keywords.split('|'),
  })

type MakeRule = ReturnType<typeof rulesOf>
export const keyRule: MakeRule = rulesOf('api_key')
export const tokenRule: MakeRule = rulesOf('auth_token')
export const privateKeyRule: MakeRule = rulesOf('private_key')
export const passwordRule: MakeRule = rulesOf('password')
export const connectionRule: MakeRule = rulesOf('connection_string')
export const metadataRule: MakeRule = rulesOf('cloud_metadata')
