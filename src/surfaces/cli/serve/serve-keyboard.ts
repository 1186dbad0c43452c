/** What a key does while the server runs. */
export type KeyActions = { readonly open: () => void; readonly doctor: () => void; readonly quit: () => void }

const CONTROL_C = '\u0003'

/** Single keys, on a terminal only. Answers with a function that gives the terminal back. */
export function listenToKeys({ open, doctor, quit }: KeyActions): () => void {
  const { stdin } = process
  if (!stdin.isTTY) return () => undefined
  const onKey = (bytes: Buffer): void => {
    for (const key of bytes.toString()) {
      if (key === 'o') open()
      else if (key === 'd') doctor()
      else if (key === 'q' || key === CONTROL_C) quit()
    }
  }
  stdin.setRawMode(true)
  stdin.on('data', onKey)
  stdin.resume()
  return () => {
    stdin.removeListener('data', onKey)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
