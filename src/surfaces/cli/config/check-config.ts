import { resolve } from 'node:path'
import {
  type ConfigProblem,
  type MergedConfig,
  type RefusedValue,
  configShape,
  describeProblem,
  lintConfig,
  mergeLayers,
} from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { processSurroundings } from '../find-workspace.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'
import {
  type ConfigFlags,
  type ConfigRequest,
  describeRefused,
  readConfigFile,
  readSources,
  unusable,
} from './read-sources.ts'

type ConfigCheckFlags = ConfigFlags & { readonly json?: boolean; readonly file?: string }
type ConfigCheckRequest = Omit<ConfigRequest, 'flags'>

type ConfigReport = {
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly string[]
  readonly refused: readonly RefusedValue[]
}

/** `config check [FILE]`: one file, or the whole configuration in force here. */
export async function checkConfig(
  flags: ConfigCheckFlags,
  terminal: Terminal,
  request: ConfigCheckRequest = {},
): Promise<number> {
  const report = flags.file === undefined ? await checkEverything(flags, request) : await checkFile(flags.file, request)
  terminal.out(resultText(flags, { ok: report.problems.length === 0, ...report }, render(report, terminal)))
  return report.problems.length === 0 ? EXIT.done : EXIT.config
}

async function checkEverything(flags: ConfigCheckFlags, request: ConfigCheckRequest): Promise<ConfigReport> {
  const { shape, layers, problems, warnings } = await readSources({ ...request, flags })
  return withLint({ problems, warnings }, mergeLayers(shape, layers))
}

async function checkFile(file: string, { around = processSurroundings() }: ConfigCheckRequest): Promise<ConfigReport> {
  const shape = configShape()
  const path = resolve(around.cwd, file)
  const { layer, problems, warnings } = (await readConfigFile(path, shape)) ?? unusable(path, 'there is no such file')
  return withLint({ problems, warnings }, mergeLayers(shape, { user: layer, trusted: false }))
}

function withLint(found: Omit<ConfigReport, 'refused'>, config: MergedConfig): ConfigReport {
  const more = lintConfig(config)
  return {
    problems: [...found.problems, ...more.problems],
    warnings: [...found.warnings, ...more.warnings],
    refused: config.refused,
  }
}

function render({ problems, warnings, refused }: ConfigReport, { paint }: Terminal): string {
  const verdict =
    problems.length === 0
      ? paint('green', 'The configuration is valid.')
      : paint('red', amount(problems.length, 'problem'))
  return [
    ...problems.map(problem => visible(describeProblem(problem))),
    ...[...warnings, ...refused.map(describeRefused)].map(
      warning => `${paint('yellow', 'warning:')} ${visible(warning)}`,
    ),
    verdict,
  ].join('\n')
}

const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}.`
