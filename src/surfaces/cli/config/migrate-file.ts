import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { causeOf, fault, isDiskFull } from '../../../core/index.ts'
import {
  MAX_CONFIG_BYTES,
  type Migration,
  configShape,
  describeProblem,
  migrateConfig,
  readConfig,
} from '../../../runtime/index.ts'
import { EXIT, Failure, usageFailure } from '../failure.ts'
import { type Surroundings, findWorkspace, processSurroundings, userConfigFile } from '../find-workspace.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'
import { WORKSPACE_CONFIG } from './authority-files.ts'
import { toConfigFailure } from './load-config.ts'
import { readRegularFile } from './read-regular-file.ts'
import { type ConfigFlags, decodeText } from './read-sources.ts'

type MigrateFlags = ConfigFlags & { readonly json?: boolean; readonly file?: string; readonly out?: string }

/** `config migrate [FILE] [--out FILE]`: writes a new file with the current names. The person's file is not changed. */
export async function migrateFile(
  flags: MigrateFlags,
  terminal: Terminal,
  around: Surroundings = processSurroundings(),
): Promise<number> {
  const { file, links } = fileToMigrate(flags, around)
  const migration = await migrateConfig(readTextFile(file, links), file).catch((thrown: unknown) => {
    throw toConfigFailure(thrown)
  })
  const out =
    migration.moved.length === 0
      ? null
      : resolve(around.cwd, flags.out ?? join(dirname(file), 'countersign.migrated.toml'))
  if (out !== null) writeNew(out, migration.text)
  const { problems } = await readConfig(migration.text, { shape: configShape(), file: out ?? file, as: 'user' })
  const left = problems.map(describeProblem)
  terminal.out(
    resultText(
      flags,
      { file, out, moved: migration.moved, comments_kept: migration.commentsKept, problems },
      visible(render(migration, { file, out, left })),
    ),
  )
  return problems.length === 0 ? EXIT.done : EXIT.config
}

type FileToMigrate = { readonly file: string; readonly links: 'follow' | 'refuse' }

/** A file that the person names may be a link. One found in the workspace must not lead elsewhere. */
function fileToMigrate({ file, config, workspace }: MigrateFlags, around: Surroundings): FileToMigrate {
  const named = file ?? config
  if (named !== undefined) return { file: resolve(around.cwd, named), links: 'follow' }
  const here = join(findWorkspace(workspace, around).folder, WORKSPACE_CONFIG)
  const isThere = lstatSync(here, { throwIfNoEntry: false }) !== undefined
  return isThere ? { file: here, links: 'refuse' } : { file: userConfigFile(undefined, around), links: 'follow' }
}

function readTextFile(file: string, links: 'follow' | 'refuse'): string {
  const read = readRegularFile(file, { links, maxBytes: MAX_CONFIG_BYTES })
  if (read.kind === 'absent') throw invalid(`There is no file ${file}.`)
  if (read.kind === 'unreadable') throw invalid(`${file} cannot be used: ${read.because}.`)
  const text = decodeText(read.content)
  if (text === undefined) throw invalid(`${file} cannot be used: it is not UTF-8.`)
  return text
}

const invalid = (message: string): Failure => new Failure(fault('config_invalid', message), EXIT.config)

/** Never overwrites an existing file. */
function writeNew(out: string, text: string): void {
  try {
    writeFileSync(out, text, { flag: 'wx' })
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown)) throw thrown
    if (isDiskFull(thrown)) rmSync(out, { force: true })
    throw usageFailure(
      thrown.code === 'EEXIST'
        ? `${out} already exists. Choose another file with --out.`
        : `Cannot write ${out}: ${causeOf(thrown)}`,
    )
  }
}

type MigrationOutcome = { readonly file: string; readonly out: string | null; readonly left: readonly string[] }

function render({ moved, commentsKept }: Migration, { file, out, left }: MigrationOutcome): string {
  if (out === null) return [`${file} uses no old names. Nothing was written.`, ...left].join('\n')
  return [
    ...moved.map(({ from, to, kept }) => `${from} → ${to}${kept === 'new value' ? ' (kept: it was already set)' : ''}`),
    `Written to ${out}; ${file} is unchanged.`,
    ...(commentsKept ? [] : ['The file was rewritten, so its comments are gone.']),
    ...(left.length === 0 ? [] : ['It still has problems:', ...left]),
  ].join('\n')
}
