/** "5 minutes", "90 seconds", "12 hours". */
export function durationWords(seconds: number): string {
  if (seconds % 3_600 === 0 && seconds > 0) return counted(seconds / 3_600, 'hour')
  return seconds % 60 === 0 && seconds > 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const pad = (part: number): string => String(part).padStart(2, '0')

/** "4:59", "1:02:03": the time left. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}
