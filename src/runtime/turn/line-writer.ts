import type { Progress } from '../../core/index.ts'

type LineWriter = { readonly add: (part: Progress) => void; readonly end: () => void }

const LONGEST = 4_096
const MOST = 256 * 1024 // of one call; the result holds the rest

/** Whole lines only, because a secret that comes in two pieces would not be recognised in either. */
export function createLineWriter(tell: (stream: Progress['stream'], text: string) => void): LineWriter {
  const open: Record<Progress['stream'], string> = { stdout: '', stderr: '' }
  let told = 0
  const say = (stream: Progress['stream'], text: string): void => {
    if (text === '' || told > MOST) return
    told += text.length
    tell(stream, text)
  }
  return {
    add({ stream, text }) {
      const whole = open[stream] + text
      const end = whole.length > LONGEST && !whole.includes('\n') ? whole.length : whole.lastIndexOf('\n') + 1
      open[stream] = whole.slice(end)
      say(stream, whole.slice(0, end))
    },
    end() {
      say('stdout', open.stdout)
      say('stderr', open.stderr)
    },
  }
}
