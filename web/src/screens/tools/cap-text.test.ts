import { expect, test } from 'vitest'
import { capText } from './cap-text.ts'

test.each([
  ['tools.timeout_secs', 30, '30 s'],
  ['tools.shell.timeout_secs', 120, '2 min 0 s'],
  ['tools.shell.max_memory_mib', 2048, '2.15 GB'],
  ['turn.max_tool_bytes_per_step', 8000, '8 kB'],
  ['tools.file.max_file_bytes', 20_971_520, '21 MB'],
  ['tools.file.max_line_characters', 2000, '2,000 characters'],
  ['tools.max_result_chars', 50_000, '50,000 characters'],
  ['tools.file.max_lines', 500, '500'],
])('the limit of %s is said with its unit', (setting, limit, text) => {
  expect(capText(setting, limit)).toBe(text)
})
