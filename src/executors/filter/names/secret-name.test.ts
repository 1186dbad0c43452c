import { describe, expect, test } from 'vitest'
import { readSecretName } from './secret-name.ts'

describe('what a name promises', () => {
  test.each<[string, string | undefined]>([
    ['password', 'strong password'],
    ['DB_PASSWORD', 'strong password'],
    ['userPassword2', 'strong password'],
    ['PGPASSWORD', 'strong password'],
    ['smtp_pass', 'strong password'],
    ['pass', 'medium password'],
    ['wpa_passphrase', 'strong password'],
    ['clientSecret', 'medium api_key'],
    ['SECRET_KEY_BASE', 'medium api_key'],
    ['APIKey', 'medium api_key'],
    ['x-api-key', 'medium api_key'],
    ['STRIPE_KEY', 'weak api_key'],
    ['githubToken', 'medium auth_token'],
    ['GITHUB_TOKEN_PROD', 'medium auth_token'],
    ['Authorization', 'medium auth_token'],
    ['vault_secret_id', 'medium api_key'],
    ['session_id', 'weak auth_token'],
    ['PHPSESSID', 'weak auth_token'],
    ['private_key', 'medium private_key'],
    ['client-key-data', 'medium api_key'],
    ['AZURE_STORAGE_CONNECTION_STRING', 'medium connection_string'],
    ['public_key', undefined],
    ['primaryKey', undefined],
    ['cache_key', undefined],
    ['nextPageToken', undefined],
    ['max_tokens', undefined],
    ['token_type', undefined],
    ['password_policy', undefined],
    ['passwordField', undefined],
    ['access_key_id', undefined],
    ['compass', undefined],
    ['keyboard', undefined],
    ['author', undefined],
    ['tokenizer', undefined],
    ['', undefined],
  ])('%s: %s', (name, expected) => {
    const meaning = readSecretName(name)
    expect(meaning && `${meaning.strength} ${meaning.category}`).toBe(expected)
  })
})
