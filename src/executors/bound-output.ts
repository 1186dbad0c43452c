import { type Result, type ToolOutput, isJsonObject, succeed } from '../core/index.ts'

export type Bounds = {
  readonly maxChars: number
  /** Keeps the whole text and gives back its handle. */
  readonly keep: (text: string) => Promise<Result<string>>
  /** The tool that reads on. */
  readonly reader: string
}

export type Bounded = { readonly output: ToolOutput; readonly truncated: boolean }

/** No result is longer than its cap. What is cut is kept whole under a handle, and the cut is plain to see. */
export async function boundOutput(output: ToolOutput, { maxChars, keep, reader }: Bounds): Promise<Result<Bounded>> {
  const dataText = output.data === undefined ? '' : JSON.stringify(output.data)
  const isTextLong = output.text.length > maxChars
  if (!isTextLong && dataText.length <= maxChars) return succeed({ output, truncated: false })
  const handle = await keep(isTextLong ? output.text : dataText)
  if (!handle.ok) return handle
  const text = isTextLong ? cut(output.text, maxChars, `${handle.value}: call ${reader}`) : output.text
  const data = {
    ...(isJsonObject(output.data) && dataText.length <= maxChars ? output.data : {}),
    handle: handle.value,
    cut: true,
  }
  return succeed({ output: { ...output, text, data }, truncated: true })
}

const MARK_ROOM = 160

function cut(text: string, maxChars: number, where: string): string {
  const room = Math.max(0, maxChars - MARK_ROOM)
  const lineEnd = text.lastIndexOf('\n', room)
  const shown = text.slice(0, lineEnd > room / 2 ? lineEnd : room).toWellFormed()
  const rest = `the whole is ${where} with start=${shown.length}`
  return `${shown}\n[${shown.length} of ${text.length} characters shown; ${rest}]`
}
