import type { JsonObject, ToolOutput } from '../../core/index.ts'
import type { CommandEnd } from '../sandbox/index.ts'

/** What every command answers with; programs rely on these four fields. */
export type Envelope = {
  readonly stdout: string
  readonly stderr: string
  readonly exit_code: number
  readonly truncated: boolean
}

export function envelopeOf({ stdout, stderr, exitCode }: CommandEnd, maxChars: number): Envelope {
  const whole = {
    stdout: stdout.text,
    stderr: stderr.text,
    exit_code: exitCode,
    truncated: stdout.truncated || stderr.truncated,
  }
  let room = maxChars
  let shown = shorten(whole, room)
  // What is quoted grows; a few rounds are enough, because each takes a third away.
  while (JSON.stringify(shown).length > maxChars && room > 100) {
    room = Math.floor((room * 2) / 3)
    shown = shorten(whole, room)
  }
  return shown
}

function shorten(envelope: Envelope, room: number): Envelope {
  const forErrors = Math.min(envelope.stderr.length, Math.max(Math.floor(room / 2), room - envelope.stdout.length))
  const stderr = cut(envelope.stderr, forErrors)
  const stdout = cut(envelope.stdout, Math.max(0, room - stderr.length))
  const isCut = stdout !== envelope.stdout || stderr !== envelope.stderr
  return { ...envelope, stdout, stderr, truncated: envelope.truncated || isCut }
}

/** A third from the beginning, the rest from the end, where programs say what went wrong. */
function cut(text: string, room: number): string {
  if (text.length <= room) return text
  const head = Math.floor(room / 3)
  const tail = text.slice(text.length - (room - head))
  return `${text.slice(0, head)}\n[… ${text.length - room} characters left out …]\n${tail}`.toWellFormed()
}

/** The text is the envelope as JSON, so that the exit code is not buried in prose. `effects` stands beside it. */
export const envelopeOutput = (envelope: Envelope, effects: JsonObject): ToolOutput => ({
  text: JSON.stringify(envelope),
  data: { ...envelope, effects },
  sources: [],
})
