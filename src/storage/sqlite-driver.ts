import { CountersignError } from '../core/index.ts'

export type SqlValue = null | number | string | Uint8Array
/** Rows may come without a prototype, and whole numbers come as numbers. */
export type SqlRow = { readonly [column: string]: SqlValue }

export interface SqlStatement {
  run(...values: readonly SqlValue[]): unknown
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): readonly SqlRow[]
}
/** What we use of Node's own module and of the package that imitates it; both work synchronously. */
export interface Database {
  exec(sql: string): void
  prepare(sql: string): SqlStatement
  close(): void
}
/** Ends what is under way. SQLite may have done so by itself: a full disk makes it roll back. */
export function abandonTransaction(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // Nothing was under way any more.
  }
}

export interface SqliteDriver {
  readonly DatabaseSync: new (path: string) => Database
}
export type DriverSource = () => SqliteDriver | undefined | Promise<SqliteDriver | undefined>

const OLDEST = [3, 51, 3] as const // before it, a reset of the WAL could damage a file that several connections use

/** The first driver that is there and new enough. */
export async function loadSqliteDriver(
  sources: readonly DriverSource[] = [fromNode, fromPackage],
): Promise<SqliteDriver> {
  for (const source of sources) {
    const driver = await source()
    if (driver !== undefined && isNewEnough(versionOf(driver))) return driver
  }
  throw new CountersignError(
    'storage_unavailable',
    'No SQLite 3.51.3 or newer for this Node. Run: npm install @photostructure/sqlite, or use Node 24 or newer.',
  )
}

/** Asked for its version first, because loading an old one prints a warning. */
function fromNode(): SqliteDriver | undefined {
  if (!isNewEnough(process.versions['sqlite'])) return undefined
  const found = process.getBuiltinModule('node:sqlite')
  return isDriver(found) ? found : undefined
}

async function fromPackage(): Promise<SqliteDriver | undefined> {
  try {
    const found: unknown = await import('@photostructure/sqlite')
    return isDriver(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isDriver = (found: unknown): found is SqliteDriver =>
  typeof found === 'object' && found !== null && 'DatabaseSync' in found && typeof found.DatabaseSync === 'function'

function versionOf(driver: SqliteDriver): string {
  const database = new driver.DatabaseSync(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  } finally {
    database.close()
  }
}

function isNewEnough(version: string | undefined): boolean {
  const parts = (version ?? '').split('.').map(Number)
  const at = OLDEST.findIndex((least, index) => parts[index] !== least)
  return at < 0 || (parts[at] ?? 0) > (OLDEST[at] ?? 0)
}
