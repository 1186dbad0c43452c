import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { JsonObject } from '../src/core/index.ts'
import {
  type MergedConfig,
  type OwnTool,
  type Runtime,
  type RuntimeOptions,
  SECTIONS,
  flatLayer,
  joinSections,
  mergeLayers,
  openRuntime,
} from '../src/runtime/index.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The configuration of a person who set these values and nothing else. */
export function configWith(values: JsonObject = {}): MergedConfig {
  const shape = joinSections(SECTIONS)
  const { layer, problems } = flatLayer(shape, values, { source: 'test', origin: 'flag' })
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
  return mergeLayers(shape, { flags: layer, trusted: false })
}

export type TestWorkspace = { readonly root: string; readonly state: string }

/** A workspace and a state folder of their own, gone when the test has ended. */
export function testWorkspace(): TestWorkspace {
  const folder = realpathSync(temporaryFolder().path)
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  return { root, state }
}

export type TestOptions = Partial<Omit<RuntimeOptions, 'config'>> & { readonly settings?: JsonObject }

/** A real runtime on real files; closed when the test has ended. */
export async function openTestRuntime({ settings, ...options }: TestOptions = {}): Promise<Runtime> {
  const place =
    options.root !== undefined && options.state !== undefined
      ? { root: options.root, state: options.state }
      : testWorkspace()
  const opened = await openRuntime({
    ...place,
    trust: 'Provisional',
    ...options,
    config: configWith(settings),
  })
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
  const runtime = opened.value
  onTestFinished(async () => void (await runtime.close()))
  return runtime
}

export type CountingTool = OwnTool & { readonly ran: JsonObject[] }

/** A tool that remembers what it was run with. */
export function countingTool(
  tool: Omit<OwnTool, 'input' | 'execute'> & Partial<Pick<OwnTool, 'input' | 'execute'>>,
): CountingTool {
  const ran: JsonObject[] = []
  const input = { type: 'object', additionalProperties: true }
  return {
    input,
    ...tool,
    ran,
    execute(args, context) {
      ran.push(args)
      return tool.execute ? tool.execute(args, context) : `ran ${tool.name}`
    },
  }
}
