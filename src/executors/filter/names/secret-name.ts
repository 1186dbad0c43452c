import type { SecretCategory } from '../rules/rule.ts'

/**
 * What a name promises: after a strong one nearly any value is secret, after a weak one only a plainly random value.
 */
type Strength = 'strong' | 'medium' | 'weak'
export type SecretName = { readonly strength: Strength; readonly category: SecretCategory; readonly phrase: boolean }

/** What the names are found by; each stands in some name below. */
export const NAME_KEYWORDS: readonly string[] =
  `pass pwd pw psw secret token key cred auth jwt bearer psk sess sid cookie mnemonic phrase kennwort senha contrase
    wachtwoord parola heslo haslo salasana connectionstring connection_string connstr otp licen salt _pat`.split(/\s+/)

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const PASSWORDS =
  words(`password passwords passwd passwort passphrase passcode pwd psw kennwort senha contrasena contraseña
    wachtwoord parola heslo haslo salasana userpass dbpass rootpass sshpass smtppass mypass storepass keypass
    requirepass masterauth bindpw rootpw adminpw userpw dbpw`)
const SHORT_PASSWORDS = words('pass pw') // a password only beside another word, as in db_pass
const TOKENS = words('token tokens jwt bearer authorization')
const SECRETS = words('secret secrets cred creds credential credentials psk apikey apikeys')
const CONNECTIONS = words('connectionstring connstr connstring')
const WEAK_TOKENS = words('auth session sess sessionid sessid sid cookie cookies otp pat salt')
const WEAK_KEYS = words('license licence')

/** Words that make a key a secret one. */
const KEY_OWNERS =
  words(`api access secret private encryption encrypt enc decryption decrypt signing sign master auth authentication
    authorization account app application license licence service storage shared deploy deployment webhook hmac jwt
    session cookie ssh gpg pgp rsa dsa ecdsa ec aes des crypto cipher symmetric server client consumer admin root
    subscription ingest ingestion integration write rest bot merchant security instrumentation tsig wireguard wg
    preshared psk vault kms wrapping tls ssl host pem token password backup restricted functions function`)
/** Words that make a key or token an ordinary name. */
const ORDINARY_OWNERS =
  words(`public pub publishable foreign primary partition cache sort map dict object index row column translation
    routing idempotency dedup group lookup hash shard site react i18n next page paging pagination continuation cursor
    cancellation sync resume delta eos bos unk pad special stop max min num total input output prompt completion per
    used cached reasoning`)
/** Words after the name that do not change what it is. */
const TRAILERS =
  words(`value val data pem base64 b64 content contents material string str text txt plain plaintext raw hex prod
    production staging stage dev development test testing local live sandbox old new current default secondary main
    header param env var encoded base v1 v2 v3 qa uat ci`)
const WHOLE_ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'passwort',
  'secret',
  'token',
  'credentials',
  'sessionid',
  'sessid',
]
const KEY_ENDING = /(api|access|secret|private|auth|account|encryption|master|signing|shared|license|licence)(key|pwd)$/

const WORD = /[A-Z]+(?![a-zß-ÿ])|[A-Z]?[a-zß-ÿ]+|\d+/g
const DIGITS = /^\d+$/

/** What a name such as `DB_PASSWORD`, `clientSecret` or `x-api-key` says about its value; undefined for nothing. */
export function readSecretName(name: string): SecretName | undefined {
  const parts = name.match(WORD)?.map(part => part.toLowerCase()) ?? []
  while (parts.length > 1 && isTrailer(parts.at(-1) ?? '') && !endsInConnectionString(parts)) parts.pop()
  const last = parts.pop()
  if (last === undefined) return undefined
  if (last === 'id') return readId(parts)
  return readPair(parts, last) ?? readWord(last, parts)
}

const isTrailer = (word: string): boolean => TRAILERS.has(word) || DIGITS.test(word)
const endsInConnectionString = (parts: readonly string[]): boolean =>
  parts.at(-2) === 'connection' && parts.at(-1) === 'string'
const named = (strength: Strength, category: SecretCategory, phrase = false): SecretName => ({
  strength,
  category,
  phrase,
})

/** Ids are no secrets, except these two. */
function readId(before: readonly string[]): SecretName | undefined {
  const owner = before.at(-1)
  if (owner === 'secret') return named('medium', 'api_key')
  return owner === 'session' || owner === 'sess' ? named('weak', 'auth_token') : undefined
}

/** Names whose last word says little without the one before. */
function readPair(before: readonly string[], last: string): SecretName | undefined {
  const owner = before.at(-1) ?? ''
  if (last === 'phrase' || last === 'mnemonic' || last === 'words') return readPhrase(owner, last)
  if (last === 'string') return owner === 'connection' ? named('medium', 'connection_string') : undefined
  if (SHORT_PASSWORDS.has(last)) return named(before.length > 0 ? 'strong' : 'medium', 'password')
  if (last !== 'key' && last !== 'keys') return undefined
  if (before.some(word => ORDINARY_OWNERS.has(word))) return undefined
  if (owner === 'private' || owner === 'ssh' || owner === 'pem') return named('medium', 'private_key')
  return named(before.some(word => KEY_OWNERS.has(word)) ? 'medium' : 'weak', 'api_key')
}

function readPhrase(owner: string, last: string): SecretName | undefined {
  if (last === 'mnemonic' || owner === 'mnemonic' || owner === 'seed' || owner === 'recovery')
    return named('medium', 'private_key', true)
  return owner === 'pass' ? named('strong', 'password', true) : undefined
}

function readWord(last: string, before: readonly string[]): SecretName | undefined {
  const word = WHOLE_ENDINGS.find(ending => last.endsWith(ending)) ?? last
  if (PASSWORDS.has(word)) return named('strong', 'password', word === 'passphrase')
  if (TOKENS.has(word))
    return before.some(owner => ORDINARY_OWNERS.has(owner)) ? undefined : named('medium', 'auth_token')
  if (SECRETS.has(word) || KEY_ENDING.test(word))
    return named('medium', word.startsWith('private') ? 'private_key' : 'api_key')
  if (CONNECTIONS.has(word)) return named('medium', 'connection_string')
  if (WEAK_TOKENS.has(word)) return named('weak', 'auth_token')
  return WEAK_KEYS.has(word) ? named('weak', 'api_key') : undefined
}
