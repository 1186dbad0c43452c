/** Numbers, times and sizes for people. Where something is left out, `…Exact` has it for the tooltip. */
export function duration(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1000) return `${threeDigits(ms)} ms`
  if (ms < 60_000) return `${threeDigits(ms / 1000)} s`
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60
    ? `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** 30 s, 15 min, 1 min 30 s: a configured limit. */
export function limitOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [...(minutes > 0 ? [`${minutes} min`] : []), ...(rest > 0 || minutes === 0 ? [`${rest} s`] : [])].join(' ')
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${threeDigits(bytes / 1000)} kB`
  return bytes < 1e9 ? `${threeDigits(bytes / 1e6)} MB` : `${threeDigits(bytes / 1e9)} GB`
}

export const sizeExact = (bytes: number): string => `${count(bytes)} bytes`
export const count = (value: number): string => value.toLocaleString('en')
export const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** 812, 64.2, 1.23; never 1.00. */
function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** 3 s, 4 min, 2 h; how long ago something was, roughly. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** Local time, with the date if it is not today. */
export function time(iso: string, now: Date): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const clock = `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`
  return at.toDateString() === now.toDateString() ? clock : `${day(at)} ${clock.slice(0, 5)}`
}

/** The clock for today, otherwise the day. */
export function shortTime(iso: string, now: Date): string {
  const at = new Date(iso)
  return at.toDateString() === now.toDateString() ? time(iso, now).slice(0, 5) : day(at).slice(5)
}

const day = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

export const timeExact = (iso: string): string => `${iso.replace('T', ' ').replace(/\.\d+Z$|Z$/, '')} UTC`

/** 1:48, 12 h 5 min; never below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** The part of an id that tells it from others. */
export function shortId(id: string): string {
  const [kind, rest] = id.includes('_') ? [id.slice(0, id.indexOf('_') + 1), id.slice(id.indexOf('_') + 1)] : ['', id]
  return rest.length <= 8 ? id : `${kind}…${rest.slice(-6)}`
}
