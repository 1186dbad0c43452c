import { longPattern } from '../../../core/index.ts'

/** Variables that only programs of the workspace read: they choose no program, no file and no library. */
const NAMES: ReadonlySet<string> = new Set(
  `NODE_ENV CI DEBUG FORCE_COLOR NO_COLOR COLORTERM TERM LANG LC_ALL LANGUAGE TZ RUST_BACKTRACE RUST_LOG
    PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONWARNINGS GOOS GOARCH CGO_ENABLED LOG_LEVEL VERBOSE
    PORT HOST HOSTNAME BASE_URL ENVIRONMENT STAGE SEED FLASK_ENV FLASK_DEBUG RAILS_ENV RACK_ENV MIX_ENV COVERAGE
    TS_NODE_TRANSPILE_ONLY UPDATE_SNAPSHOTS TEST DATABASE_URL REDIS_URL`.split(/\s+/),
)
/** What people name for their own programs. */
const OWN = /^(?:APP|API|TEST|DB|SERVER|CLIENT|FEATURE|VITE|REACT_APP|NEXT_PUBLIC|EXPO_PUBLIC)_[A-Z0-9_]{1,40}$/
const NODE_LIMITS = longPattern()`
    ^(?:NODE_OPTIONS=)?(?:--(?:max[-_]old[-_]space[-_]size=[0-9]{1,6}|no-warnings|no-deprecation|trace-warnings
    |experimental-vm-modules) ?)+$
  `
/** Folders of the workspace, from where the command stands. */
const INNER_PATHS = longPattern()`
    ^(?:PYTHONPATH=)?(?:\.|(?:\./)?[A-Za-z0-9_][\w-]*(?:/[A-Za-z0-9_][\w-]*)*)
    (?::(?:\.|[A-Za-z0-9_][\w-]*(?:/[\w-]+)*))*$
  `

export function isHarmlessSetting({ name, value }: { readonly name: string; readonly value: string }): boolean {
  if (name === 'NODE_OPTIONS') return NODE_LIMITS.test(value)
  if (name === 'PYTHONPATH') return INNER_PATHS.test(value)
  return NAMES.has(name) || OWN.test(name)
}
