import { describe, expect, test } from 'vitest'
import { SECURITY_PATTERNS, createFindSecurityLines, preserveSecurityLines } from './index.ts'

const find = createFindSecurityLines()

describe('lines about security', () => {
  test('are known by 17 patterns, each with an example here', () => {
    const examples: Readonly<Record<string, string>> = {
      login_failed: 'sshd: authentication failure; user=root',
      status_401_403: 'GET /admin returned 403',
      access_refused: 'Forbidden',
      permission_denied: "mkdir: cannot create directory 'x': Permission denied",
      panic: "thread 'main' panicked at src/main.rs:3",
      unsafe: 'warning: this call to an unsafe function needs a block',
      unused_result: 'warning: unused `Result` that must be used',
      weak_cryptography: 'warning: weak cipher RC4 offered',
      injection: 'possible SQL injection in query builder',
      advisory_id: 'see RUSTSEC-2021-0139 and CVE-2024-3094',
      vulnerability: 'found 3 vulnerabilities (1 high)',
      security_notice: 'npm: security advisory published',
      certificate: 'curl: (60) certificate has expired',
      insecure_connection: 'SSL: verification disabled for this host',
      memory_safety: 'ERROR: heap-buffer-overflow: stack overflow detected',
      exposed_secret: 'leak scan: password found in config.yml',
      privileges: 'warning: /etc/passwd is world-writable',
    }
    expect(SECURITY_PATTERNS.map(({ id }) => id)).toEqual(Object.keys(examples))
    expect(SECURITY_PATTERNS).toHaveLength(17)
    for (const { id, pattern } of SECURITY_PATTERNS) {
      expect(new RegExp(pattern.source, 'i').test(examples[id] ?? '')).toBe(true)
      expect(find(`before\n${examples[id]}\nafter`)).toEqual([examples[id]])
    }
  })

  test.each([
    'compiled 403 files in 2 s',
    'the certificate was renewed',
    'all tests passed',
    'author: Ann',
    'see page 401',
  ])('are not: %s', line => {
    expect(find(line)).toEqual([])
  })

  test('are told once each', () => {
    expect(find('Forbidden\nok\nForbidden')).toEqual(['Forbidden'])
  })
})

describe('preserving', () => {
  test('adds nothing when nothing was dropped', () => {
    expect(preserveSecurityLines('Forbidden\nx', 'Forbidden', find)).toBe('Forbidden')
    expect(preserveSecurityLines('Forbidden', 'Forbidden', find)).toBe('Forbidden')
  })

  test('compares lines without colours and margins', () => {
    expect(preserveSecurityLines('  \u001b[31mForbidden\u001b[0m\nx', 'Forbidden', find)).toBe('Forbidden')
  })

  test('cuts a very long line, but keeps its beginning', () => {
    const text = preserveSecurityLines(`Forbidden ${'x'.repeat(5000)}\ny`, 'y', find)
    expect(text).toMatch(/^y\n\nSecurity warnings \(preserved\)\nForbidden x+ …$/)
    expect(text.length).toBeLessThan(1100)
  })
})
