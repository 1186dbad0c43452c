import type { JSX } from 'preact'

const PATHS = {
  check: 'M4 10.5l4 4 8-9',
  cross: 'M5 5l10 10M15 5L5 15',
  diamond: 'M10 3l7 7-7 7-7-7z',
  question: 'M7.2 7.4a2.9 2.9 0 1 1 4.3 2.9c-.9.5-1.5 1-1.5 2.2M10 15.6v.1',
  dash: 'M5 10h10',
  dot: 'M10 9.6v.8',
  spin: 'M10 3a7 7 0 1 1-7 7',
  stop: 'M6 6h8v8H6z',
  warn: 'M10 3.2l7.4 13H2.6zM10 8.2v3.6M10 14.1v.1',
  bar: 'M4.5 15.5l11-11',
  chat: 'M3.5 5.5h13v8.5h-7l-3.5 3v-3H3.5z',
  shield: 'M10 2.8l6 2.2v4.6c0 3.6-2.5 6.2-6 7.6-3.5-1.4-6-4-6-7.6V5z',
  receipt: 'M5 2.8h10v14.4l-2.5-1.6-2.5 1.6-2.5-1.6L5 17.2zM7.6 7h4.8M7.6 10h4.8',
  chart: 'M3.5 16.5h13M6 13.5v-4M10 13.5v-8M14 13.5v-6',
  tool: 'M12.2 4.2a3.6 3.6 0 0 0-4.6 4.6L3.2 13.2l3.6 3.6 4.4-4.4a3.6 3.6 0 0 0 4.6-4.6l-2.4 2.4-2.2-.6-.6-2.2z',
  rule: 'M5 4.5h10M5 10h10M5 15.5h6',
  memory:
    'M10 4.5c-3.6-2-6.8-.6-6.8-.6v11.2s3.2-1.4 6.8.9c3.6-2.3 6.8-.9 6.8-.9V3.9S13.600 2.500 10 4.500zM10 4.500v11.500',
  pulse: 'M2.500 10.500h3.500l2-5.500 3.500 10 2-4.500h4',
  gear: 'M10 7.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600zM10 2.500v2M10 15.500v2M2.500 10h2M15.500 10h2M4.700 4.700l1.400 1.400M13.900 13.900l1.400 1.400M4.700 15.300l1.400-1.400M13.900 6.100l1.400-1.400',
  plus: 'M10 4v12M4 10h12',
  menu: 'M3.500 5.500h13M3.500 10h13M3.500 14.500h13',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  send: 'M10 16V4.500M5 9.500l5-5 5 5',
  chevron: 'M7 4.500l6 5.500-6 5.500',
  file: 'M5 2.800h6.500L15 6.300v10.900H5zM11.500 2.800v3.500H15',
  pencil: 'M4 16l.8-3.600L13 4.200l2.800 2.800-8.200 8.200z',
  approx: 'M4 8c2-2 4-2 6 0s4 2 6 0M4 13c2-2 4-2 6 0s4 2 6 0',
  sun: 'M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 2.500v1.500M10 16v1.500M2.500 10H4M16 10h1.500M4.700 4.700l1 1M14.300 14.300l1 1M4.700 15.300l1-1M14.300 5.700l1-1',
  moon: 'M15.500 12.200A6.200 6.200 0 0 1 7.800 4.500a6.200 6.200 0 1 0 7.700 7.700z',
  half: 'M10 3.500a6.500 6.500 0 1 0 0 13zM10 3.500a6.500 6.500 0 0 1 0 13',
  download: 'M10 3.500v9M6 9l4 4 4-4M4 16.500h12',
  undo: 'M7.500 5L4 8.500 7.500 12M4 8.500h7.500a4 4 0 0 1 0 8H9',
  more: 'M5 10v.1M10 10v.1M15 10v.1',
  link: 'M8.500 11.500l3-3M7 9l-2 2a2.800 2.800 0 0 0 4 4l2-2M13 11l2-2a2.800 2.800 0 0 0-4-4L9 7',
} as const
export type IconName = keyof typeof PATHS

/** Decoration: the words beside it say the same. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): JSX.Element {
  return (
    <svg
      class={`icon icon-${name}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
