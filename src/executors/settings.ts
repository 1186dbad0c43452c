import { type Section, type Setting, section, text, toggle, limit, whole } from '../core/index.ts'

type RetrySettings = {
  readonly max_attempts: Setting<number>
  readonly base_ms: Setting<number>
  readonly max_ms: Setting<number>
  readonly budget_secs: Setting<number>
  readonly parameter_reformat_provider: Setting<string>
}

export const retrySection: Section<RetrySettings> = section(
  'tools.retry',
  'Passing troubles (busy, server error, network, timeout) are tried again.',
  {
    max_attempts: limit(2, 'Attempts in all.', { min: 1, max: 10 }),
    base_ms: whole(500, 'The first wait is a random time up to this; every further one up to twice as long.', {
      min: 0,
      max: 60_000,
    }),
    max_ms: limit(5_000, 'No wait is longer.', { min: 0, max: 600_000 }),
    budget_secs: limit(30, 'All attempts and waits of one call together.', { min: 1, max: 3_600 }),
    parameter_reformat_provider: text(
      '',
      'A model that puts wrong parameters right, such as ollama:qwen3:4b; empty: the one that wrote them.',
      { workspaceMay: 'never' },
    ),
  },
)

type OutputSettings = {
  readonly timeout_secs: Setting<number>
  readonly max_result_chars: Setting<number>
  readonly redact_personal: Setting<boolean>
}

export const outputSection: Section<OutputSettings> = section('tools', 'All tools.', {
  timeout_secs: limit(30, 'One attempt of a tool may take so long.', { min: 1, max: 3_600 }),
  max_result_chars: limit(50_000, 'A longer result is cut, and the whole is kept under a handle.', {
    min: 200,
    max: 5_000_000,
  }),
  redact_personal: toggle(false, 'Hide e-mail addresses, IBANs and card numbers like secrets, by their check digits.', {
    workspaceMay: 'turn_on',
  }),
})
