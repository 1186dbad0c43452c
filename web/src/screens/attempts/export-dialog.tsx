import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CodeText } from '../../parts/code-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { withQuery } from '../../net/api.ts'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.attempts
const FORMATS = {
  jsonl: { name: 'JSON Lines', type: 'application/jsonl' },
  csv: { name: 'CSV', type: 'text/csv' },
} as const
type Format = keyof typeof FORMATS
const isFormat = (value: string): value is Format => Object.hasOwn(FORMATS, value)

const FEW = 3
const MARK = /\[REDACTED:\w+#[0-9a-f]{8}\]/g

/** Previews an export: the first attempts, and how many secrets were redacted in all of them. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { api, toast } = useConsole()
  const [format, setFormat] = useState<Format>('jsonl')
  const [preview, setPreview] = useState('')
  const [taken, setTaken] = useState<number | null>(null)
  const read = async (limit?: number): Promise<string | null> => {
    const response = await api.open(withQuery('/api/attempts/export', { format, limit })).catch(() => null)
    if (response?.ok !== true) toast(say.exportFailed)
    return response?.ok === true ? response.text() : null
  }
  useEffect(() => {
    void read(FEW).then(text => setPreview(text ?? ''))
    void read().then(text => setTaken(text === null ? null : (text.match(MARK) ?? []).length))
  }, [format])
  const save = async (): Promise<void> => {
    const text = await read()
    if (text === null) return
    saveFile(`attempts.${format}`, text, FORMATS[format].type)
    onClose()
  }
  return (
    <Dialog title={say.exportTitle} onClose={onClose} wide>
      <div class="export" data-testid="export">
        <fieldset class="row wrap">
          <legend>{say.exportFormat}</legend>
          {Object.entries(FORMATS).map(([value, { name }]) => (
            <label key={value} class="row">
              <input
                type="radio"
                name="format"
                checked={format === value}
                onChange={() => isFormat(value) && setFormat(value)}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
        <p>{say.exportNote}</p>
        <p role="status">{taken !== null && say.taken(taken)}</p>
        <CodeText text={preview} label={say.exportPreview} fold={4_000} />
        <div class="row">
          <button type="button" class="strong" onClick={() => void save()}>
            {say.exportSave}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.act.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
